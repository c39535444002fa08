// Reads what git has added to one of its logs since it was looked at, also where the log is another one by now.
import { EMPTY_TREE } from '../../../../snapshots/snapshotStore.ts';
import { bytesAt, openRegularFile } from '../../../../storage/boundedRead.ts';

/** More moves than these between two looks are not followed one by one. */
const MAX_LOG_BYTES = 256 * 1024;
/** How much of the log before a position is compared, to see whether it is still the same log. */
const MAX_TAIL_BYTES = 1024;

/** Where a log ended. */
export interface LogPosition {
  readonly path: string;
  readonly bytes: number;
  /** The last of what was in it. */
  readonly tail: string;
}

/** A line in the log of HEAD. */
export interface LogEntry {
  readonly from: string;
  readonly to: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly what: string;
}

/** Where a log ends now; a log that is not there, or cannot be read, is empty. */
export async function logPosition(path: string): Promise<LogPosition> {
  const found = await openRegularFile(path).catch(() => undefined);
  if (found === undefined) return { path, bytes: 0, tail: '' };
  const { handle, size } = found;
  try {
    return { path, bytes: size, tail: await tailAt(handle, size) };
  } finally {
    await handle.close();
  }
}

/**
 * The entries that came after a position, and whether the log was only continued. Of another log, as that of a repository
 * that was made anew, they are those since a moment, in epoch milliseconds. Rejects where they cannot be read, or are too many.
 */
export async function entriesSince(
  path: string,
  position: LogPosition | undefined,
  since: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly isContinued: boolean }> {
  const found = await openRegularFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found === undefined) return { entries: [], isContinued: position?.bytes === 0 };
  const { handle, size } = found;
  try {
    const isSame = position !== undefined && position.path === path && size >= position.bytes;
    const isContinued = isSame && (await tailAt(handle, position.bytes)) === position.tail;
    const start = isContinued ? position.bytes : 0;
    if (size - start > MAX_LOG_BYTES) throw new Error('The log is too long.');
    const entries = entriesIn((await bytesAt(handle, start, size - start)).toString('utf8'));
    const isNew = ({ time }: LogEntry): boolean => isContinued || time >= Math.floor(since / 1000);
    return { entries: entries.filter(isNew), isContinued };
  } finally {
    await handle.close();
  }
}

/** The entries of whole lines of a log. */
export function entriesIn(text: string): readonly LogEntry[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([^\t]*)\t?(.*)$/.exec(line);
    if (found === null) return [];
    const [, from = '', to = '', who = '', what = ''] = found;
    const time = Number(/ (\d+) [+-]\d{4}$/.exec(who)?.[1]);
    return { from: orEmptyTree(from), to: orEmptyTree(to), time, what };
  });
}

async function tailAt(handle: Parameters<typeof bytesAt>[0], end: number): Promise<string> {
  const start = Math.max(0, end - MAX_TAIL_BYTES);
  return (await bytesAt(handle, start, end - start)).toString('latin1');
}

function orEmptyTree(name: string): string {
  return /^0+$/.test(name) ? EMPTY_TREE : name;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
