// What is on the disk at a path, as changes are compared and written back. Pure Node; no `vscode` import.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstatSync, type BigIntStats, type Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { absent, isSameFile, type FileState, type FileStates } from '../core/changes/fileState.ts';
import { withLineFeeds } from '../core/text/lineEndings.ts';
import type { StoredFile } from './snapshotStore.ts';

/** Larger files are never read: they are the same when size and time are. */
const MAX_READ_BYTES = 10 * 1024 ** 2;

export const LINK_MODE = '120000';
const FILE_MODE = '100644';
const EXECUTABLE_MODE = '100755';

/** The text of bytes, byte order mark and line ends included; undefined when they are no UTF-8 text or too long. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_READ_BYTES || bytes.includes(0)) return undefined;
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** The state that stands for contents in a snapshot, compared as a whole. */
export function bytesState({ mode, hash }: StoredFile): FileState {
  // Whether a file is executable is not what is compared.
  return { kind: 'bytes', hash: `${mode === LINK_MODE ? LINK_MODE : FILE_MODE} ${hash}` };
}

/** The same contents, compared as a whole. */
export function asBytes(state: FileState): FileState {
  if (state.kind !== 'text') return state;
  return bytesState({ mode: FILE_MODE, hash: hashOfText(state.text) });
}

/** Whether the same is at the path in both, whether it is known as a text or not. */
export function isSameContents(a: FileState, b: FileState): boolean {
  return a.kind === b.kind ? isSameFile(a, b) : isSameFile(asBytes(a), asBytes(b));
}

/** The contents that {@link bytesState} stands for. */
export function storedBytes(hash: string): StoredFile {
  const [mode = '', name = ''] = hash.split(' ');
  return { mode, hash: name };
}

/** What was at a path where nobody can say any more: it can be compared, and never be restored. */
export const unknownState: FileState = { kind: 'bytes', hash: `${FILE_MODE} unknown` };

/** What was in a file that no snapshot could hold: it can be compared, and never be restored. */
export const untrackedState: FileState = { kind: 'bytes', hash: `${FILE_MODE} untracked` };

/** Whether this stands for contents that nobody knows any more. */
export function isUnknown(state: FileState): boolean {
  return isSameFile(state, unknownState);
}

/** What is at a path. What is no file, link or nothing, or cannot be read, counts as bytes of its own. */
export async function diskState(path: string, like?: FileStates): Promise<FileState> {
  return stateAt(path, await lstat(path).catch(() => undefined), like);
}

/** {@link diskState}, where the file system was asked already what is at the path, and maybe for the bytes. */
export async function stateAt(
  path: string,
  stats: Stats | BigIntStats | undefined,
  like?: FileStates,
  bytes?: Buffer,
): Promise<FileState> {
  if (stats === undefined) return absent;
  if (stats.isDirectory()) return absent;
  const unread: FileState = { kind: 'bytes', hash: `${FILE_MODE} unread ${stats.size} ${mtimeMsOf(stats)}` };
  try {
    if (stats.isSymbolicLink()) {
      const target = await readlink(path, { encoding: 'buffer' });
      return bytesState({ mode: LINK_MODE, hash: blobHash(target) });
    }
    if (!stats.isFile() || stats.size > MAX_READ_BYTES) return unread;
    return stateOf(bytes ?? (await readFile(path)), like);
  } catch {
    return unread;
  }
}

/** With the fraction that the other kind has. */
function mtimeMsOf(stats: Stats | BigIntStats): number {
  if (!('mtimeNs' in stats)) return stats.mtimeMs;
  const second = 1_000_000_000n;
  return Number(stats.mtimeNs / second) * 1_000 + Number(stats.mtimeNs % second) / 1_000_000;
}

/** git's mode of the file at a path; undefined if the path has no file. */
export async function modeAt(path: string): Promise<string | undefined> {
  return modeOf(await lstat(path).catch(() => undefined));
}

/** {@link modeAt} */
export function modeAtSync(path: string): string | undefined {
  return modeOf(statsAtSync(path));
}

/** What is at a path itself, if anything is. */
export function statsAtSync(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder above it is a file by now, or cannot be read.
    return undefined;
  }
}

/** git's mode of a file. */
export function modeOf(stats: Stats | BigIntStats | undefined): string | undefined {
  if (stats?.isFile() !== true) return undefined;
  return (Number(stats.mode) & 0o100) === 0 ? FILE_MODE : EXECUTABLE_MODE;
}

/** Contents as a text where they are one, except where they are known as bytes in `like`. */
function stateOf(bytes: Buffer, like?: FileStates): FileState {
  const knownAsBytes = like?.before.kind === 'bytes' || like?.after.kind === 'bytes';
  const text = textOf(bytes);
  if (text === undefined || knownAsBytes) {
    const state = bytesState({ mode: FILE_MODE, hash: blobHash(bytes) });
    const isOneOfThem = [like?.before, like?.after].some(
      (known) => known?.kind === 'bytes' && state.kind === 'bytes' && known.hash === state.hash,
    );
    if (text === undefined || isOneOfThem) return state;
  }
  return { kind: 'text', text };
}

/** The name git gives to a text. */
function hashOfText(text: string): string {
  return blobHash(Buffer.from(text, 'utf8'));
}

/** The name git gives to a text that it stores with `\n` at the end of every line. */
export function hashWithLineFeeds(text: string): string {
  return hashOfText(withLineFeeds(text));
}

/** The names that git gives to a text, as it is and with line feeds, in a repository with names of SHA-256. */
export function sha256NamesOf(text: string): readonly string[] {
  return [text, withLineFeeds(text)].map((each) => blobHash(Buffer.from(each), 'sha256'));
}

/** The name git gives to contents. */
function blobHash(bytes: Buffer, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
