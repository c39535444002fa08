// Decides which files are small enough for a snapshot: all up to a limit, and larger ones that are texts; and how many may be in one.
import { lstat, open } from 'node:fs/promises';
import type { ExceededLimit } from './snapshotStore.ts';

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

/** How much of a file decides whether it is a text. */
const SAMPLE_BYTES = 8_000;

/** Reads a file only when its time or size has changed since it did so last. */
export class FileSizes {
  readonly #limits: SnapshotLimits;
  readonly #sampled = new Map<string, { readonly stamp: string; readonly isText: boolean }>();

  constructor(limits: SnapshotLimits) {
    this.#limits = limits;
  }

  /** The size; 0 for a link and for what does not exist or cannot be examined; undefined for what else is no file. */
  async sizeBytes(path: string): Promise<number | 'too big' | 'folder' | undefined> {
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isDirectory() === true) return 'folder';
    if (stats === undefined || stats.isSymbolicLink()) return 0;
    if (!stats.isFile()) return undefined;
    const { size, mtimeMs } = stats;
    if (size <= this.#limits.maxBinaryBytes) return size;
    if (size > this.#limits.maxFileBytes) return 'too big';
    const stamp = `${size} ${mtimeMs}`;
    const known = this.#sampled.get(path);
    const isText = known?.stamp === stamp ? known.isText : await looksLikeText(path).catch(() => true);
    this.#sampled.set(path, { stamp, isText });
    return isText ? size : 'too big';
  }
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
