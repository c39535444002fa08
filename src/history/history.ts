// Earlier sessions: stored on the disk as they happen, listed, read, searched and deleted.
import { lstat } from 'node:fs/promises';
import { passes, type SearchFilter, type SearchHit } from '../core/history/searchFilter.ts';
import { SearchQuery } from '../core/history/searchText.ts';
import { summaryTitle, type SessionSummary, type SessionTimes } from '../core/history/sessionSummary.ts';
import { Emitter, type Disposable, type Event } from '../core/base/lifecycle.ts';
import type { SessionState } from '../core/session/model.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';
import { FileTooLargeError, NotAFileError } from '../storage/boundedRead.ts';
import { isMissing } from '../storage/realPath.ts';
import { HistoryDeletion } from './historyDeletion.ts';
import { HistoryFolder, isFileKey } from './historyFolder.ts';
import { HistoryIndex } from './historyIndex.ts';
import {
  nothingHidden,
  type HistoryError,
  type HistoryOptions,
  type UnreadableReason,
} from './historyOptions.ts';
import { readLog, type FileStamp } from './logFile.ts';
import { OpenInOtherWindows } from './openInOtherWindows.ts';
import { HistoryRecorder } from './historyRecorder.ts';
import { searchHistory } from './searchHistory.ts';
import { SearchTexts } from './searchTexts.ts';
import type { KnownLog } from './sessionLog.ts';
import { TextRenewal } from './textRenewal.ts';
import { WindowLocks } from './windowLocks.ts';

/** Milliseconds between a change of the list and its cache being written. */
const INDEX_DELAY_MS = 3_000;
/** The chats of a window that starts come before what other windows wrote. */
const FIRST_LOOK_MS = 1_000;

/** The history of all windows, as this one sees it. */
export class History implements Disposable {
  readonly #options: HistoryOptions;
  readonly #folder: HistoryFolder;
  readonly #index: HistoryIndex;
  readonly #locks: WindowLocks;
  readonly #otherWindows: OpenInOtherWindows;
  readonly #texts: SearchTexts;
  readonly #textRenewal: TextRenewal;
  readonly #deletion: HistoryDeletion;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<HistoryError>();
  readonly #reported = new Set<HistoryError['kind']>();
  readonly #read = new WeakMap<SessionState, KnownLog>();
  /** By key: a session may be changed before it is put into the store. */
  readonly #times = new Map<string, SessionTimes>();
  readonly #unreadable = new Map<string, UnreadableReason>();
  #list: readonly SessionSummary[] | undefined;
  #recorder: HistoryRecorder | undefined;
  #refreshing: Promise<void> | undefined;
  #firstLook: Disposable | undefined;
  #isDisposed = false;
  #indexTimer: Disposable | undefined;

  /** Fires when a session was added or removed, its summary changed while it does not run, or a window opened or closed it. */
  readonly onChange: Event<void> = this.#changed.event;
  readonly onError: Event<HistoryError> = this.#failed.event;

  private constructor(options: HistoryOptions) {
    this.#options = options;
    this.#folder = new HistoryFolder(options.folder);
    const { secrets = nothingHidden } = options;
    this.#index = new HistoryIndex(this.#folder, (json) => secrets.inJson(undefined, json));
    this.#locks = new WindowLocks(this.#folder, options.clock, options.place);
    this.#otherWindows = new OpenInOtherWindows({
      folder: this.#folder,
      locks: this.#locks,
      clock: options.clock,
      onChange: () => {
        this.#changed.fire();
        // Other windows write the sessions that they open and close.
        void this.refresh();
      },
    });
    this.#texts = new SearchTexts(this.#folder, options.log, secrets.inText);
    this.#textRenewal = new TextRenewal({
      index: this.#index,
      texts: this.#texts,
      clock: options.clock,
      isOpen: (key) => this.#isRecorded(key) || this.#otherWindows.keys.has(key),
    });
    this.#deletion = new HistoryDeletion({
      folder: this.#folder,
      index: this.#index,
      locks: this.#locks,
      recorder: () => this.#recorder,
      clock: options.clock,
      log: options.log,
    });
  }

  /** Opens the history. Its list is read afterwards: the cache, and later the files, unless `refresh` asks for them. */
  static open(options: HistoryOptions): History {
    const history = new History(options);
    void history.#index.load().then(() => history.#listChanged());
    history.#firstLook = options.clock.after(FIRST_LOOK_MS, () => void history.refresh());
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

  /** Reads what other windows wrote. Never rejects. */
  refresh(): Promise<void> {
    this.#firstLook?.dispose();
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /** The keys of the sessions that are open in other windows, as of the last refresh. */
  keysOpenInOtherWindows(): ReadonlySet<string> {
    return this.#otherWindows.keys;
  }

  /** Whether there is a log of the session, if only one that cannot be read. */
  async isStored(key: string): Promise<boolean> {
    if (!isFileKey(key)) return false;
    return lstat(this.#folder.log(key)).then(
      () => true,
      (error: unknown) => !isMissing(error),
    );
  }

  /** Whether the session is open in another window now. */
  async isOpenInOtherWindow(key: string): Promise<boolean> {
    return isFileKey(key) && this.#locks.isOpenInOtherWindow(key);
  }

  /**
   * Claims a session for this window, trying for `timeoutMs`. Resolves to false when it is open in another window. It is
   * released when it leaves the store.
   */
  claim(key: string, timeoutMs = 0): Promise<boolean> {
    return isFileKey(key) ? this.#locks.claim(key, timeoutMs) : Promise.resolve(false);
  }

  /** Whether a session may belong to the window before this one, which is closing but has not released it yet. */
  mayBelongToClosingWindow(key: string): Promise<boolean> {
    return this.#locks.mayBelongToClosingWindow(key);
  }

  /** Releases a session that was claimed and not put into the store. */
  release(key: string): Promise<void> {
    return this.#locks.release(key);
  }

  /**
   * A session as it was stored; undefined when it cannot be read. When the very object is put into the store, what happens
   * then is appended to the log, otherwise the log is written anew.
   */
  async read(key: string): Promise<SessionState | undefined> {
    if (!isFileKey(key)) return undefined;
    await this.#recorder?.settled();
    const log = await readLog(this.#folder.log(key)).catch((error: unknown) => {
      this.#noteUnreadable(key, error);
      return undefined;
    });
    if (log?.kind !== 'session') return undefined;
    this.#unreadable.delete(key);
    const { createdAt, updatedAt, baseBytes, skipped } = log.folded;
    // A file that was copied by hand has another key than its name says.
    const state = { ...log.folded.state, key };
    if (skipped > 0) this.#options.log.warn(`History: ${skipped} lines of ${key} could not be read.`);
    this.#read.set(state, { createdAt, updatedAt, baseBytes, isCurrent: true });
    this.#times.set(key, { createdAt, updatedAt });
    return state;
  }

  /** Why a session could not be read last, where there is more to it than that it is not stored. */
  unreadableReason(key: string): UnreadableReason | undefined {
    return this.#unreadable.get(key);
  }

  /** When something was last said or done in a session that was read, in epoch milliseconds. */
  activeAt(state: SessionState): number | undefined {
    return this.#read.get(state)?.updatedAt;
  }

  /** Stores the sessions of the store from now on, until it is disposed. Once in a window. */
  record(store: SessionStore): Disposable {
    const { clock, settings, secrets = nothingHidden } = this.#options;
    const recorder = new HistoryRecorder({
      store,
      folder: this.#folder,
      clock,
      locks: this.#locks,
      texts: this.#texts,
      isEnabled: () => settings().isEnabled,
      redactJson: secrets.inJson,
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

  /** The first thing to do when the window closes: writes everything, and lets the next window know. Never rejects. */
  async leave(): Promise<void> {
    await Promise.all([this.#locks.leave(), this.flush()]);
  }

  /** The last thing to do before the window closes: writes everything, and releases the sessions. */
  async close(): Promise<void> {
    await this.flush();
    await this.#locks.releaseAll();
  }

  /**
   * Deletes a session for good; one that is in the store is stored again from its next prompt on. Resolves to false, with
   * nothing done, when it is open in another window.
   */
  async delete(key: string): Promise<boolean> {
    if (!isFileKey(key)) return true;
    const isDeleted = await this.#deletion.delete(key);
    if (isDeleted) this.#times.delete(key);
    this.#listChanged();
    await this.#saveIndex();
    return isDeleted;
  }

  /**
   * Deletes every session, also those of newer versions, but those that are open in other windows. Resolves to how many
   * these are; rejects when something could not be deleted. Calls `onDeleted` with the key of each session that is gone.
   */
  async deleteAll(onDeleted?: (key: string) => void): Promise<number> {
    await this.refresh();
    try {
      return await this.#deletion.deleteAll(onDeleted);
    } finally {
      this.#times.clear();
      this.#listChanged();
      await this.#saveIndex();
    }
  }

  /**
   * Deletes what is older or larger than the settings allow, the oldest first; sessions that are open in a window and
   * those of a newer version stay. Never rejects.
   */
  async applyLimits(): Promise<void> {
    await this.refresh();
    await this.#deletion.applyLimits(this.#options.settings());
    this.#listChanged();
  }

  /** Makes what a search reads of each session, where that is missing or of an older version. Never rejects. */
  renewTexts(): Promise<void> {
    return this.#textRenewal.run();
  }

  /** The sessions that have all the words, in their titles or in what was said and done, the newest first. */
  async *search(words: string, filter: SearchFilter, signal: AbortSignal): AsyncGenerator<SearchHit> {
    await this.#index.load();
    const summaries = this.summaries().filter((summary) => passes(summary, filter));
    const query = new SearchQuery(words);
    const needed = query.needed.map((word) => Buffer.from(word));
    const textOf = ({ key }: SessionSummary): Promise<string> =>
      this.#texts.of(key, this.#recorder?.state(key), this.#index.get(key)?.size, needed);
    yield* searchHistory(summaries, query, textOf, signal);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#textRenewal.dispose();
    this.#firstLook?.dispose();
    this.#recorder?.dispose();
    this.#indexTimer?.dispose();
    this.#otherWindows.dispose();
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
      this.#otherWindows.look(),
    ]);
    this.#reportNewer();
  }

  #noteUnreadable(key: string, error: unknown): void {
    const isNoFile = error instanceof NotAFileError;
    if (!isNoFile && !(error instanceof FileTooLargeError)) return;
    this.#unreadable.set(key, isNoFile ? 'not-a-file' : 'too-large');
    this.#options.log.warn(`History: ${error.message}`);
  }

  #isRecorded(key: string): boolean {
    return this.#recorder?.state(key) !== undefined;
  }

  #knownLog(state: SessionState): KnownLog | undefined {
    const read = this.#read.get(state);
    if (read !== undefined) return read;
    // The list may not be there yet.
    const times = this.summary(state.key) ?? this.#times.get(state.key);
    if (times === undefined) return undefined;
    const { createdAt, updatedAt } = times;
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
    if (this.#isDisposed) return;
    this.#list = undefined;
    this.#indexTimer ??= this.#options.clock.after(INDEX_DELAY_MS, () => {
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

  #reportNewer(): void {
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
}
