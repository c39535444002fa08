// When files were changed, as far as their times say.
import { lstat } from 'node:fs/promises';
import type { Period } from './agentActivity.ts';

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
