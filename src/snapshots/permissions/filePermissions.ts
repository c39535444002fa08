// Who may read, write and run the files of a folder, where that is not the usual: git knows only who may run them.
import { lstat } from 'node:fs/promises';

/** Permissions that new files get almost everywhere; those of a file that is written anew. */
const USUAL: ReadonlySet<number> = new Set([0o644, 0o664, 0o755, 0o775]);
const ALL_PERMISSIONS = 0o7777;

/** How many files are examined at once. */
const MAX_IN_FLIGHT = 64;

/** By absolute path, as they were when they were recorded last. */
export class FilePermissions {
  readonly #unusual = new Map<string, number>();

  /** The permissions of a file, where they are unusual; also of one that is gone. */
  of(path: string): number | undefined {
    return this.#unusual.get(path);
  }

  /** Records those of all these files. Those of files that are gone stay as they were. */
  async record(paths: readonly string[], signal: AbortSignal): Promise<void> {
    // Windows has lists of who may do what, which are inherited from the folder.
    if (process.platform === 'win32') return;
    for (let start = 0; start < paths.length && !signal.aborted; start += MAX_IN_FLIGHT)
      await Promise.all(paths.slice(start, start + MAX_IN_FLIGHT).map((path) => this.#recordOne(path)));
  }

  async #recordOne(path: string): Promise<void> {
    const permissions = await permissionsOf(path).catch(() => this.#unusual.get(path));
    if (permissions === undefined || USUAL.has(permissions)) this.#unusual.delete(path);
    else this.#unusual.set(path, permissions);
  }
}

async function permissionsOf(path: string): Promise<number | undefined> {
  const stats = await lstat(path);
  return stats.isFile() ? stats.mode & ALL_PERMISSIONS : undefined;
}
