// One session's files over time: when changes are looked for, in which order work runs, what the panel shows.
import { dirname, join, resolve } from 'node:path';
import type { ChangedFiles, ReviewedFile } from '../core/changedFiles.ts';
import type { FileState } from '../../../core/changes/fileState.ts';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import { isEmptyChanges, patchBetween, type SessionChanges } from '../../../core/session/changes/state.ts';
import {
  isFinished,
  type ToolCallContent,
  type ToolCallPatch,
} from '../../../core/session/toolCall/state.ts';
import { pathReadings } from '../../../core/permissions/policy/meantFiles.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { isSameData } from '../../../core/base/isSameData.ts';
import { SerialWork } from '../../../core/base/serialWork.ts';
import type { ProtectionReason } from '../../../core/session/permission/protectedFile.ts';
import { changeStrings } from './changeStrings.ts';
import { ChangesPersistence } from './changesPersistence.ts';
import { changesToShow } from './changesToShow.ts';
import type { FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import { changedPaths, fingerprints, type Fingerprints } from './watch/guardedFiles.ts';
import { folderOf } from '../../../snapshots/localPaths.ts';
import { fileNames, namedFolders, type NamedFolders } from './sessionFileNames.ts';
import type { SessionRoots } from './sessionRoots.ts';
import { WaitingReverts } from './review/waitingReverts.ts';
import { settledFiles } from './review/settledFiles.ts';
import { surelyChangedIn } from './watch/fileTimes.ts';
import type { NamedFile } from './watch/statedChanges.ts';
import { AgentActivity, CLOCK_LAG_MS, GRACE_PERIOD_MS } from './watch/agentActivity.ts';
import type { Redo, StoredChanges } from './storedChanges.ts';
import { inSlices } from './inSlices.ts';
import { SessionFiles, type SessionFilesOptions, type TurnChanges } from './sessionFiles.ts';

/** The time from a sign of a change until it is looked for; longer where looking is slow. */
const LOOK_DELAY_MS = 500;

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

/** What of a call names a file: a diff, or a location. */
type NamingPart =
  Extract<ToolCallContent, { type: 'diff' }> | NonNullable<ToolCallPatch['locations']>[number];

/** The folders are watched while a turn or a call of the agent runs, and for some time after it. */
export class TrackedSession implements Disposable {
  readonly key: string;
  readonly files: SessionFiles;
  /** What the agent says it does: the evidence for what it changes. */
  readonly activity = new AgentActivity();
  readonly #options: TrackedSessionOptions;
  readonly #queue = new SerialWork();
  /** What watches the folders, by folder; none where nothing is looked for. */
  readonly #watches = new Map<string, Disposable>();
  /** Whether changes are looked for; between turns only files that are listed are followed. */
  #isFollowing = false;
  #timer: Disposable | undefined;
  /** What refreshes the list after something happened to a file in it. */
  #followed: Disposable | undefined;
  /** The files of a record, and the folders around them. */
  #listed: { readonly of: ChangedFiles; readonly paths: ReadonlySet<string> } = {
    of: new Map(),
    paths: new Set(),
  };
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
  /** What was in files that run on their own when the turn began; undefined until that is known. */
  #guarded: Fingerprints | undefined;
  /** Paths of such files that the user knows of: listed, written by them, or with their permission. */
  readonly #known = new Set<string>();
  /** What runs each path, as looked up in this turn. */
  readonly #protections = new Map<string, ProtectionReason | undefined>();
  #isRefreshWaiting = false;
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
    this.#persistence = new ChangesPersistence(options);
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
    this.#known.clear();
    this.#protections.clear();
    this.#stopTimer();
    this.#options.roots.update();
    this.#watchFolders();
    const began = clock.now();
    return this.enqueue(async () => {
      const [snapshot, guarded] = await Promise.all([this.files.begin(), this.#fingerprints()]);
      this.#guarded = guarded;
      this.#lookMs = clock.now() - began;
      return snapshot;
    });
  }

  /** From here on what the agent changes belongs to the turn after a checkpoint; undefined where that has none. */
  async beginTurn(checkpoint: string | undefined): Promise<void> {
    await this.#saveTurn();
    this.files.beginTurn(checkpoint);
  }

  /** The turn is over. What its calls and commands have left running may still write. */
  end(): void {
    this.activity.endTurn(Date.now());
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

  #watchFolders(): void {
    this.#isFollowing = true;
    this.#watch();
  }

  #watch(): void {
    for (const folder of this.files.folders) {
      if (this.#watches.has(folder)) continue;
      this.#watches.set(
        folder,
        this.#options.watch(folder, (path) =>
          this.#isFollowing ? this.#scheduleLook() : this.followFile(path),
        ),
      );
    }
  }

  /** Nothing is looked for any more. What becomes of the files that are listed is still followed. */
  #stopFollowing(): void {
    this.#stopTimer();
    this.#isFollowing = false;
    this.#watchListed();
  }

  /** Between turns the folders are watched for as long as files are listed. */
  #watchListed(): void {
    if (this.#isFollowing || this.#isDisposed) return;
    if (this.files.files.size > 0) this.#watch();
    else this.#stopWatching();
  }

  /** Something happened to a file or folder: where files in it are listed, they are shown as they are now. */
  followFile(path: string): void {
    if (this.#followed !== undefined || !this.#isListed(path)) return;
    this.#followed = this.#options.clock.after(LOOK_DELAY_MS, () => {
      this.#followed = undefined;
      this.scheduleRefresh();
    });
  }

  #isListed(path: string): boolean {
    const { files } = this.files;
    if (this.#listed.of !== files) {
      const paths = new Set(files.keys());
      for (const each of files.keys())
        for (let at = dirname(each); !paths.has(at) && at !== dirname(at); at = dirname(at)) paths.add(at);
      this.#listed = { of: files, paths };
    }
    return this.#listed.paths.has(path);
  }

  #stopWatching(): void {
    this.#stopTimer();
    this.#followed?.dispose();
    this.#followed = undefined;
    for (const watch of this.#watches.values()) watch.dispose();
    this.#watches.clear();
  }

  /** The folders with their names, the session's own first. */
  get folders(): NamedFolders {
    return namedFolders(this.files.folders, (folder) => this.#options.folderName?.(folder));
  }

  /** The folders of the window have changed: those that came are tracked from here on. */
  followFolders(): void {
    if (!this.#isFollowing) return;
    this.#watchFolders();
    this.#run(() => this.#look());
  }

  /** The user put this there themselves, or allowed it: nothing about it has to be reported. */
  explain(path: string, state: FileState): void {
    this.#known.add(path);
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
    // Of a call that only reads, this is kept until it is known to do more: not with all that it read.
    const parts: readonly NamingPart[] = [
      ...(patch.content?.filter((part) => part.type === 'diff') ?? []),
      ...(patch.locations ?? []),
    ];
    let found: readonly NamedFile[] | undefined;
    const named = (): readonly NamedFile[] => (found ??= this.#filesNamedBy(parts));
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

  #filesNamedBy(parts: readonly NamingPart[]): readonly NamedFile[] {
    return parts.flatMap((each) => {
      const oldText = 'type' in each ? (each.oldText ?? '') : undefined;
      const spelled = pathReadings(each.path).map((path) => resolve(this.#options.cwd, path));
      // The call may change a link itself, or what it leads to.
      const meant = new Set(spelled.flatMap((path) => [this.files.placeOf(path), this.files.pathOf(path)]));
      return [...meant].map((path) => ({ path, oldText }));
    });
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
      this.#watchFolders();
      if (!this.files.isWatching) this.#run(async () => void (await this.files.begin()));
    }
    if (isInBackground && isDone && !this.activity.isWorking) this.#lookForTheLastTime();
    else if (isDone || isInBackground) this.#scheduleLook();
  }

  /** What runs the file at a path on its own, if anything does. */
  protectionOf(path: string): ProtectionReason | undefined {
    if (!this.#protections.has(path)) {
      this.#protections.set(path, this.#options.protectionOf(path, this.#options.cwd));
    }
    return this.#protections.get(path);
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
    const { store, clock, key } = this.#options;
    this.#isRefreshWaiting = false;
    const shown = this.files.files;
    this.open = await this.files.open();
    this.shown = shown;
    await inSlices(this.open, ({ path }) => {
      this.#known.add(path);
      this.protectionOf(path);
    });
    const isDone = this.open.length === 0 && this.redo === undefined;
    this.#settled = settledFiles(this.#settled, { listed, open: this.open, isDone });
    const known = store.state(key)?.changes;
    const changes = this.#changes();
    if (isEmptyChanges(changes) ? known !== undefined : !isSameData(known, changes)) {
      const patch = patchBetween(known, changes);
      const at = clock.now();
      store.dispatch(
        key,
        patch === undefined
          ? { type: 'changes_updated', at, changes }
          : { type: 'changes_patched', at, patch },
      );
    }
    this.#watchListed();
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
    this.#stopWatching();
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
    if (this.#timer !== undefined || !this.#isFollowing) return;
    this.#timer = this.#options.clock.after(Math.max(LOOK_DELAY_MS, 5 * this.#lookMs), () => {
      this.#timer = undefined;
      this.#run(() => this.#look());
    });
  }

  async #look(): Promise<void> {
    const began = this.#options.clock.now();
    const at = Date.now();
    await this.files.look();
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
    const before = this.#guarded;
    if (before === undefined) return;
    const after = await this.#fingerprints();
    this.#guarded = after;
    // That a repository is gone is said already.
    const gone = [...this.files.unlisted].flatMap(([path, reason]) =>
      reason === 'repository-removed' ? join(path, '.git') : [],
    );
    const unlisted = changedPaths(before, after).filter(
      (path) => !this.#known.has(path) && folderOf(path, gone) === undefined,
    );
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

  async #fingerprints(): Promise<Fingerprints> {
    const { folders } = this.files;
    const isProtected = (path: string): boolean => this.protectionOf(path) !== undefined;
    const each = await Promise.all(folders.map((folder) => fingerprints(folder, isProtected)));
    return new Map(each.flatMap((found) => [...found]));
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

  #changes(): SessionChanges {
    return changesToShow({
      folders: this.folders,
      open: this.open,
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
