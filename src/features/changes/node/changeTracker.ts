// Records what the agents of all sessions change in files, and takes checkpoints. Pure Node; no `vscode` import.
import { randomUUID } from 'node:crypto';
import type { ChangedFiles, ReviewedFile } from '../core/changedFiles.ts';
import type { FileState } from '../../../core/changes/fileState.ts';
import type { TurnFile } from '../../../core/changes/turnFile.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import type { Checkpoints, Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { ProtectedFile, ProtectionReason } from '../../../core/session/permission/protectedFile.ts';
import type { SessionChange, SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { CheckpointIndex } from './checkpointIndex.ts';
import { CheckpointStore } from './checkpointStore.ts';
import { diskState } from '../../../snapshots/diskState.ts';
import type { ContainedFiles } from './diskWrite.ts';
import type { FolderSnapshots } from '../../../snapshots/folderSnapshots.ts';
import { folderOf } from '../../../snapshots/localPaths.ts';
import { documentState, type OpenEditors } from './openEditors.ts';
import { ownerOf } from './review/changeOwner.ts';
import { Preparation } from './preparation.ts';
import { checkpointOf, pathsOf, ReviewActions, type WhichFiles } from './review/reviewActions.ts';
import type { ReviewComments } from './review/reviewComments.ts';
import { turnFilesNow } from './review/turnFiles.ts';
import type { StoredChanges } from './storedChanges.ts';
import { SessionRoots } from './sessionRoots.ts';
import { TrackedSession, type Move } from './trackedSession.ts';
import { AgentWrites, type AskingSession, type RecordedWrite } from './watch/agentWrites.ts';
import { followQuestions } from './watch/openQuestions.ts';
import { filesBelow, isRecent } from './watch/userFiles.ts';

/** So often a session says how far the snapshot is that its prompt waits for. */
const PROGRESS_INTERVAL_MS = 700;

export interface ChangeTrackerOptions {
  readonly store: SessionStore;
  readonly snapshots: FolderSnapshots;
  readonly checkpoints: CheckpointIndex;
  readonly editors: OpenEditors;
  readonly disk: ContainedFiles;
  readonly clock: Clock;
  readonly log: Log;
  readonly stored: StoredChanges;
  /** The user's comments; how many were not sent is shown with the changes. */
  readonly comments: Pick<ReviewComments, 'onChange' | 'unsent'>;
  /** What runs the file at a path on its own, if anything does; `cwd` is the session's folder. */
  readonly protectionOf: (path: string, cwd: string) => ProtectionReason | undefined;
  /** The folders that a session is given besides its own, absolute. */
  readonly furtherFolders: (cwd: string) => readonly string[];
  /** The name that VS Code shows for a folder of the window. */
  readonly folderName?: (path: string) => string | undefined;
  /** Calls back whenever something in a folder changes on the disk. */
  readonly watch: (folder: string, changed: (path: string) => void) => Disposable;
  /** {@link PreparationOptions.onPreparing} */
  readonly onPreparing?: (first: Promise<unknown>) => void;
}

/** Owns what is known of changes in the sessions of the window. */
export class ChangeTracker implements Checkpoints, Disposable {
  readonly #options: ChangeTrackerOptions;
  readonly #checkpoints: CheckpointStore;
  readonly #owned = new DisposableStore();
  readonly #sessions = new Map<string, TrackedSession>();
  readonly #changed = new Emitter<string>();
  /** What lets the prompt of a session go that waits for its snapshot, by key. */
  readonly #skips = new Map<string, () => void>();
  readonly #preparation: Preparation;
  readonly #agentWrites: AgentWrites;

  /** What the user does with the changes. */
  readonly review: ReviewActions;

  /** Fires with a session's key when what is open in it may have changed. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(options: ChangeTrackerOptions) {
    this.#options = options;
    this.#checkpoints = new CheckpointStore(options.snapshots, options.checkpoints, options.log);
    this.#preparation = new Preparation({ ...options, hasWorked: () => this.#watching().length > 0 });
    this.#agentWrites = new AgentWrites({
      ...options,
      session: (key, cwd) => this.#session(key, cwd),
      sessions: () => this.#sessions.values(),
    });
    this.review = this.#owned.add(
      new ReviewActions({
        ...options,
        checkpoints: this.#checkpoints,
        session: (key) => this.#sessions.get(key),
        openedSession: (key, cwd) => this.#session(key, cwd),
      }),
    );
    this.#owned.add(options.store.onChange((change) => this.#follow(change)));
    this.#owned.add(options.store.onListChange(() => this.#dropClosed()));
    this.#owned.add(options.comments.onChange((key) => this.#sessions.get(key)?.scheduleRefresh()));
    for (const key of options.store.keys()) {
      const state = options.store.state(key);
      if (state?.opening === true) this.#preparation.opening(this.#session(key, state.cwd));
    }
  }

  /** The files of a session in which something is open, by path. */
  open(key: string): readonly ReviewedFile[] {
    return this.#sessions.get(key)?.open ?? [];
  }

  /** Resolves when what is listed of a session was read, so that {@link open} has it. */
  async whenRead(key: string): Promise<void> {
    await this.#sessions.get(key)?.whenRead();
  }

  /** What changed during turns of a session and is not its agent's, as far as is known. */
  others(key: string): ChangedFiles {
    return this.#sessions.get(key)?.files.others ?? new Map();
  }

  /** Names the folder that a path is in, for a session that has several. */
  folderNames(key: string): (path: string) => string | undefined {
    const folders = this.#sessions.get(key)?.folders;
    if (folders === undefined || folders.size < 2) return () => undefined;
    return (path) => folders.get(folderOf(path, folders.keys()) ?? '');
  }

  /** The folders of the window have changed. */
  followFolders(): void {
    for (const session of this.#sessions.values()) session.followFolders();
  }

  /** The files among these of which Undo would leave less than the agent says was there. */
  doubtful(key: string, which?: WhichFiles): readonly string[] {
    return this.#sessions.get(key)?.files.doubtful(pathsOf(this.open(key), which)) ?? [];
  }

  /** The files among these of which Undo cannot be redone. */
  unredoable(key: string, which?: WhichFiles): readonly string[] {
    return this.#sessions.get(key)?.files.unredoable(pathsOf(this.open(key), which)) ?? [];
  }

  /** The files among these with the only copy of what another file had, which Undo of them alone removes. */
  onlyCopies(key: string, which?: WhichFiles): readonly string[] {
    const open = this.open(key);
    return this.#sessions.get(key)?.files.onlyCopies(pathsOf(open, which), pathsOf(open, undefined)) ?? [];
  }

  /** The files among these that programs run automatically. */
  openProtected(key: string, which?: WhichFiles): readonly ProtectedFile[] {
    return pathsOf(this.open(key), which).flatMap((each) => {
      const reason = this.#sessions.get(key)?.protectionOf(each);
      return reason === undefined ? [] : [{ path: each, reason }];
    });
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
   * Takes a snapshot before a prompt. The prompt waits for it, so that what the agent finds is known, and the session says
   * so where that takes long. If the user does not wait, it goes without a checkpoint, and what the snapshot holds in the
   * end counts as what the agent found, except for files its tool calls name.
   */
  async beforePrompt(key: string, cwd: string): Promise<string | undefined> {
    const session = this.#session(key, cwd);
    try {
      const snapshot = await this.#unlessSkipped(key, session.begin());
      session.hasNoCheckpoint = snapshot === undefined;
      session.scheduleRefresh();
      if (snapshot === undefined) {
        await session.beginTurn(undefined);
        return undefined;
      }
      const id = randomUUID();
      await Promise.all([
        session.beginTurn(id),
        session.files.checkpoints.mark(id),
        this.#checkpoints.add(id, key, snapshot),
      ]);
      return id;
    } catch (error) {
      this.#options.log.error(`The checkpoint of a prompt could not be stored: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * The user has begun to type a prompt: what has changed in the folders until now is stored ahead, so that the prompt
   * waits only for what changes from here on. Never rejects.
   */
  async prepare(key: string): Promise<void> {
    const session = this.#sessions.get(key);
    if (session === undefined || this.#options.store.state(key)?.turn !== undefined) return;
    await this.#preparation.typing(session);
  }

  /** The prompt of a session that waits for its checkpoint goes without one. */
  skip(key: string): void {
    this.#skips.get(key)?.();
  }

  /** {@link CheckpointStore.share} */
  async share(ids: readonly string[], fork: string): Promise<void> {
    await this.#checkpoints.share(ids, fork);
  }

  /** {@link CheckpointStore.removeOf} */
  async removeCheckpoints(sessions: ReadonlySet<string>): Promise<void> {
    await this.#checkpoints.removeOf(sessions);
  }

  /** The user is about to save a document: what is on the disk until then is not their doing. */
  async willSave(path: string): Promise<void> {
    await Promise.all(this.#watching().map(({ files }) => files.willSave(files.pathOf(path))));
  }

  /**
   * The user saved a document with this text: that is their doing, and not what an agent writes right after it. Undefined
   * where its encoding is not UTF-8: what is read of its bytes is not what the user sees.
   */
  async userSaved(path: string, text: string | undefined): Promise<void> {
    void this.#options.snapshots.readAhead(path);
    const watching = this.#watching();
    if (watching.length === 0) return;
    const state = savedState(text, await diskState(path));
    for (const session of watching) session.explain(session.files.pathOf(path), state);
    for (const session of this.#sessions.values()) session.followFile(session.files.pathOf(path));
  }

  /** The user is about to move files or folders: what is in them until then may be an agent's. */
  async willMove(paths: readonly string[]): Promise<void> {
    if (this.#watching().length === 0) return;
    for (const path of paths)
      for (const file of await filesBelow(path)) if (await isRecent(file)) await this.willSave(file);
  }

  /**
   * What is at these paths now, or no longer, is the user's doing: files, and folders with what is in them. No look is begun
   * until that is known. Never rejects.
   */
  async userChanged(paths: readonly string[]): Promise<void> {
    for (const session of this.#sessions.values())
      for (const path of paths) session.followFile(session.files.placeOf(path));
    const watching = this.#watching();
    if (watching.length === 0) return;
    const explained = this.#explain(watching, paths).catch((error: unknown) =>
      this.#options.log.warn(`What the user did to files is not known: ${String(error)}`),
    );
    for (const session of watching) void session.enqueue(() => explained).catch(() => undefined);
    await explained;
  }

  /** The user has moved files or folders: what is listed of them is listed where they are now. Never rejects. */
  async userMoved(moves: readonly Move[]): Promise<void> {
    await this.userChanged(moves.flatMap(({ from, to }) => [from, to]));
    for (const session of this.#sessions.values())
      await session
        .moved(moves)
        .catch((error: unknown) =>
          this.#options.log.warn(`Moved files could not be followed: ${String(error)}`),
        );
  }

  async #explain(sessions: readonly TrackedSession[], paths: readonly string[]): Promise<void> {
    for (const path of paths)
      for (const file of await filesBelow(path)) {
        const state = await diskState(file);
        for (const session of sessions) session.explain(session.files.placeOf(file), state);
      }
  }

  /** The text of an open document changed. */
  edited(path: string): void {
    for (const session of this.#sessions.values()) {
      if (session.files.files.has(session.files.pathOf(path))) session.scheduleRefresh();
    }
  }

  /** {@link AgentWrites.hasRunSince} */
  hasRunSince(asking: AskingSession, at: number): boolean {
    return this.#agentWrites.hasRunSince(asking, at);
  }

  /** {@link AgentWrites.mayHaveReadSince} */
  mayHaveReadSince(asking: AskingSession, path: string, at: number): boolean {
    return this.#agentWrites.mayHaveReadSince(asking, path, at);
  }

  /** {@link AgentWrites.textBeforeOthers} */
  textBeforeOthers(asking: AskingSession, path: string): Promise<string | undefined> {
    return this.#agentWrites.textBeforeOthers(asking, path);
  }

  /** {@link AgentWrites.whileAgentWrites} */
  whileAgentWrites(asking: AskingSession, named: string, write: RecordedWrite): Promise<void> {
    return this.#agentWrites.whileAgentWrites(asking, named, write);
  }

  /** {@link AgentWrites.whileApplying} */
  whileApplying(key: string, named: string, write: RecordedWrite): Promise<void> {
    return this.#agentWrites.whileApplying(key, named, write);
  }

  #watching(): readonly TrackedSession[] {
    return [...this.#sessions.values()].filter(({ files }) => files.isWatching);
  }

  reverting(key: string): Promise<void> | undefined {
    return this.review.reverting(key);
  }

  /**
   * What the agent changed after the prompts with these entry ids, all those of one turn, and what is on the disk now.
   * Undefined when that is unknown.
   */
  async turnFiles(key: string, entryIds: readonly string[]): Promise<readonly TurnFile[] | undefined> {
    const session = this.#sessions.get(key);
    const last = await session?.enqueue(async () => {
      await session.files.look();
      return session.files.turn;
    });
    const parts: ChangedFiles[] = [];
    for (const entryId of entryIds) {
      const id = checkpointOf(this.#options.store.state(key), entryId);
      if (id === undefined) return undefined;
      const changed = last?.checkpoint === id ? last.files : await this.#checkpoints.changesOf(id);
      if (changed === undefined) return undefined;
      parts.push(changed);
    }
    return turnFilesNow(parts);
  }

  /** Stores what agents that are at work have changed so far. Never rejects. */
  async flush(): Promise<void> {
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.flush()));
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
      roots: new SessionRoots(() => [cwd, ...this.#options.furtherFolders(cwd)]),
      onRestored: (path, state) => {
        for (const each of this.#sessions.values()) {
          each.activity.writeBack(path, Date.now());
          each.explain(path, state);
        }
      },
      unsentComments: () => this.#options.comments.unsent(key),
      ownerOf: (path, period) => ownerOf(this.#watching(), key, path, period),
      onUndone: (changes) => this.review.undone(key, changes),
      onClaimed: (path, state) => {
        for (const each of this.#sessions.values()) if (each.key !== key) each.files.explain(path, state);
      },
      saveTurn: ({ checkpoint, files }) => this.#checkpoints.addChanges(checkpoint, files),
      onChange: () => this.#changed.fire(key),
    });
    this.#sessions.set(key, session);
    return session;
  }

  #dropClosed(): void {
    const keys = new Set(this.#options.store.keys());
    for (const [key, session] of this.#sessions) {
      if (keys.has(key)) continue;
      session.close();
      this.#sessions.delete(key);
      this.#changed.fire(key);
    }
  }

  #follow(change: SessionChange): void {
    const { key, event, state, previous } = change;
    // What the agent reports of earlier turns while it opens a session happened long ago.
    if (!state.opening) this.#followWork(change);
    if (event.type === 'cancel_requested') this.skip(key);
    if (event.type === 'opening' && !this.#sessions.has(key)) {
      this.#preparation.opening(this.#session(key, state.cwd));
    } else if (event.type === 'opened') {
      if (event.sessionId !== previous.sessionId) this.#begin(key, state.agent, event.sessionId);
      const session = this.#session(key, state.cwd);
      session.scheduleRefresh();
      void this.#preparation.opened(session);
    } else if (previous.turn !== undefined && state.turn === undefined) {
      const session = this.#sessions.get(key);
      session?.end();
      session?.waiting.run();
    }
  }

  /** The agent made a session, whose id an earlier one may have had. */
  #begin(key: string, agent: string, sessionId: string): void {
    const { stored, log } = this.#options;
    stored
      .begin({ agent, sessionId, key })
      .catch((error: unknown) => log.warn(`Changes could not be stored: ${String(error)}`));
  }

  #followWork({ key, event, state, previous }: SessionChange): void {
    const session = this.#sessions.get(key);
    if (session === undefined) return;
    if (event.type === 'tool_call') session.followToolCall(event.call, false);
    else if (event.type === 'terminal_started') session.followTerminal(event.terminalId, false);
    else if (event.type === 'terminal_exited') session.followTerminal(event.terminalId, true);
    else if (event.type === 'detached') session.followExit();
    else followQuestions(session, { event, state, previous });
  }

  /** Resolves to undefined where the user does not wait for it. */
  async #unlessSkipped<T>(key: string, work: Promise<T>): Promise<T | undefined> {
    const { store, clock, snapshots } = this.#options;
    const { promise: skipped, resolve } = Promise.withResolvers<undefined>();
    this.#skips.set(key, () => resolve(undefined));
    const report = (): void => {
      const { checkpointPercent: shown } = store.state(key)?.turn ?? {};
      // Another snapshot may follow the first one: for the user it is the same wait.
      const percent = Math.max(snapshots.percent ?? 0, shown ?? 0);
      if (shown !== percent) store.dispatch(key, { type: 'checkpoint_awaited', at: clock.now(), percent });
      timer = clock.after(PROGRESS_INTERVAL_MS, report);
    };
    let timer = clock.after(PROGRESS_INTERVAL_MS, report);
    try {
      return await Promise.race([work, skipped]);
    } finally {
      timer.dispose();
      this.#skips.delete(key);
      if (store.state(key)?.turn?.checkpointPercent !== undefined)
        store.dispatch(key, { type: 'checkpoint_awaited', at: clock.now() });
    }
  }
}

/** What a save has written. */
function savedState(text: string | undefined, onDisk: FileState): FileState {
  return text === undefined || onDisk.kind === 'bytes' ? onDisk : documentState(text, onDisk);
}
