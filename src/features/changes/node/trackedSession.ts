// One session's files over time: when changes are looked for, in which order work runs, what the panel shows.
import type { ChangedFiles, ReviewedFile } from '../core/changedFiles.ts';
import type { FileState } from '../../../core/changes/fileState.ts';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import { isEmptyChanges, patchBetween, type SessionChanges } from '../../../core/session/changes/state.ts';
import { isFinished, type ToolCallPatch } from '../../../core/session/toolCall/state.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { isSameData } from '../../../core/base/isSameData.ts';
import { SerialWork } from '../../../core/base/serialWork.ts';
import type { ProtectionReason } from '../../../core/session/permission/protectedFile.ts';
import { changeStrings } from './changeStrings.ts';
import { ChangesPersistence } from './changesPersistence.ts';
import { changesToShow } from './changesToShow.ts';
import type { FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import { fileNames, namedFolders, type NamedFolders } from './sessionFileNames.ts';
import type { SessionRoots } from './sessionRoots.ts';
import { WaitingReverts } from './review/waitingReverts.ts';
import { settledFiles } from './review/settledFiles.ts';
import { surelyChangedIn } from './watch/fileTimes.ts';
import type { NamedChange } from './watch/folderWatch.ts';
import { FollowedFolders } from './watch/followedFolders.ts';
import { GuardedTurn } from './watch/guardedTurn.ts';
import { NamedFiles } from './watch/namedFiles.ts';
import { AgentActivity, CLOCK_LAG_MS, GRACE_PERIOD_MS } from './watch/agentActivity.ts';
import type { Redo, StoredChanges } from './storedChanges.ts';
import { inSlices } from './inSlices.ts';
import type { TurnChanges } from './watch/recordedChanges.ts';
import { SessionFiles, type SessionFilesOptions } from './sessionFiles.ts';

/** The time from a sign of a change until it is looked for; longer where looking is slow. */
const LOOK_DELAY_MS = 500;
/** While there are signs of further changes a look waits, but not longer than this from the first one on. */
const MAX_LOOK_DELAY_MS = 3_000;
/** So long without a sign nothing is changed any more: VS Code hands out many events in parts, every 200 ms. */
const QUIET_MS = 300;

/** How many files a notice names. */
const MAX_NAMES = 5;

export interface TrackedSessionOptions extends Omit<
  SessionFilesOptions,
  'activity' | 'folders' | 'leadsElsewhere'
> {
  readonly key: string;
  readonly cwd: string;
  readonly roots: SessionRoots;
  /** The name that VS Code shows for a folder of the window. */
  readonly folderName?: ((path: string) => string | undefined) | undefined;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly stored: StoredChanges;
  /** Calls back whenever something in a folder changes on the disk. */
  readonly watch: (folder: string, changed: (path: string) => void) => Disposable;
  /** What runs the file at a path on its own, if anything does; `cwd` is the session's folder. */
  readonly protectionOf: (path: string, cwd: string) => ProtectionReason | undefined;
  /** How many comments of the user were not sent yet. */
  readonly unsentComments: () => number;
  /** Stores what a turn has changed. */
  readonly saveTurn: (turn: TurnChanges) => Promise<void>;
  /** Called when what is open may have changed. */
  readonly onChange: () => void;
}

/** A file or folder that the user moved or renamed, by absolute paths. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The folders are watched while a turn or a call of the agent runs, and for some time after it. */
export class TrackedSession implements Disposable {
  readonly key: string;
  readonly files: SessionFiles;
  /** What the agent says it does: the evidence for what it changes. */
  readonly activity = new AgentActivity();
  readonly #options: TrackedSessionOptions;
  readonly #queue = new SerialWork();
  #timer: Disposable | undefined;
  /** When there was the last sign of a change. */
  #signAt = -Infinity;
  readonly #folders: FollowedFolders;
  readonly #guarded: GuardedTurn;
  readonly #named: NamedFiles;
  /** How long looking took last. */
  #lookMs = 0;
  /** Counts prompts, so that what follows a turn knows whether another one has begun. */
  #turn = 0;
  /** When the last prompt was about to be sent, in epoch milliseconds. */
  #turnSince = 0;
  /** The files that the user has kept or undone since the list was empty. */
  #settled: ReadonlySet<string> = new Set();
  readonly #persistence: ChangesPersistence;
  #savedTurn: ChangedFiles | undefined;
  #isRefreshWaiting = false;
  /** Whether files are listed that were not read yet. */
  #isNamedOnly = false;
  #isDisposed = false;
  /** The files in which something is open, by path. */
  open: readonly ReviewedFile[] = [];
  /** The record of them. */
  shown: ChangedFiles = new Map();
  /** Whether the last prompt could not wait for its checkpoint. */
  hasNoCheckpoint = false;
  /** Whether the agent may have changed files since the last prompt, which could not wait for its checkpoint. */
  #mayHaveMissed = false;
  /** What is undone when the turn has ended. */
  readonly waiting = new WaitingReverts();
  /** The way back from the last undo or restore. */
  redo: Redo | undefined;

  constructor(options: TrackedSessionOptions) {
    this.#options = options;
    this.key = options.key;
    this.files = new SessionFiles({
      ...options,
      folders: () => options.roots.folders,
      leadsElsewhere: (folder) => options.roots.leadsElsewhere(folder),
      activity: this.activity,
    });
    this.#named = new NamedFiles(options.cwd, (path) => this.files.pathOf(path));
    this.#persistence = new ChangesPersistence(options);
    this.#guarded = new GuardedTurn({
      folders: () => this.files.folders,
      protectionOf: (path) => options.protectionOf(path, options.cwd),
    });
    this.#folders = new FollowedFolders({
      ...options,
      folders: () => this.files.folders,
      listed: () => this.files.files,
      onChange: () => this.#scheduleLook(),
      onListedChange: () => this.scheduleRefresh(),
    });
  }

  /** Runs after everything that was asked of the session's files before. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      await this.#adoptStored();
      return work();
    });
  }

  /** A prompt is about to be sent. Resolves to the files as the agent finds them. */
  begin(): Promise<FoldersSnapshot> {
    const { clock } = this.#options;
    this.#turn++;
    this.#turnSince = Date.now();
    this.activity.beginTurn(this.#turnSince);
    this.#mayHaveMissed = false;
    this.#guarded.begin();
    this.#stopTimer();
    this.#options.roots.update();
    this.#folders.follow();
    const began = clock.now();
    return this.enqueue(async () => {
      const [snapshot] = await Promise.all([this.files.begin(), this.#guarded.read()]);
      this.#lookMs = clock.now() - began;
      return snapshot;
    });
  }

  /**
   * From this call on what the agent changes belongs to the turn after a checkpoint; undefined where that has none. Resolves
   * when what the last turn has changed is stored.
   */
  beginTurn(checkpoint: string | undefined): Promise<void> {
    const stored = this.#saveTurn();
    this.files.beginTurn(checkpoint);
    return stored;
  }

  /** The turn is over. What its calls and commands have left running may still write. */
  end(): void {
    this.activity.endTurn(Date.now());
    this.files.endTurn();
    this.#stopTimer();
    this.#run(() => this.#lookAtAll());
    this.#lookForTheLastTime();
  }

  /** Looks once more some time after the work has ended, and then no longer watches the folders. */
  #lookForTheLastTime(): void {
    const turn = this.#turn;
    this.#stopTimer();
    this.#timer = this.#options.clock.after(GRACE_PERIOD_MS, () => {
      this.#timer = undefined;
      this.#run(async () => {
        if (this.#turn !== turn) return;
        await this.#lookAtAll();
        if (this.#turn === turn && !this.#isAtWork()) this.#stopFollowing();
      });
      // Beside the queue, in which the next prompt would wait for it.
      void this.#options.snapshots.verify().then((hasFound) => {
        if (hasFound && !this.#isDisposed) this.#run(() => this.#lookAtAll());
      });
    });
  }

  #isAtWork(): boolean {
    return this.activity.isWorking || this.#options.store.state(this.key)?.turn !== undefined;
  }

  #stopFollowing(): void {
    this.#stopTimer();
    if (!this.#isDisposed) this.#folders.stop();
  }

  /** {@link FollowedFolders.followFile} */
  followFile(path: string): void {
    this.#folders.followFile(path);
  }

  /** The folders with their names, the session's own first. */
  get folders(): NamedFolders {
    return namedFolders(this.files.folders, (folder) => this.#options.folderName?.(folder));
  }

  /** The folders of the window have changed: those that came are tracked from here on. */
  followFolders(): void {
    if (!this.#folders.isFollowing) return;
    this.#folders.follow();
    this.#run(() => this.#look());
  }

  /** The user put this there themselves, or allowed it: nothing about it has to be reported. */
  explain(path: string, state: FileState): void {
    this.#guarded.know(path);
    this.files.explain(path, state);
  }

  /** {@link ChangeTracker.textBeforeOthers}. `changedAt`: when the file was changed last, in epoch milliseconds. */
  async textBeforeOthers(path: string, changedAt: number): Promise<string | undefined> {
    const own = this.files.pathOf(path);
    const isChanged = this.files.files.has(own) || this.files.others.has(own);
    if (!isChanged && changedAt + CLOCK_LAG_MS < this.#turnSince) return undefined;
    return this.enqueue(async () => {
      await this.files.look();
      return this.files.textLeft(own);
    });
  }

  /** The user has moved files or folders, which Parley knows to be their doing: what is listed of them goes along. */
  async moved(moves: readonly Move[]): Promise<void> {
    await this.enqueue(async () => {
      if (this.files.isWatching) await this.files.look();
      const moved = new Map(
        moves.flatMap(({ from, to }) => [
          ...this.files.move(this.files.placeOf(from), this.files.placeOf(to)),
        ]),
      );
      if (moved.size === 0) return;
      this.waiting.move(moved);
      await this.refresh();
    });
  }

  /** A tool call, or a question about one, names files: what is there is read at once, before the call goes on. */
  followToolCall(patch: ToolCallPatch, isQuestion: boolean): void {
    const isDone = !isQuestion && isFinished(patch.status ?? 'pending');
    const named = this.#named.of(patch);
    const paths = (): readonly string[] => named().map(({ path }) => path);
    const mayChangeFiles = isQuestion
      ? this.activity.askAbout(patch, paths, Date.now())
      : this.activity.followCall(patch, paths, Date.now());
    if (!mayChangeFiles) return;
    this.files.followCall(patch.toolCallId, named(), isQuestion ? 'pending' : patch.status);
    if (isDone) {
      // A look that waits before it forgets the call, and the next prompt has another time.
      const [named, since] = [this.files.namedByCall(patch.toolCallId), this.#turnSince];
      this.#run(() => this.files.findOutside(named, since));
    }
    this.#followWork(isDone);
  }

  /** The agent has started a command, or one of its commands has ended. */
  followTerminal(terminalId: string, isDone: boolean): void {
    if (isDone) this.activity.endTerminal(terminalId, Date.now());
    else this.activity.startTerminal(terminalId, Date.now());
    this.#followWork(isDone);
  }

  /** The process of the agent is gone, with all that it ran. */
  followExit(): void {
    this.activity.end(Date.now());
  }

  /** Where no turn runs, the agent works in the background: then the folders are watched for as long as that lasts. */
  #followWork(isDone: boolean): void {
    const isInBackground = this.#options.store.state(this.key)?.turn === undefined;
    if (isInBackground) {
      this.#folders.follow();
      if (!this.files.isWatching) this.#run(async () => void (await this.files.begin()));
    }
    if (isInBackground && isDone && !this.activity.isWorking) this.#lookForTheLastTime();
    else if (isDone || isInBackground) this.#scheduleLook();
  }

  /** What runs the file at a path on its own, if anything does. */
  protectionOf(path: string): ProtectionReason | undefined {
    return this.#guarded.protectionOf(path);
  }

  /** Resolves when what is listed was read. */
  async whenRead(): Promise<void> {
    if (this.#isNamedOnly) await this.enqueue(async () => undefined);
  }

  /** Runs work on the files, after finding out what has just changed in them. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.enqueue(async () => {
      await this.files.look();
      this.open = await this.files.open();
      const listed = this.open;
      const result = await work();
      await this.refresh(listed);
      return result;
    });
  }

  /** Updates what is open now, in the session's state and on the disk. `listed`: what was open, and is settled if no longer. */
  async refresh(listed: readonly ReviewedFile[] = []): Promise<void> {
    this.#isRefreshWaiting = false;
    const shown = this.files.files;
    this.open = await this.files.open();
    this.shown = shown;
    await inSlices(this.open, ({ path }) => {
      this.#guarded.know(path);
      this.protectionOf(path);
    });
    const isDone = this.open.length === 0 && this.redo === undefined;
    this.#settled = settledFiles(this.#settled, { listed, open: this.open, isDone });
    this.#publish();
    if (!this.#isDisposed && !this.#folders.followListed()) this.#stopTimer();
    this.#persistence.save({
      files: this.files.files,
      others: this.files.others,
      permissions: this.files.permissions,
      unlisted: this.files.unlisted,
      git: this.files.gitActivities,
      settled: this.#settled,
      waiting: this.waiting.paths,
      lookedAt: this.#isAtWork() ? this.files.lookedAt : undefined,
      redo: this.redo,
    });
    this.#options.onChange();
  }

  /** Refreshes after the work that is queued, once. */
  scheduleRefresh(): void {
    if (this.#isRefreshWaiting) return;
    this.#isRefreshWaiting = true;
    this.#run(() => this.refresh());
  }

  /** Stores what the agent has changed so far: the window closes while it works. */
  async flush(): Promise<void> {
    if (this.#isAtWork()) await this.enqueue(() => this.#look());
    await this.#persistence.stored;
  }

  /** The user has closed the session: what waited is cancelled, and not reported when it is opened again. */
  close(): void {
    this.dispose();
    this.#persistence.forgetWaiting();
  }

  /** The window closes: what waited stays stored, so that it can be reported in the next one. */
  dispose(): void {
    this.#isDisposed = true;
    this.waiting.cancel();
    this.#stopTimer();
    this.#folders.dispose();
  }

  /** Once the agent has opened the session, what was open in it before a reload is open again. */
  async #adoptStored(): Promise<void> {
    const earlier = await this.#persistence.adopt();
    if (earlier === undefined) return;
    const { settled, waiting, lookedAt, redo } = earlier;
    this.files.adopt(earlier);
    this.redo ??= redo;
    this.#settled = settled;
    // The window closed while the agent worked: what it did at the very end is not known yet.
    if (lookedAt !== undefined) await this.files.resume(lookedAt);
    // The user may have gone on with these files since, so that it is not done now.
    if (waiting.size > 0) this.#warn(changeStrings.undoNotDone, [...waiting]);
  }

  #scheduleLook(): void {
    const now = this.#options.clock.now();
    this.#signAt = now;
    if (this.#timer !== undefined || !this.#folders.isFollowing) return;
    this.#lookAfter(Math.max(LOOK_DELAY_MS, 5 * this.#lookMs), now);
  }

  #lookAfter(delay: number, since: number): void {
    const { clock } = this.#options;
    this.#timer = clock.after(delay, () => {
      this.#timer = undefined;
      const now = clock.now();
      // Beside a command that writes thousands of files a look would only slow it down, and be out of date at once.
      if (now - this.#signAt < QUIET_MS && now - since < MAX_LOOK_DELAY_MS) this.#lookAfter(QUIET_MS, since);
      else this.#run(() => this.#look());
    });
  }

  async #look(): Promise<void> {
    const began = this.#options.clock.now();
    const at = Date.now();
    try {
      await this.files.look((named) => this.#publish(named));
    } catch (error) {
      this.#publish();
      throw error;
    }
    const turn = { since: this.#turnSince, until: at };
    this.#mayHaveMissed ||=
      this.hasNoCheckpoint && this.activity.evidence(this.#options.cwd, turn) !== 'none';
    this.activity.forget(at);
    this.#lookMs = this.#options.clock.now() - began;
    await this.refresh();
  }

  async #lookAtAll(): Promise<void> {
    await this.#look();
    await this.#saveTurn();
    const unlisted = await this.#guarded.changed(this.files.unlisted);
    const changed: string[] = [];
    for (const path of unlisted) if (await this.#isOfTurn(path)) changed.push(path);
    if (changed.length === 0) return;
    this.#warn(changeStrings.unlistedChanged, changed);
  }

  /** Whether something changed at a path while a turn ran or the agent worked after it, as far as times of files say. */
  async #isOfTurn(path: string): Promise<boolean> {
    const period = await surelyChangedIn(path, { since: this.#turnSince, until: Date.now() });
    return this.activity.hadTurn(period) || this.activity.evidence(path, period) !== 'none';
  }

  #warn(textOf: (names: readonly string[], more: number) => string, paths: readonly string[]): void {
    const { store, clock, key } = this.#options;
    const names = paths.map(fileNames(this.folders, paths));
    const text = textOf(names.slice(0, MAX_NAMES), names.length - MAX_NAMES);
    store.dispatch(key, { type: 'notice', at: clock.now(), severity: 'warning', text });
  }

  /** Stores what the turn has changed, so that it can be committed after others and after a reload. */
  async #saveTurn(): Promise<void> {
    const { turn } = this.files;
    if (turn === undefined || turn.files === this.#savedTurn) return;
    this.#savedTurn = turn.files;
    await this.#options.saveTurn(turn).catch((error: unknown) => {
      this.#options.log.warn(`The changes of a turn could not be stored: ${String(error)}`);
    });
  }

  #stopTimer(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #run(work: () => Promise<void>): void {
    this.enqueue(work).catch((error: unknown) =>
      this.#options.log.error(`Changes could not be tracked: ${String(error)}`),
    );
  }

  /** Puts what is open into the session's state, and what a look has only named so far. */
  #publish(named: readonly NamedChange[] = []): void {
    const { store, clock, key } = this.#options;
    this.#isNamedOnly = named.length > 0;
    const known = store.state(key)?.changes;
    const changes = this.#changes(named);
    if (isEmptyChanges(changes) ? known === undefined : isSameData(known, changes)) return;
    const patch = patchBetween(known, changes);
    const at = clock.now();
    store.dispatch(
      key,
      patch === undefined ? { type: 'changes_updated', at, changes } : { type: 'changes_patched', at, patch },
    );
  }

  #changes(named: readonly NamedChange[]): SessionChanges {
    return changesToShow({
      folders: this.folders,
      open: this.open,
      named,
      files: this.files,
      runsCode: (path) => this.protectionOf(path),
      waiting: this.waiting.paths,
      reviewed: this.#settled.size,
      hasNoCheckpoint: this.hasNoCheckpoint,
      mayHaveMissed: this.#mayHaveMissed,
      canRedo: this.redo !== undefined,
      unsentComments: this.#options.unsentComments(),
    });
  }
}
