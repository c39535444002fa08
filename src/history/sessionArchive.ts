// The history as one window uses it: opened on first use, recording the window's sessions and restoring earlier ones.
import { DisposableStore, Emitter, type Disposable, type Event } from '../core/base/lifecycle.ts';
import type { SearchFilter, SearchHit } from '../core/history/searchFilter.ts';
import type { SessionSummary } from '../core/history/sessionSummary.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { SessionState } from '../core/session/model.ts';
import type { Sessions } from '../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';
import type { StoredSummaries } from '../core/sessionList/sessionList.ts';
import type { History } from './history.ts';
import type { HistoryError, HistorySecrets, HistorySettings, UnreadableReason } from './historyOptions.ts';

/** How long the window before a reload may take to release its session. */
const RELEASE_TIMEOUT_MS = 700;

/** The interval between two removals of old sessions. */
const LIMITS_INTERVAL_MS = 24 * 3_600_000;

/** The delay of the first removal of old sessions, so that nobody waits for it at start. */
const FIRST_LIMITS_DELAY_MS = 20_000;

export interface SessionArchiveOptions {
  /** Absolute; created if it does not exist. */
  readonly folder: string;
  /** A folder that VS Code gives to one window at a time; absent where it gives none. */
  readonly place?: string;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => HistorySettings;
  /** Hides secrets in what is stored; without it nothing is hidden. */
  readonly secrets?: HistorySecrets;
  /** Calls back whenever `settings` may return something else. */
  readonly onSettingsChange: (listener: () => void) => Disposable;
  /** Reports an error to the user; called at most once for each kind. */
  readonly onError: (error: HistoryError) => void;
}

/** Whether a session could be restored, and why not: it is open in another window, or has no transcript. */
export type RestoreOutcome = 'restored' | 'open-in-other-window' | 'missing';

/** Owns the history. */
export class SessionArchive implements StoredSummaries, Disposable {
  readonly #options: SessionArchiveOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #opening: Promise<History> | undefined;
  #history: History | undefined;
  #limitsTimer: Disposable | undefined;
  /** Read once: the history asks for them with every event of every session, and VS Code is slow to answer. */
  #settings: HistorySettings;

  /** Fires when a summary changed, appeared or disappeared, or another window opened or closed a session. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(options: SessionArchiveOptions) {
    this.#options = options;
    this.#settings = options.settings();
    // Recording begins with the first session, whoever creates it.
    this.#owned.add(options.store.onListChange(() => void this.opened()));
    this.#owned.add(options.onSettingsChange(() => this.#settingsChanged()));
  }

  /** Opens the history if that has not happened yet. Never rejects. */
  opened(): Promise<History> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  summaries(): readonly SessionSummary[] {
    return this.#history?.summaries() ?? [];
  }

  async refresh(): Promise<void> {
    const history = await this.opened();
    await history.refresh();
  }

  /**
   * Puts a session into the store, as it was when its window closed. `isOwn` says that this window had the session before
   * a reload: a reload starts the new window before the old one has ended, so a session that the old one does not release
   * in time is restored nevertheless, and its recorder waits for the release.
   */
  async restore(key: string, isOwn = false): Promise<RestoreOutcome> {
    const { store, sessions } = this.#options;
    const history = await this.opened();
    if (store.state(key) !== undefined) return 'restored';
    const isClaimed = await history.claim(key, isOwn ? RELEASE_TIMEOUT_MS : 0);
    if (!isClaimed && !(isOwn && (await history.mayBelongToClosingWindow(key))))
      return 'open-in-other-window';
    const state = await history.read(key);
    if (state === undefined) {
      await history.release(key);
      return 'missing';
    }
    sessions.restore(state, history.activeAt(state));
    return 'restored';
  }

  /** Why the session could not be restored, where there is more to it than that it is not stored. */
  unreadableReason(key: string): UnreadableReason | undefined {
    return this.#history?.unreadableReason(key);
  }

  /** The state of a session: from the window, else from the history. */
  async state(key: string): Promise<SessionState | undefined> {
    const history = await this.opened();
    return this.#options.store.state(key) ?? (await history.read(key));
  }

  /** The keys of the sessions that are open in other windows, as of the last refresh. */
  openInOtherWindows(): ReadonlySet<string> {
    return this.#history?.keysOpenInOtherWindows() ?? new Set();
  }

  /** Whether the session is open in another window now. */
  async isOpenInOtherWindow(key: string): Promise<boolean> {
    const history = await this.opened();
    return history.isOpenInOtherWindow(key);
  }

  /** Whether there is a transcript of the session, if only one that cannot be read. */
  async isStored(key: string): Promise<boolean> {
    const history = await this.opened();
    return history.isStored(key);
  }

  /** Resolves to false, with nothing done, when the session is open in another window. */
  async delete(key: string): Promise<boolean> {
    const history = await this.opened();
    return history.delete(key);
  }

  /**
   * Deletes all sessions that are not open in another window; resolves to the number of those that are. Rejects when one
   * could not be deleted. Calls `onDeleted` with the key of each session that is gone, also where it rejects afterwards.
   */
  async deleteAll(onDeleted?: (key: string) => void): Promise<number> {
    const history = await this.opened();
    return history.deleteAll(onDeleted);
  }

  /** Searches the titles and transcripts of all sessions, the newest first. */
  async *search(query: string, filter: SearchFilter, signal: AbortSignal): AsyncIterable<SearchHit> {
    const history = await this.opened();
    yield* history.search(query, filter, signal);
  }

  /**
   * The first step when the window closes: resolves when everything is on the disk, and the next window knows that the
   * sessions are about to be released.
   */
  async leave(): Promise<void> {
    await this.#history?.leave();
  }

  /** The last step when the window closes: resolves when everything is on the disk and the sessions are released. */
  async close(): Promise<void> {
    await this.#history?.close();
  }

  dispose(): void {
    this.#limitsTimer?.dispose();
    this.#owned.dispose();
    this.#history?.dispose();
  }

  #settingsChanged(): void {
    this.#settings = this.#options.settings();
    void this.#history?.applyLimits();
  }

  #applyLimitsIn(delayMs: number, history: History): void {
    this.#limitsTimer = this.#options.clock.after(delayMs, () => {
      this.#applyLimitsIn(LIMITS_INTERVAL_MS, history);
      void history.applyLimits().then(() => history.renewTexts());
    });
  }

  async #open(): Promise<History> {
    const { folder, place, store, clock, log, secrets, onError } = this.#options;
    // Loaded on first use, to keep activation small.
    const { History } = await import('./history.ts');
    const history = History.open({
      folder,
      ...(place === undefined ? {} : { place }),
      clock,
      log,
      settings: () => this.#settings,
      ...(secrets === undefined ? {} : { secrets }),
    });
    this.#history = history;
    this.#owned.add(history.onChange(() => this.#changed.fire()));
    this.#owned.add(history.onError(onError));
    this.#owned.add(history.record(store));
    this.#applyLimitsIn(FIRST_LIMITS_DELAY_MS, history);
    this.#changed.fire();
    return history;
  }
}
