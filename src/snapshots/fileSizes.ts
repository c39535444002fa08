// Decides which files are small enough for a snapshot: all up to a limit, and larger ones that are texts; and how many may be in one.
import type { BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskStats } from './diskStats.ts';
import { SnapshotLimitError, type ExceededLimit } from './snapshotStore.ts';

export interface SnapshotLimits {
  readonly maxFiles: number;
  /** The same where there is no repository. */
  readonly maxFilesWithoutRepository: number;
  /** A lower one that the user has set. */
  readonly maxFilesOfUser?: number | undefined;
  /** The limit for all files together. */
  readonly maxBytes: number;
  /** For one snapshot: a prompt that waits for it can be sent without. */
  readonly timeoutMs: number;
  readonly maxFileBytes: number;
  /** The limit for one binary file. */
  readonly maxBinaryBytes: number;
}

export type FileCountLimits = Pick<
  SnapshotLimits,
  'maxFiles' | 'maxFilesWithoutRepository' | 'maxFilesOfUser'
>;

export const snapshotLimits: SnapshotLimits = {
  maxFiles: 1_000_000,
  maxFilesWithoutRepository: 200_000,
  maxBytes: 2 * 1024 ** 3,
  timeoutMs: 900_000,
  maxFileBytes: 10 * 1024 ** 2,
  maxBinaryBytes: 1024 ** 2,
};

/** How many files a snapshot may have, and which limit says so. */
export function fileLimit(
  { maxFiles, maxFilesWithoutRepository, maxFilesOfUser }: FileCountLimits,
  isRepository: boolean,
): { readonly most: number; readonly limit: ExceededLimit } {
  const most = isRepository ? maxFiles : Math.min(maxFiles, maxFilesWithoutRepository);
  if (maxFilesOfUser === undefined || maxFilesOfUser >= most) return { most, limit: 'files' };
  return { most: maxFilesOfUser, limit: 'maxFiles' };
}

/** How many files are examined at once. */
const MAX_IN_FLIGHT = 64;
/** How much of a file decides whether it is a text. */
const SAMPLE_BYTES = 8_000;

/** The files that are stored, those that are gone or that folders have replaced among them, and those that are too large. */
export type SizedFiles = Readonly<Record<'stored' | 'gone' | 'folders' | 'tooBig', readonly string[]>>;

/** Reads a file only when its time or size has changed since it did so last. */
export class FileSizes {
  readonly #limits: SnapshotLimits;
  readonly #sampled = new Map<string, { readonly stamp: string; readonly isText: boolean }>();

  constructor(limits: SnapshotLimits) {
    this.#limits = limits;
  }

  /**
   * The files of a work tree by what becomes of them. What is neither a file nor a link nor deleted is left out. Rejects with
   * a SnapshotLimitError where they are too large together. `onProgress` is called with the share that is examined; `changedAt` is given
   * when each file was changed, in epoch milliseconds.
   */
  async withinLimits(
    workTree: string,
    files: readonly string[],
    signal: AbortSignal,
    onProgress: (share: number) => void,
    changedAt?: Map<string, number>,
  ): Promise<SizedFiles> {
    const stored: string[] = [];
    const tooBig: string[] = [];
    const folders: string[] = [];
    const gone: string[] = [];
    let bytes = 0;
    const disk = new DiskStats();
    for (let start = 0; start < files.length; start += MAX_IN_FLIGHT) {
      signal.throwIfAborted();
      const some = files.slice(start, start + MAX_IN_FLIGHT);
      const sizes = await Promise.all(
        some.map(async (path) => {
          const stats = await disk.at(join(workTree, path));
          if (stats?.isDirectory() === false) changedAt?.set(path, changeTime(stats));
          return this.#sizeOf(join(workTree, path), stats);
        }),
      );
      for (const [index, size] of sizes.entries()) {
        const path = some[index];
        if (path === undefined || size === undefined) continue;
        if (size === 'too big') {
          tooBig.push(path);
          continue;
        }
        stored.push(path);
        if (size === 'folder') folders.push(path);
        else if (size === 'gone') gone.push(path);
        else bytes += size;
      }
      if (bytes > this.#limits.maxBytes) throw new SnapshotLimitError('bytes');
      onProgress(start / files.length);
    }
    return { stored, gone, folders, tooBig };
  }

  /** The size; 0 for a link; gone is also what cannot be examined; undefined for what else is no file. */
  async #sizeOf(
    path: string,
    stats: BigIntStats | undefined,
  ): Promise<number | 'too big' | 'folder' | 'gone' | undefined> {
    if (stats?.isDirectory() === true) return 'folder';
    if (stats === undefined) return 'gone';
    if (stats.isSymbolicLink()) return 0;
    if (!stats.isFile()) return undefined;
    const size = Number(stats.size);
    if (size <= this.#limits.maxBinaryBytes) return size;
    if (size > this.#limits.maxFileBytes) return 'too big';
    const stamp = `${size} ${stats.mtimeNs}`;
    const known = this.#sampled.get(path);
    const isText = known?.stamp === stamp ? known.isText : await looksLikeText(path).catch(() => true);
    this.#sampled.set(path, { stamp, isText });
    return isText ? size : 'too big';
  }
}

/** When a file was written, or is said to have been, or when its permissions or its place were changed: the latest. */
function changeTime({ mtimeMs, ctimeMs }: BigIntStats): number {
  return Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
}

async function looksLikeText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}
