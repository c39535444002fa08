// Deletes sessions of the history: one, all, or those over the limits; never one that another window has open.
import { rm, stat } from 'node:fs/promises';
import { sessionsOverLimits, type StoredSession } from '../core/history/historyLimits.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { HistoryFolder } from './historyFolder.ts';
import type { HistoryIndex } from './historyIndex.ts';
import type { HistorySettings } from './historyOptions.ts';
import type { HistoryRecorder } from './historyRecorder.ts';
import { inGroups } from './inGroups.ts';
import { removeHalfWritten, removeLeftovers, removeTextsBut } from './staleFiles.ts';
import type { WindowLocks } from './windowLocks.ts';

/** A file that another window may be about to rename is left alone for that many milliseconds. */
const HALF_WRITTEN_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const BYTES_PER_MEGABYTE = 1_000_000;

export interface HistoryDeletionOptions {
  readonly folder: HistoryFolder;
  readonly index: HistoryIndex;
  readonly locks: WindowLocks;
  /** What stores the sessions of this window; undefined while nothing does. */
  readonly recorder: () => HistoryRecorder | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes sessions out of the folder and the index; whoever calls it saves the index. */
export class HistoryDeletion {
  readonly #options: HistoryDeletionOptions;

  constructor(options: HistoryDeletionOptions) {
    this.#options = options;
  }

  /** While a session is deleted no other window opens it. Resolves to false when one has. */
  async delete(key: string): Promise<boolean> {
    const { folder, index, locks, recorder } = this.#options;
    await Promise.all([index.load(), recorder()?.settled()]);
    if (!(await locks.claim(key))) return false;
    try {
      await recorder()?.forget(key);
      await rm(folder.log(key), { force: true });
      await rm(folder.text(key), { force: true });
      index.delete(key);
    } finally {
      if (!this.#isRecorded(key)) await locks.release(key);
    }
    return true;
  }

  /**
   * Resolves to how many are left because another window has them open. Calls `onDeleted` with the key of each session that
   * is gone, also where it rejects afterwards.
   */
  async deleteAll(onDeleted?: (key: string) => void): Promise<number> {
    const { folder, index, recorder, clock } = this.#options;
    const keys = new Set([...(recorder()?.keys() ?? []), ...index.entries().map(([key]) => key)]);
    const left = new Set<string>();
    for (const key of keys) {
      if (await this.delete(key)) onDeleted?.(key);
      else left.add(key);
    }
    await removeTextsBut(folder, left);
    await removeHalfWritten(
      folder,
      left.size === 0 ? Number.POSITIVE_INFINITY : clock.now() - HALF_WRITTEN_MS,
    );
    return left.size;
  }

  /** Deletes what is older or larger than the settings allow, the oldest first. */
  async applyLimits({ maxAgeDays, maxSizeMB }: HistorySettings): Promise<void> {
    const { folder, index, clock, log } = this.#options;
    await index.load();
    const stored: (StoredSession | undefined)[] = [];
    const keys = index.entries().map(([key]) => key);
    for await (const group of inGroups(keys, (key) => this.#storedSession(key))) stored.push(...group);
    const limits = {
      maxAgeMs: maxAgeDays > 0 ? maxAgeDays * DAY_MS : undefined,
      maxBytes: maxSizeMB > 0 ? maxSizeMB * BYTES_PER_MEGABYTE : undefined,
    };
    const present = stored.filter((session) => session !== undefined);
    for (const key of sessionsOverLimits(present, limits, clock.now())) {
      await this.delete(key).catch((error: unknown) =>
        log.warn(`History: ${key} was not deleted: ${String(error)}`),
      );
    }
    await removeLeftovers(folder, clock.now());
  }

  async #storedSession(key: string): Promise<StoredSession | undefined> {
    const { folder, index } = this.#options;
    const log = index.get(key);
    if (log === undefined || log.found === 'newer') return undefined;
    const text = await stat(folder.text(key)).catch(() => undefined);
    return {
      key,
      updatedAt: log.found === 'unreadable' ? log.mtimeMs : log.found.updatedAt,
      bytes: log.size + (text?.size ?? 0),
      isOpen: this.#isRecorded(key),
    };
  }

  #isRecorded(key: string): boolean {
    return this.#options.recorder()?.state(key) !== undefined;
  }
}
