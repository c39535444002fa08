// Listens to the sessions of the window and has each written to its log, in batches.
import type { SessionSummary } from '../core/history/sessionSummary.ts';
import { DisposableStore, type Disposable } from '../core/base/lifecycle.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import type { SessionChange, SessionStore } from '../core/sessionLifecycle/sessionStore.ts';
import { isFileKey, type HistoryFolder } from './historyFolder.ts';
import type { FileStamp } from './logFile.ts';
import { SessionLog, type KnownLog } from './sessionLog.ts';
import type { SearchTexts } from './searchTexts.ts';
import type { WindowLocks } from './windowLocks.ts';

/** Events are written in batches. */
const WRITE_DELAY_MS = 250;
/** The search text is written when a session has not changed for this long. */
const TEXT_DELAY_MS = 5_000;

export interface HistoryRecorderOptions {
  readonly store: SessionStore;
  readonly folder: HistoryFolder;
  readonly clock: Clock;
  readonly locks: WindowLocks;
  readonly texts: SearchTexts;
  readonly isEnabled: () => boolean;
  /** Hides the secrets of an agent in JSON, which stays JSON. */
  readonly redactJson: (agent: string, json: string) => string;
  /** What is on the disk of a session that came into the store. */
  readonly known: (state: SessionState) => KnownLog | undefined;
  readonly onWritten: (summary: SessionSummary, stamp: FileStamp) => void;
  readonly onFailure: (key: string, error: unknown) => void;
}

interface Recorded {
  readonly log: SessionLog;
  /** The length of the log when it was written last. */
  sizeBytes: number;
  /** The length of the log that the search text was made of. */
  textOfBytes: number;
}

/** Owns the logs that this window writes. */
export class HistoryRecorder implements Disposable {
  readonly #options: HistoryRecorderOptions;
  readonly #owned = new DisposableStore();
  readonly #recorded = new Map<string, Recorded>();
  readonly #closing = new Set<Promise<void>>();
  #writeTimer: Disposable | undefined;
  #textTimer: Disposable | undefined;

  constructor(options: HistoryRecorderOptions) {
    this.#options = options;
    const { store } = options;
    this.#owned.add(store.onChange((change) => this.#changed(change)));
    this.#owned.add(store.onListChange(() => this.#listChanged()));
    this.#listChanged();
  }

  /** The session as it stands, while it is in the store. */
  state(key: string): SessionState | undefined {
    return this.#recorded.get(key)?.log.state;
  }

  /** The keys of the sessions in the store. */
  keys(): readonly string[] {
    return [...this.#recorded.keys()];
  }

  /** Writes everything there is to write, search texts included. Never rejects. */
  async flush(): Promise<void> {
    await Promise.all([...[...this.#recorded.values()].map((each) => this.#finish(each)), ...this.#closing]);
  }

  /** Resolves when the files of the session may be deleted: nothing writes to them. */
  async forget(key: string): Promise<void> {
    await this.#recorded.get(key)?.log.forget();
    await Promise.all(this.#closing);
  }

  /** Resolves when everything of a session that left the store is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#writeTimer?.dispose();
    this.#textTimer?.dispose();
    for (const key of this.keys()) this.#close(key);
  }

  #changed(change: SessionChange): void {
    const recorded = this.#recorded.get(change.key);
    if (recorded === undefined) return;
    if (!this.#options.isEnabled()) recorded.log.skip(change.state);
    else if (recorded.log.add(change)) void recorded.log.flush().then(() => this.#scheduleWrite());
    else this.#scheduleWrite();
  }

  #listChanged(): void {
    const { store } = this.#options;
    for (const key of store.keys()) {
      const state = store.state(key);
      if (state !== undefined && !this.#recorded.has(key) && isFileKey(key)) this.#begin(state);
    }
    for (const key of this.keys()) {
      if (store.state(key) === undefined) this.#close(key);
    }
  }

  #begin(state: SessionState): void {
    const { folder, clock, locks, redactJson, onWritten, onFailure } = this.#options;
    const known = this.#options.known(state);
    const log = new SessionLog({
      path: folder.log(state.key),
      redact: (line) => redactJson(state.agent, line),
      clock,
      locks,
      state,
      ...(known === undefined ? {} : { known }),
      onWritten: (summary, stamp) => {
        recorded.sizeBytes = stamp.size;
        onWritten(summary, stamp);
        this.#scheduleTextWrite();
      },
      onFailure: (error) => onFailure(state.key, error),
    });
    const recorded: Recorded = { log, sizeBytes: 0, textOfBytes: 0 };
    this.#recorded.set(state.key, recorded);
    if (this.#options.isEnabled()) this.#scheduleWrite();
    else log.skip(state);
  }

  #close(key: string): void {
    const recorded = this.#recorded.get(key);
    if (recorded === undefined) return;
    this.#recorded.delete(key);
    const closing = this.#finish(recorded)
      .then(() => this.#options.locks.release(key))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async #finish(recorded: Recorded): Promise<void> {
    await recorded.log.flush(true);
    await this.#writeText(recorded);
  }

  #scheduleWrite(): void {
    if (this.#writeTimer !== undefined) return;
    const isPending = [...this.#recorded.values()].some(({ log }) => log.isPending);
    if (!isPending) return;
    this.#writeTimer = this.#options.clock.after(WRITE_DELAY_MS, () => {
      this.#writeTimer = undefined;
      const writes = [...this.#recorded.values()].map(({ log }) => log.flush());
      void Promise.all(writes).then(() => this.#scheduleWrite());
    });
  }

  #scheduleTextWrite(): void {
    this.#textTimer?.dispose();
    this.#textTimer = this.#options.clock.after(TEXT_DELAY_MS, () => {
      this.#textTimer = undefined;
      for (const recorded of this.#recorded.values()) void this.#writeText(recorded);
    });
  }

  async #writeText(recorded: Recorded): Promise<void> {
    const { log, sizeBytes } = recorded;
    if (log.isPending || !log.isOnDisk || sizeBytes === recorded.textOfBytes) return;
    recorded.textOfBytes = sizeBytes;
    await this.#options.texts.write(log.state, sizeBytes);
  }
}
