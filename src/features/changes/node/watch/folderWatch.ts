// Finds what changes in a session's folders while its agent works: in snapshots, and at paths that none holds.
import { basename } from 'node:path';
import type { ChangedFilesRecord } from '../../core/changedFiles.ts';
import type { ChangedModes } from '../../core/fileReview.ts';
import { isSameData } from '../../../../core/base/isSameData.ts';
import { isSameFile, type FileState } from '../../../../core/changes/fileState.ts';
import type { Period } from './agentActivity.ts';
import { AnnouncedFiles } from './announcedFiles.ts';
import { diskState, isSameContents, unknownState } from '../../../../snapshots/diskState.ts';
import {
  changedBy,
  changedIn,
  filesAt,
  isMadeBefore,
  isOlder,
  NewFolders,
  periodAt,
  stampOf,
  timesOf,
} from './fileTimes.ts';
import {
  earlierSnapshot,
  type EarlierSnapshot,
  type FolderSnapshots,
  type FoldersSnapshot,
} from '../../../../snapshots/folderSnapshots.ts';
import type { StateDifference } from '../../../../snapshots/stateDifferences.ts';
import type { NamedFile } from '../../../../snapshots/snapshotStore.ts';
import { GapFiles } from './gapFiles.ts';
import { folderOf } from '../../../../snapshots/localPaths.ts';
import { inSlices } from '../inSlices.ts';
import type { LookedAt } from '../storedChanges.ts';
import { noActivities, type GitActivities } from '../gitNote.ts';
import { gitActivitySince, withActivity, type GitActivity } from './gitActivity.ts';
import { modesBetween, nothingMoved, withGit } from './gitDifference.ts';
import { gitMovesSince, type GitMoves } from './gitMoves.ts';
import { gitPositions, replacedRepositories, type GitPositions } from './gitPositions.ts';
import { KnownWrites, type WritesBetween, type Written } from './knownWrites.ts';
import { movesAmong } from './movedFiles.ts';
import { unlistedChanges, type UnlistedChanges } from './unlistedChanges.ts';

/** A save that has begun so short a time before may not be reported yet. */
const SAVE_TIME_MS = 2_000;

export interface FolderWatchOptions {
  /** Absolute. */
  readonly folders: () => readonly string[];
  readonly snapshots: FolderSnapshots;
  /** What is recorded of the files, which decides how they are compared. */
  readonly known: ChangedFilesRecord;
  /** Whether an editor shows the file with unsaved changes. */
  readonly isUnsaved: (path: string) => boolean;
  /** Whether the agent may have changed files since then, so that it must be found out. */
  readonly hasWorkedSince: (at: number) => boolean;
  /** Called when a path holds something else than before, and neither the user nor Parley has put it there. */
  readonly onFound: (found: FoundChange) => void;
  /** Whether something that changed at a path in a period is the agent's doing. */
  readonly isAgents: (path: string, period: Period) => boolean;
  /** Whether what was committed in a period in a folder, which may be another worktree, is the agent's doing. */
  readonly isAgentsCommit: (folder: string, period: Period) => boolean;
  /** Called with what a path holds, and by which its file is known to be the same later. */
  readonly onSeen: (state: FileState, stamp: string) => void;
  /** Called when a path held something else than before already when the agent wrote it through Parley. */
  readonly onFoundBefore: (found: FoundChange) => void;
}

/** A file that the agent has changed, as far as is known before it is read. */
export interface NamedChange {
  readonly path: string;
  readonly state: 'created' | 'modified' | 'deleted';
}

type OnNamed = (changes: readonly NamedChange[]) => void;

export interface FoundChange {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
  /** When it was changed, as far as that is known. */
  readonly period: Period;
  /** Whether git has put there what is there now. */
  readonly isByGit: boolean;
  /** Whether that is only possible: what git has done there could not be read. */
  readonly isGitUnread?: boolean;
  /** Where it can be run and could not before, or the other way round. */
  readonly modes?: ChangedModes | undefined;
  /** git's mode before, where a snapshot has a file there. */
  readonly fromMode?: string | undefined;
}

/**
 * What was at a path before is what the last snapshot has. Only of paths that no snapshot holds, a read at the moment
 * when a tool call announces them has to do. Calls must not overlap, but for {@link announce} and {@link explain}.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** The last snapshot; undefined before the first. */
  #last: EarlierSnapshot | undefined;
  /** When it was begun, in epoch milliseconds. */
  #lastAt = 0;
  /** Where the user's repositories stood before it. */
  #git: GitPositions = new Map();
  /** A path whose contents the last look found to be git's. */
  #broughtByGit: string | undefined;
  /** The folders that were repositories then; undefined where that is unknown. */
  #repositories: ReadonlySet<string> | undefined;
  /** When the agent began to work, in epoch milliseconds. */
  #beganAt = 0;
  readonly #writes = new KnownWrites();
  readonly #announced: AnnouncedFiles;
  readonly #gaps = new GapFiles();
  readonly #newFolders = new NewFolders();
  /** What the agent may have changed beside what was found. */
  unlisted: UnlistedChanges = new Map();
  /** What git has done, as far as it has to do with what is listed. */
  gitActivities: GitActivities = noActivities;
  /** When the turn ended, in epoch milliseconds; undefined while it runs. */
  #endedAt: number | undefined;
  /** What git has done since then, as far as looks have found it. */
  #afterTurn: readonly GitActivity[] = [];

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#announced = new AnnouncedFiles(options.known);
  }

  /** The last snapshot; undefined before the first. */
  get last(): EarlierSnapshot | undefined {
    return this.#last;
  }

  /** The folders when they were looked at last, so that another window can go on from there. */
  get lookedAt(): LookedAt | undefined {
    const { trees, gaps = [], untracked } = this.#last ?? {};
    if (trees === undefined) return undefined;
    return {
      trees: Object.fromEntries(trees),
      gaps: [...gaps],
      at: this.#lastAt,
      ...(untracked === undefined ? {} : { untracked: [...untracked.keys()] }),
    };
  }

  /** Goes on from where an earlier window looked at the folders last. */
  resume(lookedAt: LookedAt): void {
    this.#last = earlierSnapshot(lookedAt);
    this.#lastAt = lookedAt.at;
    this.#beganAt = lookedAt.at;
  }

  /** {@link AnnouncedFiles.first} */
  get firstAnnounced(): ReadonlyMap<string, FileState> {
    return this.#announced.first;
  }

  /** Takes a snapshot before an agent starts to work. */
  async begin(): Promise<FoldersSnapshot> {
    const { snapshots, known, hasWorkedSince } = this.#options;
    this.#beganAt = Date.now();
    if (known.size === 0) this.unlisted = new Map();
    this.#announced.begin();
    const last = this.#last;
    const [since, before] = [this.#lastAt, this.#git];
    const now =
      last === undefined || !hasWorkedSince(this.#lastAt)
        ? await this.#beginAnew()
        : await this.#lookSince(last);
    const between = known.size === 0 ? [] : await gitActivitySince(before, this.#git, since);
    const found = known.size === 0 ? [] : this.#afterTurn;
    this.gitActivities = { before: withActivity(found, between), since: [] };
    this.#endedAt = undefined;
    this.#afterTurn = [];
    // What the agent has changed is as the agent left it.
    await snapshots.recordPermissions(now, new Set(known.files.keys()));
    return now;
  }

  /** What changed until now is not the agent's. */
  async #beginAnew(): Promise<FoldersSnapshot> {
    const { folders, snapshots } = this.#options;
    this.#writes.drain();
    const at = Date.now();
    const positions = await gitPositions(folders());
    const now = await snapshots.takeSnapshot(folders());
    await this.#gaps.begin(now.gaps);
    this.#git = new Map([...(await gitPositions(now.nested)), ...positions]);
    this.#repositories = this.#repositoriesOf(now, positions);
    this.#last = now;
    this.#lastAt = at;
    return now;
  }

  /** A tool call names a file that it is about to change; `oldText` is what it says was there. */
  announce(path: string, oldText: string | undefined): void {
    if (this.#announced.has(path) || folderOf(path, this.#options.folders()) === undefined) return;
    this.#announced.announce(path, {
      explained: this.#writes.explained(path),
      isEarly: this.#last === undefined,
      since: this.#beganAt,
      oldText,
    });
  }

  /** The user, or Parley for them, has put this at a path. */
  explain(path: string, state: FileState): void {
    if (this.#last !== undefined) this.#writes.explain(path, state);
  }

  /** The user is about to save over what is on the disk, which nobody may have looked at. */
  async willSave(path: string): Promise<void> {
    if (this.#last === undefined || folderOf(path, this.#options.folders()) === undefined) return;
    const period = await changedIn(path, { since: this.#lastAt, until: Date.now() });
    this.#writes.willSave(path, await diskState(path, this.#options.known.get(path)), period);
  }

  /** When a path became as it is; undefined where the user, or Parley for them, has put that there. */
  async unseenChange(path: string, state: FileState): Promise<Period | undefined> {
    const explained = this.#writes.explained(path);
    if (explained !== undefined && isSameContents(explained, state)) return undefined;
    return changedIn(path, { since: this.#lastAt, until: Date.now() });
  }

  /** How many of the folders around a path, from the innermost on, were made since the agent began to work. */
  newFoldersAround(path: string): number {
    const top = folderOf(path, this.#options.folders());
    return top === undefined || this.#beganAt === 0
      ? 0
      : this.#newFolders.countAround(path, top, this.#beganAt);
  }

  /** {@link KnownWrites.willWrite} */
  willWrite(path: string, before: FileState): void {
    this.#writes.willWrite(path, before);
  }

  /** The turn is over. */
  endTurn(): void {
    this.#endedAt = Date.now();
  }

  /** Finds what changed since the last snapshot. Calls back with the agent's changes before they are read, where these are many. */
  async look(onNamed?: OnNamed): Promise<void> {
    if (this.#last === undefined) return;
    const [since, before] = [this.#lastAt, this.#git];
    await this.#lookSince(this.#last, onNamed);
    const found = await gitActivitySince(before, this.#git, since);
    const brought = folderOf(
      this.#broughtByGit ?? '',
      [...this.#git.values()].flatMap((each) => each?.top ?? []),
    );
    // A stash that is applied and stays leaves nothing else behind.
    this.#addActivity(
      found.length === 0 && brought !== undefined ? [{ top: brought, kind: 'other' }] : found,
      since,
    );
  }

  #addActivity(found: readonly GitActivity[], lookedAt: number): void {
    if (found.length === 0) return;
    const since = withActivity(this.gitActivities.since, found);
    this.gitActivities = { ...this.gitActivities, since };
    // The next prompt is to say it, too: the user may have seen nothing of it yet.
    if (lookedAt >= (this.#endedAt ?? Infinity)) this.#afterTurn = withActivity(this.#afterTurn, found);
  }

  async #lookSince(last: EarlierSnapshot, onNamed?: OnNamed): Promise<FoldersSnapshot> {
    const { folders, snapshots, known, onFound, onSeen, isAgents } = this.#options;
    const writes = this.#writes.drain();
    const at = Date.now();
    const since = this.#lastAt;
    const positions = await gitPositions([...folders(), ...last.trees.keys()]);
    // A repository in a folder that is one no longer is compared with what it was.
    const looked = [...new Set([...folders(), ...last.trees.keys()])];
    const nameFiles = (files: readonly NamedFile[]): void => {
      if ([...positions].some(([top, position]) => !isSameData(this.#git.get(top), position))) return;
      const named = this.#named(files, since, writes);
      if (named.length > 0) onNamed?.(named);
    };
    const now = await snapshots.takeSnapshot(looked, last.trees, onNamed && nameFiles);
    const before = await snapshots.withNewRepositories(last, now);
    const differences = await snapshots.compare(before, now, known.files);
    const found = new Set<string>();
    this.#broughtByGit = undefined;
    const window = { since, until: Date.now() };
    const git = differences.length === 0 ? nothingMoved : await this.#gitMoves(since, differences);
    const ignoredBefore = await this.#ignoredBefore(before, now, differences);
    const isMoved = movesAmong(differences, known.files);
    const files = await filesAt(differences.map(({ path }) => path));
    const times = files.map(timesOf);
    await inSlices(differences.entries(), async ([index, difference]) => {
      const { path, to, fromMode, toMode } = difference;
      // The snapshot was begun later than it changed: it is what the snapshot has.
      const stamp = files[index] && stampOf(files[index], at);
      if (stamp !== undefined) onSeen(to, stamp);
      const period = changedBy(times[index], window);
      if (isSameFile(difference.from, to)) {
        const modes = modesBetween(writes.explained(path)?.mode ?? fromMode, toMode);
        if (modes !== undefined)
          onFound({ path, period, to, modes, fromMode, ...withGit(git, difference, to) });
        return;
      }
      found.add(path);
      const wasElsewhere =
        ignoredBefore.has(path) ||
        (difference.from.kind === 'absent' &&
          !known.has(path) &&
          isMadeBefore(times[index], this.#beganAt) &&
          !isMoved(difference));
      if (wasElsewhere && isOlder(times[index], since)) return;
      const inSnapshot = wasElsewhere ? unknownState : difference.from;
      const from = (await this.#announced.before(path, wasElsewhere)) ?? inSnapshot;
      const change = { path, period, fromMode, ...withGit(git, difference, from) };
      if (change.isByGit && change.isGitUnread !== true) this.#broughtByGit = path;
      this.#reportBefore(change, writes.written.get(path));
      this.#report({ ...change, to }, writes, toMode);
    });
    await this.#lookAtWritten(before, window, writes, found);
    await this.#lookAtExplained(before, window, writes, found);
    await this.#lookAtUncovered(before, now, window, writes, found);
    const repositories = this.#repositoriesOf(now, positions);
    this.unlisted = await unlistedChanges(
      this.unlisted,
      { snapshot: last, repositories: this.#repositories },
      { snapshot: now, repositories, replaced: await replacedRepositories(this.#git, positions) },
      window,
      isAgents,
    );
    this.#repositories = repositories;
    // A folder that could not be read this time is compared with its last snapshot the next time.
    this.#last = { ...now, trees: new Map([...before.trees, ...now.trees]) };
    this.#lastAt = at;
    this.#git = positions;
    return now;
  }

  /** Which of the files the agent has changed, as far as their times say: their contents say it later. */
  #named(files: readonly NamedFile[], since: number, writes: WritesBetween): readonly NamedChange[] {
    const { known, isAgents } = this.#options;
    const window = { since, until: Date.now() };
    return files.flatMap(({ path, isNew, changedAt }): NamedChange[] => {
      const isGone = changedAt === undefined;
      const isOther = isGone ? isNew : changedAt < since;
      if (isOther || known.has(path) || writes.explained(path) !== undefined) return [];
      if (!isAgents(path, isGone ? window : periodAt(changedAt, window))) return [];
      return [{ path, state: isGone ? 'deleted' : isNew ? 'created' : 'modified' }];
    });
  }

  #gitMoves(since: number, differences: readonly StateDifference[]): Promise<GitMoves> {
    const { folders, snapshots, isAgentsCommit } = this.#options;
    // What a repository that was made since has brought is the work of whoever made it.
    const known = new Set([...folders(), ...this.#git.keys()]);
    return gitMovesSince(known, { before: this.#git, since, differences, isAgentsCommit }, snapshots);
  }

  #repositoriesOf({ nested }: FoldersSnapshot, positions: GitPositions): ReadonlySet<string> {
    const tops = this.#options.folders().filter((folder) => positions.get(folder) !== undefined);
    return new Set([...tops, ...nested]);
  }

  /**
   * The paths that ignore rules kept out of the last snapshot, and which have changed or no longer count, as the user's
   * repository tracks the file: nobody knows what was there.
   */
  async #ignoredBefore(
    before: EarlierSnapshot,
    { ignored }: FoldersSnapshot,
    differences: readonly StateDifference[],
  ): Promise<ReadonlySet<string>> {
    const appeared = differences.filter(({ from }) => from.kind === 'absent').map(({ path }) => path);
    const tracked = appeared.filter((path) => ignored.has(path));
    if (!differences.some(({ path }) => basename(path) === '.gitignore')) return new Set(tracked);
    return new Set([...tracked, ...(await this.#options.snapshots.ignoredBefore(before, appeared))]);
  }

  /** What the agent wrote through Parley and is as in the last snapshot may have been something else in between. */
  async #lookAtWritten(
    before: EarlierSnapshot,
    window: Period,
    writes: WritesBetween,
    found: ReadonlySet<string>,
  ): Promise<void> {
    const { snapshots, known, isUnsaved, onFound } = this.#options;
    const paths = [...writes.written.keys()].filter((path) => !found.has(path));
    const uncovered = await snapshots.uncovered(before, paths);
    for (const path of paths) {
      if (uncovered.has(path)) continue;
      const from = await diskState(path, known.get(path));
      this.#reportBefore({ path, from, period: window, isByGit: false }, writes.written.get(path));
      // After its write the agent may have changed the file back on the disk.
      const recorded = known.get(path)?.after;
      const byUser = writes.explained(path)?.state;
      const isByUser = isUnsaved(path) || (byUser !== undefined && isSameContents(byUser, from));
      if (recorded === undefined || isSameFile(recorded, from) || isByUser) continue;
      const period = await changedIn(path, window);
      onFound({ path, from: recorded, to: from, period, isByGit: false });
    }
  }

  /** What the user has put at a path may have been changed back, by now, to what the last snapshot has. */
  async #lookAtExplained(
    before: EarlierSnapshot,
    window: Period,
    writes: WritesBetween,
    found: ReadonlySet<string>,
  ): Promise<void> {
    const paths = [...writes.paths].filter((path) => !found.has(path) && !writes.written.has(path));
    const uncovered = await this.#options.snapshots.uncovered(before, paths);
    for (const path of paths) {
      const byUser = writes.explained(path)?.state;
      if (byUser === undefined || uncovered.has(path)) continue;
      const to = await diskState(path, this.#options.known.get(path));
      if (isSameContents(byUser, to)) continue;
      const period = await changedIn(path, window);
      this.#report({ path, from: to, to, period, isByGit: false }, writes);
    }
  }

  /** What changed at paths that no snapshot holds: what was there is known where a call has announced it. */
  async #lookAtUncovered(
    before: EarlierSnapshot,
    now: FoldersSnapshot,
    window: Period,
    writes: WritesBetween,
    found: ReadonlySet<string>,
  ): Promise<void> {
    const gaps = [...before.gaps, ...now.gaps];
    const changedGaps = await this.#gaps.changes(before.gaps, now.gaps, window.since);
    const unannounced = changedGaps.filter(({ path }) => !this.#announced.has(path));
    const announced = await this.#announced.changes((paths) =>
      this.#options.snapshots.uncovered({ ...before, gaps }, paths),
    );
    for (const change of [...announced, ...unannounced]) {
      const { path, to } = change;
      if (found.has(path)) continue;
      const period = await changedIn(path, window);
      this.#report({ ...change, period, isByGit: false }, writes);
      // If it is in the next snapshot after all, it is not found twice.
      this.#writes.explain(path, to);
    }
  }

  #reportBefore(change: Omit<FoundChange, 'to'>, written: Written | undefined): void {
    if (written === undefined || isSameFile(change.from, written.before)) return;
    const period = { since: this.#lastAt, until: written.at };
    this.#options.onFoundBefore({ ...change, to: written.before, period });
  }

  /** Reports what others changed before each save of the user, and after the last one. */
  #report(found: FoundChange, writes: WritesBetween, toMode?: string): void {
    const { onFound, onFoundBefore } = this.#options;
    const explained = writes.explained(found.path);
    const saved = writes.savedOver(found.path);
    // VS Code says only some time after it has written a document that it has.
    const isBeingSaved =
      explained === undefined && saved.some(({ period }) => Date.now() - period.until < SAVE_TIME_MS);
    const savedOver = explained === undefined && !isBeingSaved ? [] : saved;
    for (const { from = found.from, state, period, isBeforeWrite } of savedOver) {
      if (isSameContents(from, state)) continue;
      (isBeforeWrite ? onFoundBefore : onFound)({ ...found, from, to: state, period });
    }
    if (isBeingSaved) return;
    const from = explained?.state ?? found.from;
    const modes = modesBetween(explained?.mode ?? found.fromMode, toMode);
    if (!isSameContents(from, found.to) || modes !== undefined) onFound({ ...found, from, modes });
  }
}
