// When files were changed, as far as their times say.
import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { CLOCK_LAG_MS, type Period } from './agentActivity.ts';

/** Whether a file was last changed before a moment, in epoch milliseconds. */
export async function isOlder(path: string, moment: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) < moment;
}

/** When a file was written, if that was in the time between two looks; else any moment of it. */
export async function changedIn(path: string, window: Period): Promise<Period> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return window;
  const at = Math.max(stats.mtimeMs, stats.ctimeMs);
  return at >= window.since && at <= window.until ? { since: at, until: at } : window;
}

/** The same by the one time that no program can set, for what must not be passed off as somebody else's. */
export async function surelyChangedIn(path: string, window: Period): Promise<Period> {
  const at = (await lstat(path).catch(() => undefined))?.ctimeMs;
  return at !== undefined && at >= window.since && at <= window.until ? { since: at, until: at } : window;
}

/**
 * Whether a folder in which a file has appeared is known to be new at its place since a moment, in epoch milliseconds: made,
 * or moved there with the file. Not all file systems say when a folder was made.
 */
export function isNewFolder(path: string, moment: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return false;
  return stats.birthtimeMs >= moment || stats.mtimeMs < moment;
}

/**
 * Whether a file that has come to a path is known to have been somewhere before a moment, in epoch milliseconds: it was moved
 * there, or nobody has looked at it.
 */
export async function isMadeBefore(path: string, moment: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && stats.birthtimeMs > 0 && stats.birthtimeMs < moment - CLOCK_LAG_MS;
}
