// Decides which files are small enough for a snapshot: all up to some size, and longer ones that are texts.
import type { Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

export interface SnapshotLimits {
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
  /** Milliseconds for one snapshot. */
  readonly time: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of one file that is no text. */
  readonly binaryBytes: number;
}

export const snapshotLimits: SnapshotLimits = {
  files: 50_000,
  bytes: 2 * 1024 ** 3,
  time: 20_000,
  fileBytes: 10 * 1024 ** 2,
  binaryBytes: 1024 ** 2,
};

/** How much of a file decides whether it is a text, in bytes. */
const SAMPLE = 8_000;

/** Looks into a file only when its time or size has changed since it did so last. */
export class FileSizes {
  readonly #limits: SnapshotLimits;
  readonly #sampled = new Map<string, { readonly stamp: string; readonly isText: boolean }>();

  constructor(limits: SnapshotLimits) {
    this.#limits = limits;
  }

  /** Bytes; 0 for a link and for what is gone or cannot be looked at; undefined for what is no file. */
  async toKeep(path: string): Promise<number | 'too big' | undefined> {
    return this.toKeepOf(path, await lstat(path).catch(() => undefined));
  }

  /** The same of a path that has been looked at. */
  async toKeepOf(path: string, stats: Stats | undefined): Promise<number | 'too big' | undefined> {
    if (stats === undefined || stats.isSymbolicLink()) return 0;
    if (!stats.isFile()) return undefined;
    const { size, mtimeMs } = stats;
    if (size <= this.#limits.binaryBytes) return size;
    if (size > this.#limits.fileBytes) return 'too big';
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}
