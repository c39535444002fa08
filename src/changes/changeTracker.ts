// Watches what the agents of all sessions do to files, marks checkpoints, and goes back to them. Pure Node; no `vscode` import.
import { randomUUID } from 'node:crypto';
import type { ReviewedFile } from '../core/changes/changedFiles.ts';
import type { LineRange } from '../core/changes/lines.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../core/base/lifecycle.ts';
import type { Checkpoints, Clock, Log } from '../core/ports/hostPorts.ts';
import { findLastEntry, isPrompt, type Entry, type Prompt } from '../core/session/entries.ts';
import { isRunning } from '../core/session/selectors.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';
import type { CheckpointIndex } from './checkpointIndex.ts';
import { diskState } from './diskState.ts';
import { folderOf, type FolderSnapshots, type FoldersSnapshot } from './folderSnapshots.ts';
import type { ChangeMessages } from '../host/changes/changeMessages.ts';
import type { ChangesSince, OpenEditors, Trouble } from './sessionFiles.ts';
import type { StoredChanges } from './storedChanges.ts';
import { TrackedSession } from './trackedSession.ts';

/** How long a prompt waits for the files to be read, in milliseconds. Only a first reading takes long. */
const PATIENCE = 5_000;

export interface ChangeTrackerOptions {
  readonly store: SessionStore;
  readonly snapshots: FolderSnapshots;
  readonly checkpoints: CheckpointIndex;
  readonly editors: OpenEditors;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: ChangeMessages;
  readonly stored: StoredChanges;
  /** Calls back whenever something in a folder changes on the disk. */
  readonly watch: (folder: string, changed: () => void) => Disposable;
}

/** Asks the user whether files are to be brought back. */
export type ConfirmRestore = (paths: readonly string[]) => Promise<boolean>;

/** Owns what is known of changes in the sessions of the window. */
export class ChangeTracker implements Checkpoints, Disposable {
  readonly #options: ChangeTrackerOptions;
  readonly #owned = new DisposableStore();
  readonly #sessions = new Map<string, TrackedSession>();
  readonly #changed = new Emitter<string>();

  /** Fires with a session's key when what is open in it may have changed. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(options: ChangeTrackerOptions) {
    this.#options = options;
    this.#follow(options.store);
    for (const key of options.store.keys()) {
      const state = options.store.state(key);
      if (state?.opening === true) this.#prepare(key, state.cwd);
    }
  }

  /** The files of a session in which something is open, by path. */
  open(key: string): readonly ReviewedFile[] {
    return this.#sessions.get(key)?.open ?? [];
  }

  /** The sessions in which something is open. */
  sessions(): readonly string[] {
    return [...this.#sessions.values()].filter(({ open }) => open.length > 0).map(({ key }) => key);
  }

  /** The text that would be at a path now without the agent of a session; undefined when that is no text. */
  async textWithoutAgent(key: string, path: string): Promise<string | undefined> {
    return this.#sessions.get(key)?.files.textWithoutAgent(path);
  }

  /**
   * Takes the files down before a prompt. The prompt waits until they have been read, so that what the agent finds is
   * known, but no longer than some seconds: then it goes without a checkpoint, and what was read by the end of the
   * reading counts as what the agent found, except for files its tool calls name.
   */
  async beforePrompt(key: string, cwd: string): Promise<string | undefined> {
    const session = this.#session(key, cwd);
    try {
      const seen = await this.#patiently(session.begin());
      session.wasLate = seen === undefined;
      session.refreshSoon();
      if (seen === undefined) return undefined;
      const id = randomUUID();
      await session.files.mark(id);
      await this.#remember(id, seen);
      return id;
    } catch (error) {
      this.#options.log.error(`No checkpoint was made: ${String(error)}`);
      return undefined;
    }
  }

  /** The user saved a document: what is in it now is their doing. */
  async userSaved(path: string): Promise<void> {
    const watching = [...this.#sessions.values()].filter(({ files }) => files.isWatching);
    if (watching.length === 0) return;
    const state = await diskState(path);
    for (const { files } of watching) files.explain(path, state);
  }

  /** The text of an open document changed. */
  edited(path: string): void {
    for (const session of this.#sessions.values()) {
      if (session.files.files.has(path)) session.refreshSoon();
    }
  }

  /**
   * Runs a write that an agent asked Parley for in its session `sessionId`, and notes what it changed: in an editor
   * with unsaved changes nothing of it reaches the disk.
   */
  async whileAgentWrites(sessionId: string, path: string, write: () => Promise<void>): Promise<void> {
    const session = [...this.#sessions.values()].find(
      ({ key }) => this.#options.store.state(key)?.sessionId === sessionId,
    );
    if (session?.files.isWatching !== true || !session.files.covers(path)) return write();
    const before = await session.files.stateNow(path);
    // Not in turn with looking at the files: the write may wait for the user.
    await write();
    session.files.agentWrote(path, before, await session.files.stateNow(path));
    const onDisk = await diskState(path);
    for (const { files } of this.#sessions.values()) files.explain(path, onDisk);
    session.refreshSoon();
  }

  /** Keeps everything in one file, or in all. */
  async keep(key: string, path?: string): Promise<void> {
    await this.#change(key, async ({ files, open }) => files.keep(pathsOf(open, path)));
  }

  /** Undoes everything in one file, or in all, but for what the user has changed since. */
  async undo(key: string, path?: string): Promise<Trouble | undefined> {
    return this.#change(key, (session) =>
      this.#withRedo(session, () => session.files.undo(pathsOf(session.open, path))),
    );
  }

  /** Keeps the hunks at lines of a file. */
  async keepLines(key: string, path: string, lines: LineRange): Promise<void> {
    await this.#change(key, ({ files }) => files.keepLines(path, lines));
  }

  /** Undoes the hunks at lines of a file. */
  async undoLines(key: string, path: string, lines: LineRange): Promise<Trouble | undefined> {
    return this.#change(key, ({ files }) => files.undoLines(path, lines));
  }

  /**
   * Brings the files back to how they were before the prompt with this entry id, the user's own edits included: the
   * user is asked, and can redo. Resolves to undefined when nothing was done.
   */
  async restore(key: string, entryId: string, confirm: ConfirmRestore): Promise<Trouble | undefined> {
    const state = this.#options.store.state(key);
    if (state === undefined) return undefined;
    if (state.turn !== undefined) {
      this.#tell(key, 'warning', this.#options.words.stopFirst());
      return undefined;
    }
    const id = this.#checkpointOf(key, entryId);
    const session = this.#session(key, state.cwd);
    return session.inTurn(async () => {
      session.stopWatching();
      const found = await this.#targets(session, id);
      if (id === undefined || found === undefined) {
        this.#tell(key, 'error', this.#options.words.notKept());
        return undefined;
      }
      if (found.targets.size === 0 && found.unread.length > 0) return withUnread(nothingDone, found);
      if (found.targets.size === 0) {
        this.#tell(key, 'info', this.#options.words.nothingToRestore());
        return undefined;
      }
      if (!(await confirm([...found.targets.keys()]))) return undefined;
      const trouble = await this.#restoreNow(session, id, found);
      await session.refresh();
      return trouble;
    });
  }

  /**
   * Takes the last undo or restore back, but for files that have been changed since: those are conflicts. What could
   * not be written can be redone again. Resolves to undefined when there is nothing to redo.
   */
  async redo(key: string): Promise<Trouble | undefined> {
    const session = this.#sessions.get(key);
    return session?.inTurn(async () => {
      const { redo } = session;
      const found = await this.#targets(session, redo?.checkpoint);
      if (redo === undefined || found === undefined) return undefined;
      const changed = await session.files.changedFrom(redo.put);
      const isOurs = (path: string): boolean => redo.put.has(path) && !changed.has(path);
      const restored = await session.files.restore(
        redo.checkpoint,
        new Map([...found.targets].filter(([path]) => isOurs(path))),
      );
      const failed = new Set(restored.failed.map(({ path }) => path));
      const isLeft = (path: string): boolean =>
        isOurs(path) && (failed.has(path) || folderOf(path, found.unread) !== undefined);
      const left = [...redo.put].filter(([path]) => isLeft(path));
      session.redo = left.length === 0 ? undefined : { checkpoint: redo.checkpoint, put: new Map(left) };
      await session.refresh();
      return { ...withUnread(restored, found), conflicts: [...changed] };
    });
  }

  dispose(): void {
    this.#owned.dispose();
    for (const session of this.#sessions.values()) session.dispose();
    this.#sessions.clear();
    this.#changed.dispose();
  }

  #session(key: string, cwd: string): TrackedSession {
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const session = new TrackedSession({
      ...this.#options,
      key,
      cwd,
      folders: [cwd],
      onPut: (path, state) => {
        for (const { files } of this.#sessions.values()) files.explain(path, state);
      },
      isOfAnother: (path) => this.#isOfAnother(key, path),
      onChange: () => this.#changed.fire(key),
    });
    this.#sessions.set(key, session);
    return session;
  }

  /** The first reading takes longest: it is done while the agent starts and the user writes. */
  #prepare(key: string, cwd: string): void {
    this.#session(key, cwd);
    void this.#options.snapshots.take([cwd]);
  }

  #dropGone(): void {
    const keys = new Set(this.#options.store.keys());
    for (const [key, session] of this.#sessions) {
      if (keys.has(key)) continue;
      session.dispose();
      this.#sessions.delete(key);
      this.#changed.fire(key);
    }
  }

  #follow(store: SessionStore): void {
    this.#owned.add(
      store.onEvent(['tool_call', 'permission_requested', 'permission_decided'], ({ key, event }) =>
        this.#sessions.get(key)?.mention(event.call),
      ),
    );
    this.#owned.add(
      store.onEvent('opening', ({ key, state }) => {
        if (!this.#sessions.has(key)) this.#prepare(key, state.cwd);
      }),
    );
    this.#owned.add(
      store.onEvent('opened', ({ key, event, state }) =>
        this.#session(key, state.cwd).resume(state.agent, event.sessionId),
      ),
    );
    this.#owned.add(
      store.onSelect(isRunning, ({ key, state }) => {
        if (!isRunning(state)) this.#sessions.get(key)?.end();
      }),
    );
    this.#owned.add(store.onListChange(() => this.#dropGone()));
  }

  async #change<T>(key: string, work: (session: TrackedSession) => Promise<T>): Promise<T | undefined> {
    const session = this.#sessions.get(key);
    return session?.change(() => work(session));
  }

  async #restoreNow(session: TrackedSession, id: string, found: ChangesSince): Promise<Trouble> {
    await this.#options.editors.save([...found.targets.keys()]);
    return this.#withRedo(session, async () => {
      const current = (await this.#targets(session, id)) ?? found;
      const trouble = await session.files.restore(id, current.targets);
      this.#tell(session.key, 'info', this.#options.words.restored(current.targets.size));
      return withUnread(trouble, current);
    });
  }

  /** Puts files back so that it can be taken back. */
  async #withRedo(session: TrackedSession, putBack: () => Promise<Trouble>): Promise<Trouble> {
    const checkpoint = randomUUID();
    await session.files.mark(checkpoint);
    await this.#remember(checkpoint, await this.#options.snapshots.take(session.files.folders));
    session.files.takePut();
    const trouble = await putBack();
    const put = session.files.takePut();
    if (put.size > 0) session.redo = { checkpoint, put };
    return trouble;
  }

  #patiently<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const timer = this.#options.clock.after(PATIENCE, () => resolve(undefined));
      work.finally(() => timer.dispose()).then(resolve, reject);
    });
  }

  async #remember(id: string, seen: FoldersSnapshot): Promise<void> {
    const { snapshots, checkpoints } = this.#options;
    await snapshots.keep(seen, id);
    await checkpoints.add({ id, trees: Object.fromEntries(seen.trees), gaps: [...seen.gaps] });
    for (const old of await checkpoints.prune()) {
      await snapshots.forget({ trees: new Map(Object.entries(old.trees)) }, old.id);
    }
  }

  /** Undefined when the checkpoint cannot be found. */
  async #targets(session: TrackedSession, id: string | undefined): Promise<ChangesSince | undefined> {
    const checkpoint = id === undefined ? undefined : await this.#options.checkpoints.find(id);
    if (checkpoint === undefined) return undefined;
    return session.files.changedSince(checkpoint).catch((error: unknown) => {
      this.#options.log.warn(`Checkpoint ${checkpoint.id}: ${String(error)}`);
      return undefined;
    });
  }

  #checkpointOf(key: string, entryId: string): string | undefined {
    const entries = this.#options.store.state(key)?.entries ?? [];
    const isMeant = (entry: Entry): entry is Prompt => isPrompt(entry) && entry.id === entryId;
    return findLastEntry(entries, isMeant)?.found.checkpoint;
  }

  /** Where several agents work at once, a change belongs to the one whose tool calls name the file. */
  #isOfAnother(key: string, path: string): boolean {
    const naming = [...this.#sessions.values()].filter((session) => session.mentions(path));
    return naming.length > 0 && naming.every((session) => session.key !== key);
  }

  #tell(key: string, severity: 'info' | 'warning' | 'error', text: string): void {
    this.#options.store.dispatch(key, { type: 'notice', at: this.#options.clock.now(), severity, text });
  }
}

const nothingDone: Trouble = { conflicts: [], failed: [] };

/** The folders that could not be read count as not restored: silence would look like success. */
function withUnread(result: Trouble, { unread }: ChangesSince): Trouble {
  const failed = unread.map((path) => ({ path, reason: 'The folder could not be read.' }));
  return { ...result, failed: [...result.failed, ...failed] };
}

function pathsOf(open: readonly ReviewedFile[], path: string | undefined): readonly string[] {
  return path === undefined ? open.map((file) => file.path) : [path];
}
