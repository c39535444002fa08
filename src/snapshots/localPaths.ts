// Where paths of this machine lie. On Windows letter case does not matter for them.
import { lstat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathStyleOf, relativePath } from '../core/paths/pathContainment.ts';
import { realPathSync, targetPathSync } from '../storage/realPath.ts';

/** The path from a folder on, with `/` between its parts; undefined for what is not inside. Both are absolute. */
export function pathInFolder(folder: string, path: string): string | undefined {
  const style = pathStyleOf(folder);
  return relativePath(folder, path, style, style === 'windows' ? 'ignored' : 'matters');
}

/** The innermost of the folders that a path is in. */
export function folderOf(path: string, folders: Iterable<string>): string | undefined {
  let found: string | undefined;
  for (const folder of folders) {
    const isInner = folder.length > (found?.length ?? -1);
    if (isInner && pathInFolder(folder, path) !== undefined) found = folder;
  }
  return found;
}

/** Whether a path leads through a link below the folder that it is in: what is found there is another file. */
export async function isBelowLink(path: string, folders: Iterable<string>): Promise<boolean> {
  const folder = folderOf(path, folders);
  if (folder === undefined) return false;
  for (let at = dirname(path); at.length > folder.length; at = dirname(at)) {
    const stats = await lstat(at).catch(() => undefined);
    if (stats?.isSymbolicLink() === true) return true;
  }
  return false;
}

/** Folders by their real paths. */
export function realFolders(folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(folders.map((folder) => [realPathSync(folder) ?? folder, folder]));
}

/**
 * The path of the file that is meant, as the folders spell it: agents name files through links in a folder, and by
 * their real paths where the folder itself was opened through one. Other paths stay as they are.
 */
export function pathInFolders(path: string, folders: ReadonlyMap<string, string>): string {
  const real = targetPathSync(path);
  const root = folderOf(real, folders.keys());
  const folder = root === undefined ? undefined : folders.get(root);
  const rest = root === undefined ? undefined : pathInFolder(root, real);
  return folder === undefined || rest === undefined ? path : join(folder, rest);
}

/** The same, but where a link is meant the link itself. `find` looks up a path, as {@link pathInFolders} does. */
export function placeInFolders(path: string, find: (path: string) => string): string {
  return join(find(dirname(path)), basename(path));
}

/** A path as git spells it, relative to a folder. */
export function relativeName(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** All the folders below a work tree that files are in, each once. Paths are relative to the work tree. */
export function foldersAround(paths: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of paths)
    for (let at = dirname(path); at !== '.' && !found.has(at); at = dirname(at)) found.add(at);
  return [...found];
}
