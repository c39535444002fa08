// Reads and writes the log of a session on the disk: appends whole lines, replaces it as a whole, adds it up.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LogFold, type FoldedLog } from '../core/history/foldLog.ts';
import { parseLine } from '../core/history/logLine.ts';
import { withoutCopies } from '../core/history/repairDoubled.ts';
import type { SessionSummary } from '../core/history/sessionSummary.ts';
import { bytesAt, FileTooLargeError, openRegularFile } from '../storage/boundedRead.ts';
import { makePrivateFolder, openPrivate } from '../storage/privateFiles.ts';

/** Identifies a version of a file: another one has another stamp. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly mtimeMs: number;
}

/** What a log is found to be. */
export type ReadLog =
  | { readonly kind: 'session'; readonly folded: FoldedLog; readonly size: number }
  | { readonly kind: 'newer' | 'unreadable' };

/** What the list needs of a log. */
export type ReadSummary =
  { readonly kind: 'session'; readonly summary: SessionSummary } | { readonly kind: 'newer' | 'unknown' };

const NEWLINE = 0x0a;
/** A log is read and written in slices, so that others get their turn. */
const SLICE_MS = 8;
/** A summary is looked for at the end of a log, the header at its beginning. */
const TAIL_BYTES = 8_192;
const HEAD_BYTES = 4_096;
/** So much is gathered before it is written. */
const WRITE_CHARACTERS = 1_000_000;
/** So much is read at once. */
const READ_BYTES = 1024 ** 2;
/** No log gets that long: it is written anew before. */
const MAX_LOG_BYTES = 1024 ** 3;
/** Parley writes no longer lines. */
const MAX_LINE_BYTES = 64 * 1024 ** 2;

/**
 * Appends lines to a log that exists. A last line that was torn before is ended first, so that it spoils nothing but
 * itself. Rejects when the log is gone or cannot be written.
 */
export async function appendToLog(path: string, lines: Iterable<string>): Promise<FileStamp> {
  const handle = await openPrivate(path, constants.O_RDWR | constants.O_APPEND);
  try {
    const { size } = await handle.stat();
    const isTorn = size > 0 && (await byteAt(handle, size - 1)) !== NEWLINE;
    if (isTorn) await handle.writeFile('\n');
    await writeLines(handle, lines);
    return await stampOf(handle);
  } finally {
    await handle.close();
  }
}

/** Writes a log anew, through a file beside it, so that either the old one or the new one is there, whole. */
export async function rewriteLog(path: string, lines: Iterable<string>): Promise<FileStamp> {
  const beside = `${path}.${randomUUID()}.tmp`;
  await makePrivateFolder(dirname(path));
  try {
    const stamp = await writeNew(beside, lines);
    await rename(beside, path);
    return stamp;
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeNew(path: string, lines: Iterable<string>): Promise<FileStamp> {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const handle = await openPrivate(path, O_WRONLY | O_CREAT | O_EXCL);
  try {
    await writeLines(handle, lines);
    await handle.sync();
    return await stampOf(handle);
  } finally {
    await handle.close();
  }
}

/** Making a line takes longer than writing it. */
async function writeLines(handle: FileHandle, lines: Iterable<string>): Promise<void> {
  let gathered = '';
  let sliceEnd = performance.now() + SLICE_MS;
  for (const line of lines) {
    gathered += line;
    if (gathered.length >= WRITE_CHARACTERS) {
      await handle.writeFile(gathered);
      gathered = '';
    } else if (performance.now() > sliceEnd) await setImmediate();
    else continue;
    sliceEnd = performance.now() + SLICE_MS;
  }
  await handle.writeFile(gathered);
}

/**
 * Adds a log up, in slices and in bounded memory. Rejects when it cannot be read: with a NotAFileError for a link, a pipe
 * or the like, with a FileTooLargeError for what no version of Parley can have written.
 */
export async function readLog(path: string): Promise<ReadLog> {
  const { handle, size } = await openRegularFile(path);
  try {
    if (size > MAX_LOG_BYTES) throw new FileTooLargeError(path, size);
    const fold = new LogFold();
    const lines = new LogLines(fold);
    let sliceEnd = performance.now() + SLICE_MS;
    for (let position = 0; position < size;) {
      const piece = await bytesAt(handle, position, Math.min(READ_BYTES, size - position));
      if (piece.length === 0) break;
      position += piece.length;
      for (const _line of lines.add(piece)) {
        if (performance.now() < sliceEnd) continue;
        await setImmediate();
        sliceEnd = performance.now() + SLICE_MS;
      }
    }
    lines.end();
    const folded = fold.result();
    if (folded !== undefined) {
      return { kind: 'session', folded: { ...folded, state: withoutCopies(folded.state) }, size };
    }
    return { kind: fold.isNewer ? 'newer' : 'unreadable' };
  } finally {
    await handle.close();
  }
}

/** Splits the bytes of a log into its lines. A line that is too long counts as one that was torn. */
class LogLines {
  readonly #fold: LogFold;
  #begun: Buffer[] = [];
  #begunBytes = 0;

  constructor(fold: LogFold) {
    this.#fold = fold;
  }

  /** Adds bytes; yields after each line. */
  *add(bytes: Buffer): Generator<void> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#gather(bytes.subarray(start, end));
      this.end();
      start = end + 1;
      yield;
    }
    this.#gather(bytes.subarray(start));
  }

  /** The line that was begun is at its end. */
  end(): void {
    const line = this.#begun.length === 1 ? this.#begun[0] : Buffer.concat(this.#begun);
    if (line !== undefined) {
      this.#fold.add(this.#begunBytes > MAX_LINE_BYTES ? '?' : line.toString('utf8'), this.#begunBytes);
    }
    this.#begun = [];
    this.#begunBytes = 0;
  }

  #gather(bytes: Buffer): void {
    this.#begunBytes += bytes.length;
    if (this.#begunBytes > MAX_LINE_BYTES) this.#begun = [];
    else if (bytes.length > 0) this.#begun.push(bytes);
  }
}

/** The summary at the end of a log, without reading the rest; `unknown` when its last line is another. */
export async function readSummary(path: string): Promise<ReadSummary> {
  const { handle, size } = await openRegularFile(path);
  try {
    const head = await bytesAt(handle, 0, Math.min(size, HEAD_BYTES));
    const [first = ''] = head.toString('utf8').split('\n', 1);
    if (parseLine(first)?.kind === 'newer') return { kind: 'newer' };
    const tail = (await bytesAt(handle, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))).toString(
      'utf8',
    );
    if (!tail.endsWith('\n')) return { kind: 'unknown' };
    const last = parseLine(tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1, -1));
    return last?.kind === 'summary' ? { kind: 'session', summary: last.summary } : { kind: 'unknown' };
  } finally {
    await handle.close();
  }
}

async function byteAt(handle: FileHandle, position: number): Promise<number | undefined> {
  return (await bytesAt(handle, position, 1))[0];
}

async function stampOf(handle: FileHandle): Promise<FileStamp> {
  const { size, mtimeMs } = await handle.stat();
  return { size, mtimeMs };
}
