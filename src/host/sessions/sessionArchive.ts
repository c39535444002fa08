// The history in this window: opened when first needed, recording, and bringing sessions back.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SearchFilter, SearchHit } from '../../core/history/searchFilter.ts';
import type { SessionSummary } from '../../core/history/sessionSummary.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { KeptSummaries } from './sessionList.ts';
import type { History, HistoryError } from '../../history/history.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { historySettings, onSettingsChange } from '../settings/settings.ts';

/** Milliseconds that the window before a reload may take to let its session go. */
const PATIENCE = 700;

/** Milliseconds between two removals of old sessions. */
const DAY = 24 * 3_600_000;

/** Milliseconds from the opening until old sessions are removed: nobody is to wait for that. */
const LIMITS_AFTER = 20_000;

export interface KeptSessionsOptions {
  /** Absolute; made when it is not there. */
  readonly folder: string;
  /** A folder that VS Code gives to one window at a time; absent where it gives none. */
  readonly place?: string;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
}

/** Why a session does not come back: another window has it, or there is none. */
export type BroughtBack = 'here' | 'elsewhere' | 'gone';

/** Owns the history. */
export class SessionArchive implements KeptSummaries, Disposable {
  readonly #options: KeptSessionsOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #opening: Promise<History> | undefined;
  #history: History | undefined;
  #limitsTimer: Disposable | undefined;
  /** Read once, because it is asked for with every event of every session, and VS Code takes its time to tell. */
  #settings = historySettings();

  /** Fires when a summary changed, came or went, or another window took or left a session. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(options: KeptSessionsOptions) {
    this.#options = options;
    // Recording begins with the first session, whoever makes it.
    this.#owned.add(options.store.onListChange(() => void this.opened()));
    this.#owned.add(onSettingsChange((affects) => affects('history') && this.#settingsChanged()));
  }

  /** Opens the history if that has not happened yet. Never rejects. */
  opened(): Promise<History> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  summaries(): readonly SessionSummary[] {
    return this.#history?.summaries() ?? [];
  }

  /** Looks at what other windows wrote. */
  async refresh(): Promise<void> {
    const history = await this.opened();
    await history.refresh();
  }

  /**
   * Puts a session into the store, as it was when its window closed. With `isOurs` also when the window before this does
   * not let it go: a reload starts a window before the one before has ended, and the recorder waits for that.
   */
  async bringBack(key: string, isOurs = false): Promise<BroughtBack> {
    const { store, sessions } = this.#options;
    const history = await this.opened();
    if (store.state(key) !== undefined) return 'here';
    const isClaimed = await history.claim(key, isOurs ? PATIENCE : 0);
    if (!isClaimed && !(isOurs && (await history.mayBeLeft(key)))) return 'elsewhere';
    const state = await history.read(key);
    if (state === undefined) {
      await history.release(key);
      return 'gone';
    }
    sessions.restore(state, history.activeAt(state));
    return 'here';
  }

  /** The session as it is: in the window, else in the history. */
  async state(key: string): Promise<SessionState | undefined> {
    const history = await this.opened();
    return this.#options.store.state(key) ?? (await history.read(key));
  }

  /** The keys of the sessions that other windows have open, as it was looked at last. */
  elsewhere(): ReadonlySet<string> {
    return this.#history?.elsewhere() ?? new Set();
  }

  /** Whether another window has the session open now. */
  async isOpenInOtherWindow(key: string): Promise<boolean> {
    const history = await this.opened();
    return history.isOpenInOtherWindow(key);
  }

  /** Resolves to false, with nothing done, when another window has the session open. */
  async delete(key: string): Promise<boolean> {
    const history = await this.opened();
    return history.delete(key);
  }

  /** Deletes all that no other window has open; resolves to how many these are. */
  async deleteAll(): Promise<number> {
    const history = await this.opened();
    return history.deleteAll();
  }

  /** Finds sessions by words in title and text, the newest first. */
  async *search(words: string, filter: SearchFilter, signal: AbortSignal): AsyncIterable<SearchHit> {
    const history = await this.opened();
    yield* history.search(words, filter, signal);
  }

  /** The first thing when the window closes: resolves when everything is on the disk, and the next window is told. */
  async leave(): Promise<void> {
    await this.#history?.leave();
  }

  /** The last thing before the window closes: resolves when everything is on the disk and other windows may have the sessions. */
  async close(): Promise<void> {
    await this.#history?.close();
  }

  dispose(): void {
    this.#limitsTimer?.dispose();
    this.#owned.dispose();
    this.#history?.dispose();
  }

  #settingsChanged(): void {
    this.#settings = historySettings();
    void this.#history?.applyLimits();
  }

  #applyLimitsIn(milliseconds: number, history: History): void {
    this.#limitsTimer = this.#options.clock.after(milliseconds, () => {
      this.#applyLimitsIn(DAY, history);
      void history.applyLimits();
    });
  }

  async #open(): Promise<History> {
    const { folder, place, store, clock, log } = this.#options;
    const { History } = await import('../../history/history.ts');
    const history = await History.open({
      folder,
      ...(place === undefined ? {} : { place }),
      clock,
      log,
      settings: () => this.#settings,
    });
    this.#history = history;
    this.#owned.add(history.onChange(() => this.#changed.fire()));
    this.#owned.add(history.onError((trouble) => tell(trouble)));
    this.#owned.add(history.record(store));
    this.#applyLimitsIn(LIMITS_AFTER, history);
    this.#changed.fire();
    return history;
  }
}

/** Where the histories of all windows are. */
export function historyFolder(storage: vscode.Uri): string {
  return join(storage.fsPath, 'history');
}

function tell({ kind, detail }: HistoryError): void {
  const text =
    kind === 'newer-version'
      ? vscode.l10n.t(
          'Some sessions were written by a newer Parley and are left alone. {0}',
          escapeForNotification(detail),
        )
      : vscode.l10n.t('Sessions cannot be kept on the disk. {0}', escapeForNotification(detail));
  void vscode.window.showWarningMessage(text);
}
