// The files that are meant where the user deletes, moves or creates something in VS Code.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a folder that the user creates or moves, so many files are theirs: it may be one of packages. */
const MAX_FILES = 5_000;
/** What was written longer ago has been looked at since. */
const RECENT_MS = 60_000;

/** The files in a folder and its folders, up to a limit; of anything else, and of what is gone, the path itself. */
export async function filesBelow(path: string): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [path];
  for (let at = waiting.shift(); at !== undefined && files.length < MAX_FILES; at = waiting.shift()) {
    const names = (await isFolder(at)) ? await readdir(at).catch(() => []) : undefined;
    if (names === undefined) files.push(at);
    else for (const name of names) if (name !== '.git') waiting.push(join(at, name));
  }
  return files;
}

/** Whether a file was changed a short time ago. */
export async function isRecent(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) > Date.now() - RECENT_MS;
}

/** What a link leads to stays where it is. */
async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() === true;
}
