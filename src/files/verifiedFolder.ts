// A folder that stays the one that was checked, whatever is renamed or linked in its place. Pure Node; no `vscode` import.
import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FileAccessError } from '../core/ports/fileAccess.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';
import { errorCode } from './fileErrors.ts';

/** Linux names what a handle holds, so that a path can start at the handle: nothing can be swapped before it. */
const HANDLES_HAVE_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd');

// Missing on Windows, where folders cannot be opened this way anyway.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** The error for a path that no longer leads where it led when it was checked. */
export function changedMeanwhile(path: string): FileAccessError {
  return new FileAccessError(
    'ambiguous',
    `${visiblePath(path)} was replaced while it was being opened. Nothing was done; try again.`,
  );
}

/** Rejects when an open handle holds something else than what is at the real path `real`. */
export async function verifyHandle(handle: FileHandle, real: string): Promise<void> {
  if (HANDLES_HAVE_PATHS) {
    const held = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    if (held !== undefined) {
      if (held !== real) throw changedMeanwhile(real);
      return;
    }
  }
  const [held, there, path] = await Promise.all([
    handle.stat({ bigint: true }),
    stat(real, { bigint: true }),
    realpath(real),
  ]);
  if (path !== real || held.dev !== there.dev || held.ino !== there.ino) throw changedMeanwhile(real);
}

/** Disposing closes the handle; the paths it gave out mean nothing afterwards. */
export class VerifiedFolder {
  readonly #real: string;
  readonly #handle: FileHandle | undefined;

  private constructor(real: string, handle: FileHandle | undefined) {
    this.#real = real;
    this.#handle = handle;
  }

  /** Opens the folder at a real path and makes what is missing of it, never through a link. */
  static async make(real: string): Promise<VerifiedFolder> {
    const missing: string[] = [];
    let existing = real;
    let folder: VerifiedFolder | undefined;
    while (folder === undefined) {
      try {
        folder = await VerifiedFolder.#open(existing, existing);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || dirname(existing) === existing) throw error;
        missing.unshift(basename(existing));
        existing = dirname(existing);
      }
    }
    for (const name of missing) folder = await folder.#makeChild(name);
    return folder;
  }

  /** Opens `path`, which is another name of the folder at `real`. */
  static async #open(path: string, real: string): Promise<VerifiedFolder> {
    if (!HANDLES_HAVE_PATHS) {
      const folder = new VerifiedFolder(real, undefined);
      await folder.verify();
      return folder;
    }
    const handle = await open(path, constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      await verifyHandle(handle, real);
      return new VerifiedFolder(real, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The path of an entry of this folder. */
  at(name: string): string {
    return join(this.#handle === undefined ? this.#real : `/proc/self/fd/${this.#handle.fd}`, name);
  }

  /** Rejects when the folder is no longer at its path. Needs no call where handles have paths. */
  async verify(): Promise<void> {
    if (this.#handle !== undefined) return;
    const entry = await lstat(this.#real);
    if (!entry.isDirectory() || (await realpath(this.#real)) !== this.#real)
      throw changedMeanwhile(this.#real);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** Makes and opens a folder in this one, which is closed. */
  async #makeChild(name: string): Promise<VerifiedFolder> {
    try {
      await mkdir(this.at(name)).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      return await VerifiedFolder.#open(this.at(name), join(this.#real, name));
    } finally {
      await this.close();
    }
  }
}
