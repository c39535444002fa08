// The sessions that were: kept on the disk as they happen, listed, read, searched and deleted.
import { rm, stat } from 'node:fs/promises';
import { sessionsOverLimits, type KeptSession } from '../core/history/historyLimits.ts';
import { passes, type SearchFilter, type SearchHit } from '../core/history/searchFilter.ts';
import { SearchQuery, searchText } from '../core/history/searchText.ts';
import { summaryTitle, type SessionSummary } from '../core/history/sessionSummary.ts';
import { Emitter, type Disposable, type Event } from '../core/base/lifecycle.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';
import { HistoryFolder, isFileKey } from './historyFolder.ts';
import { HistoryIndex } from './historyIndex.ts';
import { removeHalfWritten, removeLeftovers, removeTextsBut } from './staleFiles.ts';
import { readLog, type FileStamp } from './logFile.ts';
import { OpenInOtherWindows } from './openInOtherWindows.ts';
import { Recorder } from './historyRecorder.ts';
import { searchHistory } from './searchHistory.ts';
import { SearchTexts } from './searchTexts.ts';
import type { KnownLog } from './sessionLog.ts';
import { WindowLocks } from './windowLocks.ts';

/** Milliseconds between a change of the list and its cache being written. */
const INDEX_DELAY = 3_000;
/** A file that another window may be about to rename is left alone for that many milliseconds. */
const HALF_WRITTEN = 60_000;
const DAY = 24 * 3_600_000;
const MEGABYTE = 1_000_000;

export interface HistorySettings {
  /** Whether sessions are kept; those that were stay readable. */
  readonly isEnabled: boolean;
  /** 0: for ever. */
  readonly maxAgeDays: number;
  /** Of all sessions together; 0: without a limit. */
  readonly maxSizeMB: number;
}

export interface HistoryOptions {
  /** Absolute; made when there is something to keep. Several windows may use it. */
  readonly folder: string;
  /** A folder that VS Code gives to one window at a time; absent where it gives none. */
  readonly place?: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => HistorySettings;
}

/**
 * What the user should know, reported once each: sessions cannot be stored at present, or some were stored by a newer
 * version of Parley.
 */
export type HistoryError =
  | { readonly kind: 'unwritable'; readonly reason: string }
  | { readonly kind: 'newer-version'; readonly sessions: number };

/** The history of all windows, as this one sees it. */
export class History implements Disposable {
  readonly #options: HistoryOptions;
  readonly #folder: HistoryFolder;
  readonly #index: HistoryIndex;
  readonly #locks: WindowLocks;
  readonly #elsewhere: OpenInOtherWindows;
  readonly #texts: SearchTexts;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<HistoryError>();
  readonly #reported = new Set<HistoryError['kind']>();
  readonly #read = new WeakMap<SessionState, KnownLog>();
  /** What is searched of the sessions in the store, made when it is asked for. */
  readonly #openTexts = new WeakMap<SessionState, string>();
  #list: readonly SessionSummary[] | undefined;
  #recorder: Recorder | undefined;
  #refreshing: Promise<void> | undefined;
  #indexTimer: Disposable | undefined;

  /** Fires when a session was added or removed, its summary changed while it does not run, or a window took or left it. */
  readonly onChange: Event<void> = this.#changed.event;
  readonly onError: Event<HistoryError> = this.#failed.event;

  private constructor(options: HistoryOptions) {
    this.#options = options;
    this.#folder = new HistoryFolder(options.folder);
    this.#index = new HistoryIndex(this.#folder);
    this.#locks = new WindowLocks(this.#folder, options.clock, options.place);
    this.#elsewhere = new OpenInOtherWindows({
      folder: this.#folder,
      locks: this.#locks,
      clock: options.clock,
      onChange: () => {
        this.#changed.fire();
        // Other windows write what they take, and what they leave.
        void this.refresh();
      },
    });
    this.#texts = new SearchTexts(this.#folder, options.log);
  }

  /**
   * Opens the history as its cache tells it and looks at the files behind that afterwards (`refresh` waits for it).
   * Never rejects.
   */
  static async open(options: HistoryOptions): Promise<History> {
    const history = new History(options);
    await history.#index.load();
    void history.refresh();
    return history;
  }

  /** All sessions, the one in which something was said or done last first. */
  summaries(): readonly SessionSummary[] {
    this.#list ??= this.#index
      .entries()
      .flatMap(([, { found }]) => (typeof found === 'string' ? [] : [found]))
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    return this.#list;
  }

  summary(key: string): SessionSummary | undefined {
    const found = this.#index.get(key)?.found;
    return typeof found === 'string' ? undefined : found;
  }

  /** Looks at what other windows wrote. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /** The keys of the sessions that other living windows have, as it was looked at last. */
  elsewhere(): ReadonlySet<string> {
    return this.#elsewhere.keys;
  }

  /** Whether another living window has the session now. */
  async isOpenInOtherWindow(key: string): Promise<boolean> {
    return isFileKey(key) && this.#locks.isOpenInOtherWindow(key);
  }

  /**
   * Takes a session for this window, trying for `patience` milliseconds. Resolves to false when another living window
   * has it. It is let go when it leaves the store.
   */
  claim(key: string, patience = 0): Promise<boolean> {
    return isFileKey(key) ? this.#locks.claim(key, patience) : Promise.resolve(false);
  }

  /** Whether the window that has a session may be the one before this, which ends but has not let it go yet. */
  mayBeLeft(key: string): Promise<boolean> {
    return this.#locks.mayBeLeft(key);
  }

  /** Lets another window have a session that was claimed and not put into the store. */
  release(key: string): Promise<void> {
    return this.#locks.release(key);
  }

  /**
   * A session as it was kept; undefined when it cannot be read. When the very object is put into the store, what happens
   * then is appended to the log, otherwise the log is written anew.
   */
  async read(key: string): Promise<SessionState | undefined> {
    if (!isFileKey(key)) return undefined;
    await this.#recorder?.settled();
    const log = await readLog(this.#folder.log(key)).catch(() => undefined);
    if (log?.kind !== 'session') return undefined;
    const { createdAt, updatedAt, baseBytes, skipped } = log.folded;
    // A file that was copied by hand tells another key than its name.
    const state = { ...log.folded.state, key };
    if (skipped > 0) this.#options.log.warn(`History: ${skipped} lines of ${key} could not be read.`);
    this.#read.set(state, { createdAt, updatedAt, baseBytes, isCurrent: true });
    return state;
  }

  /** When something was last said or done in a session that was read, in epoch milliseconds. */
  activeAt(state: SessionState): number | undefined {
    return this.#read.get(state)?.updatedAt;
  }

  /** Keeps the sessions of the store from now on, until it is disposed. Once in a window. */
  record(store: SessionStore): Disposable {
    const { clock, settings } = this.#options;
    const recorder = new Recorder({
      store,
      folder: this.#folder,
      clock,
      locks: this.#locks,
      texts: this.#texts,
      isEnabled: () => settings().isEnabled,
      known: (state) => this.#knownLog(state),
      onWritten: (summary, stamp) => this.#written(summary, stamp),
      onFailure: (key, error) => this.#writeFailed(key, error),
    });
    this.#recorder = recorder;
    return recorder;
  }

  /** Writes everything there is to write. Never rejects. */
  async flush(): Promise<void> {
    await this.#recorder?.flush();
    await this.#saveIndex();
  }

  /** The first thing to do when the window closes: writes what there is to write, and tells the next window. Never rejects. */
  async leave(): Promise<void> {
    await Promise.all([this.#locks.leave(), this.flush()]);
  }

  /** The last thing to do before the window closes: writes everything, and lets other windows have the sessions. */
  async close(): Promise<void> {
    await this.flush();
    await this.#locks.releaseAll();
  }

  /**
   * Deletes a session for good; one that is in the store is kept again from its next prompt on. Resolves to false, with
   * nothing done, when another living window has it.
   */
  async delete(key: string): Promise<boolean> {
    if (!isFileKey(key)) return true;
    const isDeleted = await this.#deleteUnlessOpenInOtherWindow(key);
    this.#listChanged();
    await this.#saveIndex();
    return isDeleted;
  }

  /**
   * Deletes every session, also those of newer versions, but those that other living windows have. Resolves to how many
   * these are; rejects when something could not be deleted.
   */
  async deleteAll(): Promise<number> {
    await this.refresh();
    const keys = new Set([...(this.#recorder?.keys() ?? []), ...this.#index.entries().map(([key]) => key)]);
    const left = new Set<string>();
    for (const key of keys) {
      if (!(await this.#deleteUnlessOpenInOtherWindow(key))) left.add(key);
    }
    await removeTextsBut(this.#folder, left);
    const { clock } = this.#options;
    const until = left.size === 0 ? Number.POSITIVE_INFINITY : clock.now() - HALF_WRITTEN;
    await removeHalfWritten(this.#folder, until);
    this.#listChanged();
    await this.#saveIndex();
    return left.size;
  }

  /**
   * Deletes what is older or larger than the settings allow, the oldest first; sessions that are open in a window and
   * those of a newer version stay. Never rejects.
   */
  async applyLimits(): Promise<void> {
    await this.refresh();
    const { clock, settings } = this.#options;
    const { maxAgeDays, maxSizeMB } = settings();
    const kept = await Promise.all(this.#index.entries().map(([key]) => this.#keptSession(key)));
    const limits = {
      maxAge: maxAgeDays > 0 ? maxAgeDays * DAY : undefined,
      maxBytes: maxSizeMB > 0 ? maxSizeMB * MEGABYTE : undefined,
    };
    const present = kept.filter((session) => session !== undefined);
    for (const key of sessionsOverLimits(present, limits, clock.now())) {
      await this.#deleteUnlessOpenInOtherWindow(key).catch((error: unknown) =>
        this.#options.log.warn(`History: ${key} was not deleted: ${String(error)}`),
      );
    }
    await removeLeftovers(this.#folder, clock.now());
    this.#listChanged();
  }

  /** The sessions that have all the words, in their titles or in what was said and done, the newest first. */
  search(words: string, filter: SearchFilter, signal: AbortSignal): AsyncIterable<SearchHit> {
    const summaries = this.summaries().filter((summary) => passes(summary, filter));
    return searchHistory(summaries, new SearchQuery(words), ({ key }) => this.#searchText(key), signal);
  }

  dispose(): void {
    this.#recorder?.dispose();
    this.#indexTimer?.dispose();
    this.#elsewhere.dispose();
    this.#locks.dispose();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  async #refresh(): Promise<void> {
    await Promise.all([
      this.#index.refresh(
        (key) => this.#isRecorded(key),
        () => this.#listChanged(),
      ),
      this.#elsewhere.look(),
    ]);
    this.#tellNewer();
  }

  async #keptSession(key: string): Promise<KeptSession | undefined> {
    const log = this.#index.get(key);
    if (log === undefined || log.found === 'newer') return undefined;
    const text = await stat(this.#folder.text(key)).catch(() => undefined);
    return {
      key,
      updatedAt: log.found === 'unreadable' ? log.mtimeMs : log.found.updatedAt,
      bytes: log.size + (text?.size ?? 0),
      isOpen: this.#isRecorded(key),
    };
  }

  /** Of a session in the store as it is now; else as it was written last, or made anew when that is not of now. */
  async #searchText(key: string): Promise<string> {
    const open = this.#recorder?.state(key);
    if (open !== undefined) return this.#openText(open);
    const known = await this.#texts.read(key, this.#index.get(key)?.size ?? -1);
    if (known !== undefined) return known;
    const log = await readLog(this.#folder.log(key)).catch(() => undefined);
    return log?.kind === 'session' ? this.#texts.write(log.folded.state, log.size) : '';
  }

  #openText(state: SessionState): string {
    const known = this.#openTexts.get(state);
    if (known !== undefined) return known;
    const text = searchText(state);
    this.#openTexts.set(state, text);
    return text;
  }

  #isRecorded(key: string): boolean {
    return this.#recorder?.state(key) !== undefined;
  }

  #knownLog(state: SessionState): KnownLog | undefined {
    const read = this.#read.get(state);
    if (read !== undefined) return read;
    const summary = this.summary(state.key);
    if (summary === undefined) return undefined;
    const { createdAt, updatedAt } = summary;
    return { createdAt, updatedAt, baseBytes: 0, isCurrent: false };
  }

  #written(summary: SessionSummary, { size, mtimeMs }: FileStamp): void {
    const before = this.summary(summary.key);
    this.#index.set(summary.key, { size, mtimeMs, found: summary });
    this.#reported.delete('unwritable');
    this.#list = undefined;
    const isRunning = this.#recorder?.state(summary.key)?.turn !== undefined;
    if (!isRunning || before === undefined || summaryTitle(before) !== summaryTitle(summary)) {
      this.#listChanged();
    }
  }

  #listChanged(): void {
    this.#list = undefined;
    this.#indexTimer ??= this.#options.clock.after(INDEX_DELAY, () => {
      this.#indexTimer = undefined;
      void this.#saveIndex();
    });
    this.#changed.fire();
  }

  async #saveIndex(): Promise<void> {
    try {
      await this.#index.save();
    } catch (error) {
      this.#report({ kind: 'unwritable', reason: String(error) });
    }
  }

  #writeFailed(key: string, error: unknown): void {
    this.#options.log.warn(`History: ${key} was not written, and will be tried again: ${String(error)}`);
    this.#report({ kind: 'unwritable', reason: String(error) });
  }

  #tellNewer(): void {
    const newer = this.#index.entries().filter(([, { found }]) => found === 'newer').length;
    if (newer > 0) this.#report({ kind: 'newer-version', sessions: newer });
  }

  #report(error: HistoryError): void {
    if (this.#reported.has(error.kind)) return;
    this.#reported.add(error.kind);
    const detail = error.kind === 'unwritable' ? error.reason : `${error.sessions} sessions`;
    this.#options.log.warn(`History: ${error.kind}: ${detail}`);
    this.#failed.fire(error);
  }

  /** While it is deleted no other window takes it. Resolves to false when one has it. */
  async #deleteUnlessOpenInOtherWindow(key: string): Promise<boolean> {
    await this.#recorder?.settled();
    if (!(await this.#locks.claim(key))) return false;
    try {
      await this.#recorder?.forget(key);
      await rm(this.#folder.log(key), { force: true });
      await rm(this.#folder.text(key), { force: true });
      this.#index.delete(key);
    } finally {
      if (!this.#isRecorded(key)) await this.#locks.release(key);
    }
    return true;
  }
}
