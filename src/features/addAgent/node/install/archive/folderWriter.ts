// Writes what an archive contains into a folder, and nothing outside of it.
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, realpath, symlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { isInside, pathStyleOf } from '../../../../../core/paths/pathContainment.ts';
import { installError } from '../../registryErrors.ts';
import { registryStrings } from '../../registryStrings.ts';

/** What an archive may contain. */
export interface ArchiveLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { maxBytes: 4 * 1024 ** 3, maxEntries: 100_000 };

const MAX_PATH = 1_000;
const MAX_LINK = 4_096;
const FILE_MODE = 0o644;
const PROGRAM_MODE = 0o755;
const EXECUTABLE = 0o111;
/** Names that are devices on Windows, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** The archive contains something that must not be unpacked. */
export function unsafeArchive(entry: string): Error {
  return installError('archive-unsafe', registryStrings.archiveUnsafe(entry));
}

/**
 * Links are made last, when nothing is written any more, and then each is followed: so no file can be written through
 * one, and none leads out of the folder. Every method rejects with a ParleyError or as the file system does.
 */
export class FolderWriter {
  readonly #folder: string;
  readonly #limits: ArchiveLimits;
  readonly #links: { readonly path: string; readonly target: string; readonly entry: string }[] = [];
  #bytes = 0;
  #entries = 0;

  /** The folder has to be there, and to be empty. */
  constructor(folder: string, limits: ArchiveLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Refuses an archive for what it contains, before anything of it is written. */
  checkTotals(entries: number, bytes: number): void {
    if (entries > this.#limits.maxEntries || bytes > this.#limits.maxBytes) throw tooLarge();
  }

  async addFolder(entry: string): Promise<void> {
    this.#count();
    const path = innerPath(entry);
    if (path !== '') await mkdir(this.#absolute(path), { recursive: true });
  }

  /** Writes a file from its content; `mode` says whether it is a program. */
  async addFile(entry: string, mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    this.#count();
    const path = this.#filePath(entry);
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      (mode & EXECUTABLE) === 0 ? FILE_MODE : PROGRAM_MODE,
    ).catch((error: unknown) => {
      throw isExisting(error) ? unsafeArchive(entry) : error;
    });
    try {
      for await (const chunk of content) {
        this.#countBytes(chunk.byteLength);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
  }

  /** A link to what is in the same archive. */
  addLink(entry: string, target: string): void {
    this.#count();
    const path = innerPath(entry);
    const isAbsolute = /^(?:[\\/]|[A-Za-z]:)/.test(target);
    const inner = posix.normalize(posix.join(posix.dirname(path), target));
    if (path === '' || target === '' || target.length > MAX_LINK || isAbsolute || /[\0\\]/.test(target)) {
      throw unsafeArchive(entry);
    }
    if (inner === '..' || inner.startsWith('../')) throw unsafeArchive(entry);
    this.#links.push({ path, target, entry });
  }

  /** A second name of a file that was written before: it becomes a copy. */
  async addHardLink(entry: string, target: string): Promise<void> {
    this.#count();
    const from = this.#filePath(target);
    const stats = await lstat(from).catch(() => undefined);
    if (stats?.isFile() !== true) throw unsafeArchive(entry);
    this.#countBytes(stats.size);
    const path = this.#filePath(entry);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(from, path, constants.COPYFILE_EXCL).catch((error: unknown) => {
      throw isExisting(error) ? unsafeArchive(entry) : error;
    });
  }

  /** Makes the links. Nothing may be added afterwards. */
  async finish(): Promise<void> {
    const root = await realpath(this.#folder);
    const style = pathStyleOf(root);
    const made: { readonly path: string; readonly entry: string }[] = [];
    for (const { path, target, entry } of this.#links) {
      const absolute = this.#absolute(path);
      await mkdir(dirname(absolute), { recursive: true });
      // A link made before may stand among the folders of this one.
      if (!isInside(root, await realpath(dirname(absolute)), style)) throw unsafeArchive(entry);
      await symlink(target, absolute).catch((error: unknown) => {
        throw isExisting(error) ? unsafeArchive(entry) : error;
      });
      made.push({ path: absolute, entry });
    }
    for (const { path, entry } of made) {
      const leadsTo = await realpath(path).catch(() => undefined);
      if (leadsTo === undefined || !isInside(root, leadsTo, style)) throw unsafeArchive(entry);
    }
  }

  #filePath(entry: string): string {
    const path = innerPath(entry);
    if (path === '') throw unsafeArchive(entry);
    return this.#absolute(path);
  }

  #absolute(path: string): string {
    return join(this.#folder, ...path.split('/'));
  }

  #count(): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.maxEntries) throw tooLarge();
  }

  #countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw tooLarge();
  }
}

function tooLarge(): Error {
  return installError('archive-too-large', registryStrings.archiveTooLarge());
}

/** A path of an archive, with `/`, relative to its root (which is ''). Throws a ParleyError where it leads elsewhere. */
function innerPath(entry: string): string {
  // Archives made on Windows may have its slashes.
  const parts = entry
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const isRefused =
    /^(?:[\\/]|[A-Za-z]:)/.test(entry) ||
    entry.length > MAX_PATH ||
    parts.some((part) => part === '..' || /[\0:]/.test(part) || DEVICE.test(part) || /[. ]$/.test(part));
  if (isRefused) throw unsafeArchive(entry);
  return parts.join('/');
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR');
}
