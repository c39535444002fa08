// Follows the symbolic links of a path synchronously, for rules that name paths. Pure Node; no `vscode` import.
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * The path without symbolic links; what does not exist yet is put after its nearest folder that does. Undefined when
 * that is unknown: a link that leads nowhere, a folder that cannot be read, or a path of another computer, which
 * is never asked, because a request shows it who asks.
 */
export function realPathSync(path: string): string | undefined {
  if (!isAbsolute(path) || path.includes('\0') || isRemote(path)) return undefined;
  try {
    // The system's own function knows the short names of Windows and the spelling on the disk. What is not there is
    // looked up first, because its error costs thirty times as much, and agents name many files before they write them.
    if (isThere(path)) return realpathSync.native(path);
  } catch {
    return undefined;
  }
  const parent = dirname(path);
  const real = parent === path ? undefined : realPathSync(parent);
  return real === undefined ? undefined : join(real, basename(path));
}

/** Links that lead to links that lead to links end somewhere, or they go round. */
const MAX_LINKS = 40;

/** Like {@link realPathSync}, but where a link leads nowhere, the path that it names. Also of a file that is gone. */
export function targetPathSync(path: string, maxLinks = MAX_LINKS): string {
  const real = realPathSync(path);
  if (real !== undefined || maxLinks === 0 || dirname(path) === path || isRemote(path)) return real ?? path;
  const folder = targetPathSync(dirname(path), maxLinks - 1);
  const inFolder = join(folder, basename(path));
  const target = linkTarget(inFolder);
  return target === undefined ? inFolder : targetPathSync(resolve(folder, target), maxLinks - 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isRemote(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

/** Whether there is something at an absolute path; another computer is never asked. */
export function existsLocally(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0') && !isRemote(path) && existsSync(path);
}

interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'other';
}

/** Entries of a folder that are looked at; nobody names more by a wildcard. */
const MAX_ENTRIES = 10_000;

/** What is in a folder; empty if the folder does not exist, undefined if that is unknown. Another computer is never asked. */
export function listLocally(folder: string): readonly FolderEntry[] | undefined {
  if (!existsLocally(folder)) return [];
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.length > MAX_ENTRIES) return undefined;
    return entries.map((entry) => ({
      name: entry.name,
      type: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
    }));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? [] : undefined;
  }
}

/** Whether there is something of that name, if only a link. Throws where that is unknown. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether an error of the file system says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
