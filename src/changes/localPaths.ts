// Where paths of this machine lie. On Windows letter case does not matter for them.
import { pathStyleOf, relativePath } from '../core/paths/pathContainment.ts';

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
