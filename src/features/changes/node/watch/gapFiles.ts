// Files that no snapshot holds although it covers their folders: too large, or unreadable. That one was changed, its size
// and times say, and what was in it before nobody knows.
import { lstat } from 'node:fs/promises';
import type { FileState } from '../../../../core/changes/fileState.ts';
import { diskState, untrackedState } from '../../../../snapshots/diskState.ts';
import { CLOCK_LAG_MS } from './agentActivity.ts';

interface GapFile {
  readonly stamp: string;
  /** What was there when it was found to be changed last. */
  readonly state: FileState;
}

export class GapFiles {
  #known: ReadonlyMap<string, GapFile> = new Map();

  /**
   * What became of those that a snapshot left out `before`, in epoch milliseconds `since` that; `now` are those that the next
   * one leaves out.
   */
  async changes(
    before: readonly string[],
    now: readonly string[],
    since: number,
  ): Promise<readonly { readonly path: string; readonly from: FileState; readonly to: FileState }[]> {
    const earlier = new Set(before);
    const left = new Set(now);
    const known = new Map<string, GapFile>();
    const changes: { path: string; from: FileState; to: FileState }[] = [];
    for (const path of new Set([...before, ...now])) {
      const stats = await lstat(path).catch(() => undefined);
      const { size, ino, mtimeMs = Infinity, ctimeMs = Infinity } = stats ?? {};
      const stamp = [size, ino, mtimeMs, ctimeMs].join(' ');
      const last = this.#known.get(path);
      const isChanged =
        earlier.has(path) &&
        (last === undefined ? Math.max(mtimeMs, ctimeMs) + CLOCK_LAG_MS >= since : last.stamp !== stamp);
      const from = last?.state ?? untrackedState;
      const state = isChanged || !earlier.has(path) ? await diskState(path) : from;
      if (isChanged) changes.push({ path, from, to: state });
      if (left.has(path)) known.set(path, { stamp, state });
    }
    this.#known = known;
    return changes;
  }

  /** Begins anew with those that a snapshot leaves out. */
  async begin(now: readonly string[]): Promise<void> {
    this.#known = new Map();
    await this.changes(now, now, Infinity);
  }
}
