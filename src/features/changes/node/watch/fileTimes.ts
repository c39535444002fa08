// When files were changed, as far as their times say.
import type { BigIntStats, Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { mapInParallel } from '../../../../core/base/inParallel.ts';
import { statsAtSync } from '../../../../snapshots/diskState.ts';
import { DiskStats } from '../../../../snapshots/diskStats.ts';
import { CLOCK_LAG_MS, type Period } from './agentActivity.ts';

/** How many files are looked at at once. */
const MAX_IN_FLIGHT = 32;
/** A file that is written twice within a tick of the clock of its times may look the same. */
const TICK_MS = 50;
/** Some file systems know only every other second. */
const COARSE_TICK_MS = 2_000;
const NS_PER_MS = 1_000_000n;

/** The times of the file at a path; undefined where no file is. */
export type FileTimes = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'birthtimeMs' | 'isDirectory'> | undefined;

/** Asks for files, in the order of the paths; undefined where none is. */
export function filesAt(paths: readonly string[]): Promise<readonly (BigIntStats | undefined)[]> {
  const disk = new DiskStats();
  return mapInParallel(paths, MAX_IN_FLIGHT, (path) => disk.at(path));
}

/** The times of a file, in fractions of milliseconds. */
export function timesOf(stats: BigIntStats | undefined): FileTimes {
  return (
    stats && {
      mtimeMs: milliseconds(stats.mtimeNs),
      ctimeMs: milliseconds(stats.ctimeNs),
      birthtimeMs: milliseconds(stats.birthtimeNs),
      isDirectory: () => stats.isDirectory(),
    }
  );
}

/**
 * By which a file is known to be the same at a later moment than `at`, in epoch milliseconds, as it was then. Undefined where
 * it changed so short a time before that the next change may leave the times as they are.
 */
export function stampOf(stats: BigIntStats, at: number): string | undefined {
  const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
  const tickMs = ctimeNs % NS_PER_MS === 0n ? COARSE_TICK_MS : TICK_MS;
  const isOver = at - Number(ctimeNs / NS_PER_MS) > tickMs;
  return isOver ? [dev, ino, mode, size, mtimeNs, ctimeNs].join(' ') : undefined;
}

function milliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds / NS_PER_MS) + Number(nanoseconds % NS_PER_MS) / 1e6;
}

/** Whether a file was last changed before a moment, in epoch milliseconds. */
export function isOlder(times: FileTimes, moment: number): boolean {
  return times !== undefined && Math.max(times.mtimeMs, times.ctimeMs) < moment;
}

/** When a file was written, if that was in the time between two looks; else any moment of it. */
export async function changedIn(path: string, window: Period): Promise<Period> {
  return changedBy(await lstat(path).catch(() => undefined), window);
}

/** {@link changedIn}, by times that are known. */
export function changedBy(times: FileTimes, window: Period): Period {
  if (times === undefined || times.isDirectory()) return window;
  return periodAt(Math.max(times.mtimeMs, times.ctimeMs), window);
}

/** A moment, where it is in a period; else any moment of that. */
export function periodAt(at: number, window: Period): Period {
  return at >= window.since && at <= window.until ? { since: at, until: at } : window;
}

/** The same by the one time that no program can set, for what must not be passed off as somebody else's. */
export async function surelyChangedIn(path: string, window: Period): Promise<Period> {
  const at = (await lstat(path).catch(() => undefined))?.ctimeMs;
  return at === undefined ? window : periodAt(at, window);
}

/**
 * Whether a folder in which a file has appeared is known to be new at its place since a moment, in epoch milliseconds: made,
 * or moved there with the file. Not all file systems say when a folder was made.
 */
function isNewFolder(path: string, moment: number): boolean {
  const stats = statsAtSync(path);
  if (stats?.isDirectory() !== true) return false;
  return stats.birthtimeMs >= moment || stats.mtimeMs < moment;
}

/** Which folders around files are new. Thousands of files change in the same folders, which are asked for once. */
export class NewFolders {
  /** What is known in this turn of the event loop: in the next one, Parley itself may have made or removed a folder. */
  readonly #known = new Map<string, boolean>();

  /** How many of the folders around a path and below `top`, from the innermost on, were made since a moment, in epoch milliseconds. */
  countAround(path: string, top: string, moment: number): number {
    let count = 0;
    for (let at = dirname(path); at !== top && this.#isNew(at, moment); at = dirname(at)) count++;
    return count;
  }

  #isNew(folder: string, moment: number): boolean {
    const key = `${moment} ${folder}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size === 0) setImmediate(() => this.#known.clear());
    const isNew = isNewFolder(folder, moment);
    this.#known.set(key, isNew);
    return isNew;
  }
}

/**
 * Whether a file that has come to a path is known to have been somewhere before a moment, in epoch milliseconds: it was moved
 * there, or nobody has looked at it.
 */
export function isMadeBefore(times: FileTimes, moment: number): boolean {
  return times !== undefined && times.birthtimeMs > 0 && times.birthtimeMs < moment - CLOCK_LAG_MS;
}
