// What the user does with changes of agents: keep, mark, undo, redo, restore; and what agents are reported of it.
import type { ChangedFiles, ReviewedFile } from '../../core/changedFiles.ts';
import type { HunkText, MeantLines } from '../../core/hunkText.ts';
import { mapInParallel } from '../../../../core/base/inParallel.ts';
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import { findLastEntry, isPrompt, type Entry, type Prompt } from '../../../../core/session/entries.ts';
import type { SessionState } from '../../../../core/session/model.ts';
import type { RestoredFile } from '../../../../core/changes/restoredFile.ts';
import type { UndoneChange } from '../../../../core/changes/undoneChanges.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import { changeStrings } from '../changeStrings.ts';
import {
  CheckpointRestore,
  redoable,
  type CheckpointRestoreOptions,
  type ConfirmRestore,
  type NotifySession,
  type TextBefore,
} from '../checkpointRestore.ts';
import type { RevertProgress, RevertResult } from '../fileRestorer.ts';
import type { TrackedSession } from '../trackedSession.ts';
import { UndoneReports } from './undoneReports.ts';

/** How many files are read at once. */
const MAX_IN_FLIGHT = 32;

const nothingReverted: RevertResult = { conflicts: [], failed: [] };

export interface ReviewActionsOptions extends CheckpointRestoreOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** The session, if its files are known. */
  readonly session: (key: string) => TrackedSession | undefined;
  /** The session, whose files are known from here on. */
  readonly openedSession: (key: string, cwd: string) => TrackedSession;
}

/** The files that an action is about: the one at a path, the open ones among several, or all that are open. */
export type WhichFiles = string | readonly string[] | undefined;

/** What the user saw when they decided. */
export interface ListedFiles {
  readonly paths: readonly string[];
  /** The record of these files then. */
  readonly shown: ChangedFiles;
  /** How much the user had done in the session until then. */
  readonly actions: number;
}

/** Each runs after everything that was asked of the session's files before. */
export class ReviewActions implements Disposable {
  /** How much the user has done in each session. */
  readonly #actions = new Map<string, number>();
  readonly #options: ReviewActionsOptions;
  readonly #restore: CheckpointRestore;
  readonly #reports: UndoneReports;
  readonly #owned = new DisposableStore();

  constructor(options: ReviewActionsOptions) {
    this.#options = options;
    this.#restore = new CheckpointRestore(options);
    this.#reports = this.#owned.add(new UndoneReports(options.store, options.clock));
  }

  /** Something was undone in files; what is done then attaches the report of it. */
  undone(key: string, changes: readonly UndoneChange[]): void {
    this.#reports.add(key, changes);
  }

  /** What of these files is listed now. */
  listed(key: string, which?: WhichFiles): ListedFiles {
    const { open, shown } = this.#options.session(key) ?? { open: [], shown: new Map() };
    return { paths: pathsOf(open, which), shown, actions: this.#actions.get(key) ?? 0 };
  }

  /** Keeps everything in one file, or in all: what was `listed` when the user decided. */
  async keep(key: string, path?: string, listed?: ListedFiles): Promise<void> {
    await this.#change(key, async ({ files, open, waiting }) => {
      const paths = listed?.paths ?? pathsOf(open, path);
      waiting.cancel(paths);
      // What the user has undone since is no further change of the agent.
      const isRecent = listed?.actions === (this.#actions.get(key) ?? 0);
      files.keep(paths, isRecent ? listed.shown : undefined);
    });
  }

  /** Makes what changed during turns, and is listed apart, a change of the agent: in one file, or in all. */
  async claim(key: string, path?: string): Promise<void> {
    await this.#change(key, async ({ files }) =>
      files.claim(path === undefined ? [...files.others.keys()] : [path]),
    );
  }

  /** Lists what changed during turns no longer: one file, or all. */
  async dismiss(key: string, path?: string): Promise<void> {
    await this.#change(key, async ({ files }) =>
      files.dismiss(path === undefined ? [...files.others.keys()] : [path]),
    );
  }

  /** Marks one file as reviewed until the agent changes it again, or all; or as not reviewed. */
  async markReviewed(key: string, path: string | undefined, isReviewed: boolean): Promise<void> {
    await this.#change(key, async ({ files, open }) => files.markReviewed(pathsOf(open, path), isReviewed));
  }

  /**
   * Undoes everything in one file, or in all (those that were `listed` when the user decided), but for what the user has
   * changed since: with the `isRest` of an undo that was canceled, Redo brings both back. While a turn runs, it waits for its
   * end; resolves to undefined when it is cancelled until then.
   */
  async undo(
    key: string,
    path?: string,
    listed?: Pick<ListedFiles, 'paths'> & { readonly isRest?: true },
    progress?: RevertProgress,
  ): Promise<RevertResult | undefined> {
    const undo = (paths: readonly string[]): Promise<RevertResult | undefined> =>
      this.#revert(key, ({ files }) => files.undo(paths, progress));
    if (!this.isAtWork(key))
      return this.#revert(
        key,
        ({ files, open }) => files.undo(listed?.paths ?? pathsOf(open, path), progress),
        listed?.isRest,
      );
    const paths = await this.#change(key, async ({ open }) =>
      (listed?.paths ?? pathsOf(open, path)).filter((each) => open.some((file) => file.path === each)),
    );
    return this.#afterTurn(key, { paths: paths ?? [] }, undo);
  }

  /** Whether a turn runs in the session, so that an undo waits. */
  isAtWork(key: string): boolean {
    return this.#options.store.state(key)?.turn !== undefined;
  }

  /** Cancels the undos that wait for the end of the turn in one file, or all. */
  cancelUndo(key: string, path?: string): void {
    const session = this.#options.session(key);
    session?.waiting.cancel(path === undefined ? undefined : [path]);
    session?.scheduleRefresh();
  }

  /** Resolves when what waited for the end of the last turn is undone; undefined when it is. */
  reverting(key: string): Promise<void> | undefined {
    return this.#options.session(key)?.waiting.running;
  }

  /** Keeps the hunks at lines of a file; resolves to whether one is there. */
  async keepLines(key: string, path: string, lines: MeantLines): Promise<boolean> {
    return (await this.#change(key, ({ files }) => files.keepLines(path, lines))) === true;
  }

  /** Undoes the hunks at lines of a file like {@link undo}. */
  async undoLines(key: string, path: string, lines: MeantLines): Promise<RevertResult | undefined> {
    if (!this.isAtWork(key)) return this.#revert(key, ({ files }) => files.undoLines(path, lines));
    const hunks = await this.#change(key, ({ files, waiting }) =>
      files.hunkTexts(path, lines, waiting.hunks(path)),
    );
    if (hunks === undefined) return { ...nothingReverted, isMissing: true };
    return this.#afterTurn(key, { paths: hunks.length === 0 ? [] : [path], hunks }, ([now = path]) =>
      this.#revert(key, ({ files }) => files.undoHunks(now, hunks)),
    );
  }

  /** What {@link restore} would do to files; undefined where that is not known. */
  async filesToRestore(key: string, entryId: string): Promise<readonly RestoredFile[] | undefined> {
    const state = this.#options.store.state(key);
    if (state === undefined) return undefined;
    const session = this.#options.openedSession(key, state.cwd);
    return session.enqueue(() => this.#restore.preview(session, checkpointOf(state, entryId)));
  }

  /** What a file said before a prompt, to be compared with what it says. */
  async textBefore(key: string, entryId: string, path: string): Promise<TextBefore> {
    const state = this.#options.store.state(key);
    if (state === undefined) return { kind: 'unknown' };
    const session = this.#options.openedSession(key, state.cwd);
    return session.enqueue(() => this.#restore.textBefore(session, checkpointOf(state, entryId), path));
  }

  /**
   * Restores the files to how they were before the prompt with this entry id, the user's own edits included: the user
   * confirms it, and can redo. Resolves to undefined where they do not, or it cannot be done.
   */
  async restore(
    key: string,
    entryId: string,
    confirm: ConfirmRestore,
    progress?: RevertProgress,
  ): Promise<RevertResult | undefined> {
    const state = this.#options.store.state(key);
    if (state === undefined) return undefined;
    if (state.turn !== undefined) {
      this.#notify(key, 'warning', changeStrings.stopTurnFirst());
      return undefined;
    }
    const id = checkpointOf(state, entryId);
    const session = this.#options.openedSession(key, state.cwd);
    return session.enqueue(async () => {
      const notify: NotifySession = (severity, text) => this.#notify(key, severity, text);
      return this.#restore.restore(session, id, confirm, notify, progress);
    });
  }

  /**
   * Redoes what the last undo or restore reverted, but for files that have been changed since: those are conflicts.
   * Resolves to undefined when there is nothing to redo.
   */
  async redo(key: string, progress?: RevertProgress): Promise<RevertResult | undefined> {
    const { cwd } = this.#options.store.state(key) ?? {};
    const session = cwd === undefined ? undefined : this.#options.openedSession(key, cwd);
    return session?.enqueue(async () => {
      const before = redoable(session.redo);
      const result = await this.#restore.redo(session, progress);
      // What could not be redone stays undone: it differs from what the user, or the undo, left there.
      const left = new Set(redoable(session.redo).map(({ id }) => id));
      const paths = before.flatMap(({ id, path }) => (left.has(id) ? [] : path));
      const redone = await mapInParallel(paths, MAX_IN_FLIGHT, async (path) => {
        return [path, await session.files.stateNow(path)] as const;
      });
      this.#reports.redone(key, redone);
      this.#reports.attach(key);
      return result;
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #change<T>(key: string, work: (session: TrackedSession) => Promise<T>): Promise<T | undefined> {
    const session = this.#options.session(key);
    return session?.change(async () => {
      const result = await work(session);
      this.#actions.set(key, (this.#actions.get(key) ?? 0) + 1);
      this.#reports.attach(key);
      return result;
    });
  }

  /** Undoes something so that it can be redone. */
  #revert(
    key: string,
    work: (session: TrackedSession) => Promise<RevertResult>,
    isRest = false,
  ): Promise<RevertResult | undefined> {
    return this.#change(key, (session) =>
      this.#restore.withRedo(session, () => work(session), isRest ? 'rest' : 'undo'),
    );
  }

  /** Runs work on files when the turn has ended, which may have happened meanwhile. */
  async #afterTurn(
    key: string,
    what: { readonly paths: readonly string[]; readonly hunks?: readonly HunkText[] },
    work: (paths: readonly string[]) => Promise<RevertResult | undefined>,
  ): Promise<RevertResult | undefined> {
    const session = this.#options.session(key);
    if (session === undefined || what.paths.length === 0) return nothingReverted;
    if (!this.isAtWork(key)) return work(what.paths);
    const result = session.waiting.add(what, work);
    session.scheduleRefresh();
    return result;
  }

  #notify(key: string, severity: 'info' | 'warning' | 'error', text: string): void {
    this.#options.store.dispatch(key, { type: 'notice', at: this.#options.clock.now(), severity, text });
  }
}

/** The checkpoint of the prompt with an entry id. */
export function checkpointOf(state: SessionState | undefined, entryId: string): string | undefined {
  const isMeant = (entry: Entry): entry is Prompt => isPrompt(entry) && entry.id === entryId;
  return findLastEntry(state?.entries ?? [], isMeant)?.found.checkpoint;
}

/** The paths of what is open of these files. One alone is meant wherever it is. */
export function pathsOf(open: readonly ReviewedFile[], which: WhichFiles): readonly string[] {
  if (typeof which === 'string') return [which];
  const paths = open.map(({ path }) => path);
  if (which === undefined) return paths;
  const wanted = new Set(which);
  return paths.filter((path) => wanted.has(path));
}
