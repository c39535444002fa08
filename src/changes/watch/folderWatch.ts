// Finds what changes in a session's folders while its agent works: in snapshots, and at paths that tool calls announce.
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ChangedFiles } from '../../core/changes/changedFiles.ts';
import type { ChangedModes } from '../../core/changes/fileReview.ts';
import { isSameFile, type FileState } from '../../core/changes/fileState.ts';
import type { Period } from './agentActivity.ts';
import { announcedState } from './announcedFiles.ts';
import { asBytes, diskState, hashWithLineFeeds, isUnknown, LINK_MODE, unknownState } from '../diskState.ts';
import type { FolderSnapshots, FoldersSnapshot, StateDifference } from '../folderSnapshots.ts';
import { folderOf } from '../localPaths.ts';
import type { LookedAt } from '../storedChanges.ts';
import { gitMovesSince, gitPositions, type GitMoves, type GitPositions } from './gitMoves.ts';

export interface FolderWatchOptions {
  /** Absolute. */
  readonly folders: () => readonly string[];
  readonly snapshots: FolderSnapshots;
  /** What is recorded of the files, which decides how they are compared. */
  readonly known: () => ChangedFiles;
  /** Whether an editor shows the file with unsaved changes. */
  readonly isUnsaved: (path: string) => boolean;
  /** Whether the agent may have changed files since then, so that it must be found out. */
  readonly hasWorkedSince: (at: number) => boolean;
  /** Called when a path holds something else than before, and neither the user nor Parley has put it there. */
  readonly onFound: (found: FoundChange) => void;
  /** Called when a path held something else than before already when the agent wrote it through Parley. */
  readonly onFoundBefore: (found: FoundChange) => void;
}

export interface FoundChange {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
  /** When it was changed, as far as that is known. */
  readonly period: Period;
  /** Whether git has put there what is there now. */
  readonly isByGit: boolean;
  /** Where it can be run and could not before, or the other way round. */
  readonly modes?: ChangedModes | undefined;
  /** git's mode before, where a snapshot has a file there. */
  readonly fromMode?: string | undefined;
}

/** What was on the disk when the user was about to save: who has put it there is to be found out. */
interface SavedOver {
  /** What the user had put there before; undefined where that was before the last snapshot. */
  readonly from: FileState | undefined;
  readonly state: FileState;
  readonly period: Period;
  /** Whether the agent wrote the path through Parley later, so that a later change is recorded already. */
  readonly isBeforeWrite: boolean;
}

/** What is known of a path that tool calls announce. */
interface AnnouncedFile {
  /** What was there when it was looked at last. */
  readonly state: Promise<FileState>;
  /** Whether it was read while the first snapshot was still being taken, which then may hold the agent's text already. */
  readonly isEarly: boolean;
  /** The text before, or a part of it, as the tool call says. */
  readonly oldText: string | undefined;
}

/**
 * What was at a path before is what the last snapshot has. Only of paths that no snapshot holds, a read at the moment
 * when a tool call announces them has to do. Calls must not overlap, but for {@link announce} and {@link explain}.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** The last snapshot; undefined before the first. */
  #last: FoldersSnapshot | undefined;
  /** When it was begun, in epoch milliseconds. */
  #lastAt = 0;
  /** Where the user's repositories stood before it. */
  #git: GitPositions = new Map();
  /** When the agent began to work, in epoch milliseconds. */
  #beganAt = 0;
  /** What the user, or Parley for them, has put at a path since the last snapshot. */
  #explained = new Map<string, FileState>();
  /** What was on the disk, since the last snapshot, when the user was about to save over it. */
  #savedOver = new Map<string, readonly SavedOver[]>();
  /** What was on the disk when the agent first wrote a path through Parley since the last snapshot. */
  #written = new Map<string, { readonly before: FileState; readonly at: number }>();
  readonly #announced = new Map<string, AnnouncedFile>();
  /** What was at those of these paths that are in no snapshot when they were announced first. */
  readonly #firstAnnounced = new Map<string, FileState>();

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  get isWatching(): boolean {
    return this.#last !== undefined;
  }

  /** The folders when they were looked at last, so that another window can go on from there. */
  get lookedAt(): LookedAt | undefined {
    const { trees, gaps } = this.#last ?? {};
    return trees && { trees: Object.fromEntries(trees), gaps: [...(gaps ?? [])], at: this.#lastAt };
  }

  /** Goes on from where an earlier window looked at the folders last. */
  resume({ trees, gaps, at }: LookedAt): void {
    this.#last = { trees: new Map(Object.entries(trees)), untracked: new Map(), gaps };
    this.#lastAt = at;
  }

  /** The paths that tool calls have ever announced and no snapshot holds, and what was there before. */
  get firstAnnounced(): ReadonlyMap<string, FileState> {
    return this.#firstAnnounced;
  }

  /** Takes a snapshot before an agent starts to work. */
  async begin(): Promise<FoldersSnapshot> {
    const { folders, snapshots, known, hasWorkedSince } = this.#options;
    this.#beganAt = Date.now();
    for (const path of this.#announced.keys()) this.#setAnnounced(path, diskState(path, known().get(path)));
    const last = this.#last;
    let now: FoldersSnapshot;
    if (last === undefined || !hasWorkedSince(this.#lastAt)) {
      this.#explained.clear();
      this.#savedOver.clear();
      this.#written.clear();
      const at = Date.now();
      this.#git = await gitPositions(folders());
      now = await snapshots.takeSnapshot(folders());
      this.#lastAt = at;
      this.#last = now;
    } else {
      now = await this.#lookSince(last);
    }
    // What the agent has changed is as the agent left it.
    await snapshots.recordPermissions(now, new Set(known().keys()));
    return now;
  }

  /** A tool call names a file that it is about to change; `oldText` is what it says was there. */
  announce(path: string, oldText: string | undefined): void {
    const { folders, known } = this.#options;
    if (this.#announced.has(path) || folderOf(path, folders()) === undefined) return;
    const explained = this.#explained.get(path);
    const state =
      explained === undefined
        ? announcedState(path, { since: this.#beganAt, oldText, like: known().get(path) })
        : Promise.resolve(explained);
    this.#announced.set(path, { state, isEarly: this.#last === undefined, oldText });
  }

  /** The user, or Parley for them, has put this at a path. */
  explain(path: string, state: FileState): void {
    if (this.#last !== undefined) this.#explained.set(path, state);
  }

  /** The user is about to save over what is on the disk, which nobody may have looked at. */
  async willSave(path: string): Promise<void> {
    if (this.#last === undefined || folderOf(path, this.#options.folders()) === undefined) return;
    const period = await changedIn(path, { since: this.#lastAt, until: Date.now() });
    const state = await diskState(path, this.#options.known().get(path));
    const saved = { from: this.#explained.get(path), state, period, isBeforeWrite: false };
    this.#savedOver.set(path, [...(this.#savedOver.get(path) ?? []), saved]);
  }

  /** When a path became as it is; undefined where the user, or Parley for them, has put that there. */
  async unseenChange(path: string, state: FileState): Promise<Period | undefined> {
    const explained = this.#explained.get(path);
    if (explained !== undefined && isSameFile(explained, state)) return undefined;
    return changedIn(path, { since: this.#lastAt, until: Date.now() });
  }

  /** The agent writes a path through Parley, where this is on the disk: the agent itself may have put it there. */
  willWrite(path: string, before: FileState): void {
    const saved = this.#savedOver.get(path) ?? [];
    this.#savedOver.set(
      path,
      saved.map((each) => ({ ...each, isBeforeWrite: true })),
    );
    const explained = this.#explained.get(path);
    const isExplained = explained !== undefined && isSameFile(explained, before);
    if (!isExplained && !this.#written.has(path)) this.#written.set(path, { before, at: Date.now() });
  }

  /** Finds what changed since the last snapshot. */
  async look(): Promise<void> {
    if (this.#last !== undefined) await this.#lookSince(this.#last);
  }

  async #lookSince(before: FoldersSnapshot): Promise<FoldersSnapshot> {
    const { folders, snapshots, known, onFound } = this.#options;
    const earlier = this.#explained;
    this.#explained = new Map();
    const earlierSaved = this.#savedOver;
    this.#savedOver = new Map();
    const written = this.#written;
    this.#written = new Map();
    // A repository in a folder that is one no longer is compared with what it was.
    const nested = [...before.trees.keys()].filter((folder) => existsSync(folder));
    const at = Date.now();
    const since = this.#lastAt;
    const positions = await gitPositions(folders());
    const now = await snapshots.takeSnapshot([...new Set([...folders(), ...nested])]);
    const differences = await snapshots.compare(before, now, known());
    // What the user saved while the folders were read may be in the snapshot or not.
    const explained = (path: string): FileState | undefined => this.#explained.get(path) ?? earlier.get(path);
    const savedOver = (path: string): readonly SavedOver[] => {
      const during = this.#savedOver.get(path) ?? [];
      this.#savedOver.delete(path);
      const saved = [...(earlierSaved.get(path) ?? []), ...during];
      // What is saved while the agent writes through Parley is known already.
      return saved.filter(
        ({ from, isBeforeWrite }) => from !== undefined || isBeforeWrite || !written.has(path),
      );
    };
    const found = new Set<string>();
    const window = { since, until: Date.now() };
    const git =
      differences.length === 0
        ? nothingMoved
        : await gitMovesSince(folders(), this.#git, since, snapshots.compareCommits);
    const ignoredBefore = await this.#ignoredBefore(before, differences);
    for (const difference of differences) {
      const { path, to, fromMode } = difference;
      const modes = modesOf(difference);
      if (isSameFile(difference.from, to)) {
        const period = await changedIn(path, window);
        if (explained(path) === undefined)
          onFound({ path, period, to, modes, fromMode, ...withGit(git, difference, to) });
        continue;
      }
      found.add(path);
      const wasIgnored = ignoredBefore.has(path);
      if (wasIgnored && (await isOlder(path, since))) continue;
      const inSnapshot = wasIgnored ? unknownState : difference.from;
      const from = (await this.#announcedBefore(path, wasIgnored)) ?? inSnapshot;
      const period = await changedIn(path, window);
      const change = { path, period, modes, fromMode, ...withGit(git, difference, from) };
      this.#reportBefore(change, written.get(path));
      this.#report({ ...change, to }, explained(path), savedOver(path));
    }
    await this.#lookAtWritten(before, window, written, found, explained);
    const byUser = [...earlier.keys()].filter((path) => !found.has(path) && !written.has(path));
    await this.#lookAtExplained(before, window, byUser, { explained, savedOver });
    await this.#lookAtAnnounced(before, now, window, found, { explained, savedOver });
    // A folder that could not be read this time is compared with its last snapshot the next time.
    this.#last = { ...now, trees: new Map([...before.trees, ...now.trees]) };
    this.#lastAt = at;
    this.#git = positions;
    return now;
  }

  /** The paths that ignore rules which have changed kept out of the last snapshot: nobody knows what was there. */
  async #ignoredBefore(
    before: FoldersSnapshot,
    differences: readonly StateDifference[],
  ): Promise<ReadonlySet<string>> {
    if (!differences.some(({ path }) => basename(path) === '.gitignore')) return new Set();
    const appeared = differences.filter(({ from }) => from.kind === 'absent').map(({ path }) => path);
    return this.#options.snapshots.ignoredBefore(before, appeared);
  }

  /** What the agent wrote through Parley and is as in the last snapshot may have been something else in between. */
  async #lookAtWritten(
    before: FoldersSnapshot,
    window: Period,
    written: ReadonlyMap<string, { readonly before: FileState; readonly at: number }>,
    found: ReadonlySet<string>,
    explained: (path: string) => FileState | undefined,
  ): Promise<void> {
    const { snapshots, known, isUnsaved, onFound } = this.#options;
    const paths = [...written.keys()].filter((path) => !found.has(path));
    const uncovered = await snapshots.uncovered(before, paths);
    for (const path of paths) {
      if (uncovered.has(path)) continue;
      const from = await diskState(path, known().get(path));
      this.#reportBefore({ path, from, period: window, isByGit: false }, written.get(path));
      // After its write the agent may have changed the file back on the disk.
      const recorded = known().get(path)?.after;
      const byUser = explained(path);
      const isByUser = isUnsaved(path) || (byUser !== undefined && isSameFile(byUser, from));
      if (recorded === undefined || isSameFile(recorded, from) || isByUser) continue;
      const period = await changedIn(path, window);
      onFound({ path, from: recorded, to: from, period, isByGit: false });
    }
  }

  /** What the user has put at a path may have been changed back, by now, to what the last snapshot has. */
  async #lookAtExplained(
    before: FoldersSnapshot,
    window: Period,
    paths: readonly string[],
    {
      explained,
      savedOver,
    }: {
      readonly explained: (path: string) => FileState | undefined;
      readonly savedOver: (path: string) => readonly SavedOver[];
    },
  ): Promise<void> {
    const uncovered = await this.#options.snapshots.uncovered(before, paths);
    for (const path of paths) {
      const byUser = explained(path);
      if (byUser === undefined || uncovered.has(path)) continue;
      const to = await diskState(path, this.#options.known().get(path));
      if (isSameFile(asBytes(byUser), asBytes(to))) continue;
      const period = await changedIn(path, window);
      this.#report({ path, from: to, to, period, isByGit: false }, byUser, savedOver(path));
    }
  }

  #reportBefore(
    change: Omit<FoundChange, 'to'>,
    written: { readonly before: FileState; readonly at: number } | undefined,
  ): void {
    if (written === undefined || isSameFile(change.from, written.before)) return;
    const period = { since: this.#lastAt, until: written.at };
    this.#options.onFoundBefore({ ...change, to: written.before, period });
  }

  /** What was read at a path that no snapshot held at the time, if that can be trusted. */
  async #announcedBefore(path: string, wasIgnored: boolean): Promise<FileState | undefined> {
    const announced = this.#announced.get(path);
    if (announced === undefined || !(announced.isEarly || wasIgnored)) return undefined;
    const state = await announced.state;
    return isUnknown(state) ? undefined : state;
  }

  async #lookAtAnnounced(
    before: FoldersSnapshot,
    now: FoldersSnapshot,
    window: Period,
    found: ReadonlySet<string>,
    {
      explained,
      savedOver,
    }: {
      readonly explained: (path: string) => FileState | undefined;
      readonly savedOver: (path: string) => readonly SavedOver[];
    },
  ): Promise<void> {
    const { snapshots, known } = this.#options;
    const gaps = [...before.gaps, ...now.gaps];
    // What is announced from here on is looked at the next time.
    const announced = [...this.#announced];
    const paths = announced.map(([path]) => path);
    const uncovered = await snapshots.uncovered({ ...before, gaps }, paths);
    for (const [path, { state, isEarly, oldText }] of announced) {
      const isCovered = !uncovered.has(path);
      if (isCovered && !isEarly) {
        this.#announced.delete(path);
        continue;
      }
      const from = await state;
      const to = await diskState(path, known().get(path));
      if (isCovered) this.#announced.delete(path);
      else this.#setAnnounced(path, Promise.resolve(to));
      if (!isCovered && !this.#firstAnnounced.has(path)) this.#firstAnnounced.set(path, from);
      const isSame = isUnknown(from)
        ? isCovered || (to.kind === 'text' && to.text === oldText)
        : isSameFile(from, to);
      if (found.has(path) || isSame) continue;
      const period = await changedIn(path, window);
      this.#report({ path, from, to, period, isByGit: false }, explained(path), savedOver(path));
      // If it is in the next snapshot after all, it is not found twice.
      this.#explained.set(path, to);
    }
  }

  #setAnnounced(path: string, state: Promise<FileState>): void {
    this.#announced.set(path, { state, isEarly: false, oldText: undefined });
  }

  /** Reports what others changed before each save of the user, and after the last one. */
  #report(found: FoundChange, explained: FileState | undefined, savedOver: readonly SavedOver[]): void {
    const { onFound, onFoundBefore } = this.#options;
    for (const { from = found.from, state, period, isBeforeWrite } of explained === undefined
      ? []
      : savedOver) {
      if (isSameFile(from, state)) continue;
      (isBeforeWrite ? onFoundBefore : onFound)({ ...found, from, to: state, period });
    }
    const from = explained ?? found.from;
    if (!isSameFile(from, found.to)) onFound({ ...found, from });
  }
}

const nothingMoved: GitMoves = { byPath: new Map(), unread: [] };

/** What git has to do with a difference: it may have made it, or have written the file before somebody else did. */
function withGit(
  { byPath, unread }: GitMoves,
  { path, to, fromHash, toHash }: StateDifference,
  from: FileState,
): Pick<FoundChange, 'from' | 'isByGit'> {
  if (folderOf(path, unread) !== undefined) return { from, isByGit: true };
  const git = byPath.get(path);
  if (git === undefined) return { from, isByGit: false };
  // What git writes may have other line ends than what it stores.
  const isOfGit = (state: FileState, hash: string | undefined): boolean =>
    git.hashes.has(hash) || (state.kind === 'text' && git.hashes.has(hashWithLineFeeds(state.text)));
  if (isOfGit(to, toHash)) return { from, isByGit: true };
  const isOutdated = git.isWritten && !isOfGit(from, fromHash);
  return { from: isOutdated ? unknownState : from, isByGit: false };
}

/** The modes of a file that was one before and is one now, where they differ. */
function modesOf({ fromMode, toMode }: StateDifference): ChangedModes | undefined {
  if (fromMode === undefined || toMode === undefined || fromMode === toMode) return undefined;
  return fromMode === LINK_MODE || toMode === LINK_MODE ? undefined : { before: fromMode, after: toMode };
}

/** Whether a file was last changed before a moment, in epoch milliseconds. */
async function isOlder(path: string, moment: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) < moment;
}

/** When a file was written, if that was in the time between two looks; else any moment of it. */
async function changedIn(path: string, window: Period): Promise<Period> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return window;
  const at = Math.max(stats.mtimeMs, stats.ctimeMs);
  return at >= window.since && at <= window.until ? { since: at, until: at } : window;
}
