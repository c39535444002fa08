// What git itself has put into the files of a folder: by checkout, pull, merge, rebase, reset and stash.
import type { Period } from './agentActivity.ts';
import {
  CommittedContents,
  commitsElsewhere,
  isCommit,
  isConclusion,
  resolvedConflicts,
  worktreeMoves,
  type JoinedFile,
  type Move,
} from './gitCommits.ts';
import { entriesIn, entriesSince, type LogEntry } from './gitLog.ts';
import { GitMerges, type GitChange } from './gitMerges.ts';
import {
  isAborted,
  positionOf,
  repositoryOf,
  type GitPositions,
  type Position,
  type Repository,
} from './gitPositions.ts';
import type { CompareCommits, ReadObjects } from '../../../../snapshots/folderSnapshots.ts';
import type { StateDifference } from '../../../../snapshots/stateDifferences.ts';
import { EMPTY_TREE, type SnapshotDifference } from '../../../../snapshots/snapshotStore.ts';

/** Of so many of the last commits git may have picked the changes without a trace. */
const MAX_PICKED = 3;

/** What git may have put at a path. */
interface GitContents {
  /** The names of the contents; undefined for no file. */
  readonly hashes: ReadonlySet<string | undefined>;
  /** Whether git certainly wrote the file, so that what is there now was made from that. */
  readonly isWritten: boolean;
  /** The text that it certainly was then, where that can be said; `\n` ends each line. */
  readonly written: string | undefined;
  /** What git may have made of the text that was there by merging into it; `\n` ends each line. */
  readonly merged: readonly string[];
}

/** What reads the objects of a repository. */
interface GitObjects {
  readonly compareCommits: CompareCommits;
  readonly compareIncoming: CompareCommits;
  readonly readObjects: ReadObjects;
}

export interface GitMoves {
  readonly byPath: ReadonlyMap<string, GitContents>;
  /** The tops of repositories that moved in a way that could not be read: anything in them may be git's doing. */
  readonly unread: readonly string[];
}

/** What has changed since repositories stood somewhere, `since` in epoch milliseconds. */
interface ChangedSince {
  readonly before: GitPositions;
  readonly since: number;
  readonly differences: readonly StateDifference[];
  /** Whether a commit that was made in another worktree, with its files in this folder, is the agent's. */
  readonly isAgentsCommit: (folder: string, period: Period) => boolean;
}

/**
 * What git has done in the repositories around folders since they stood there. One that was made or made anew in between
 * has done what its own log says. Never rejects.
 */
export async function gitMovesSince(
  folders: Iterable<string>,
  { before, since, differences, isAgentsCommit }: ChangedSince,
  objects: GitObjects,
): Promise<GitMoves> {
  const byPath = new Map<string, GitContents>();
  const unread: string[] = [];
  for (const folder of folders) {
    const repository = await repositoryOf(folder).catch(() => undefined);
    if (repository === undefined) continue;
    try {
      const merges = new GitMerges(differences);
      const moves = await movesIn(
        folder,
        repository,
        { position: before.get(folder), since, merges, isAgentsCommit },
        objects,
      );
      const read = (hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> =>
        objects.readObjects(folder, repository, hashes);
      const merged = await merges.texts((path) => moves.get(path)?.hashes, read);
      const written = await merges.written(moves, read);
      for (const [path, { hashes, isWritten, isJoined }] of moves) {
        const texts = merged.get(path) ?? [];
        // Of several changes nobody knows which of them are in the file.
        const only = isJoined && texts.length === 1 ? texts[0] : undefined;
        byPath.set(path, { hashes, isWritten, written: only ?? written.get(path), merged: texts });
      }
    } catch {
      unread.push(repository.top);
    }
  }
  return { byPath, unread };
}

interface MovesOptions extends Pick<ChangedSince, 'since' | 'isAgentsCommit'> {
  readonly position: Position | undefined;
  readonly merges: GitMerges;
}

/** What git may have put at a path, before any contents are read. */
interface PutContents extends Pick<GitContents, 'isWritten'> {
  readonly hashes: Set<string | undefined>;
  /** The names of what git has found there and of what it has certainly written. */
  readonly change: GitChange | undefined;
  /** Whether what was committed just now stands there together with what git has brought. */
  readonly isJoined: boolean;
}

const notWritten = { isWritten: false, isJoined: false, change: undefined };

async function movesIn(
  folder: string,
  repository: Repository,
  { position: before, since, merges, isAgentsCommit }: MovesOptions,
  objects: GitObjects,
): Promise<ReadonlyMap<string, PutContents>> {
  const compare = objects.compareCommits;
  const now = await positionOf(repository);
  const put = new Map<string, PutContents>();
  const add = (
    path: string,
    hashes: readonly (string | undefined)[],
    more: Partial<Omit<PutContents, 'hashes'>> = {},
  ): void => {
    const { hashes: earlier = [], ...known } = put.get(path) ?? {};
    put.set(path, { ...notWritten, ...known, ...more, hashes: new Set([...earlier, ...hashes]) });
  };
  const addWritten = ({ path, from, to }: SnapshotDifference): void => {
    const first = put.get(path)?.change?.from ?? from?.hash;
    const change = first === undefined || to === undefined ? undefined : { from: first, to: to.hash };
    add(path, [to?.hash], { isWritten: true, change });
  };
  const mayMerge = (each: SnapshotDifference): void => {
    if (merges.add(each)) add(each.path, []);
  };
  const { entries, isContinued } = await entriesSince(repository.log, before?.log, since);
  const moves = worktreeMoves(entries);
  let known: CommittedContents | undefined;
  const committedContents = async (): Promise<CommittedContents> =>
    (known ??= await committedIn(folder, repository, { entries, since, isAgentsCommit }, compare));
  // The log of a repository that was made anew is lost, and would say nothing about the new one.
  const read: CompareCommits = (...args) =>
    compare(...args).catch((error: unknown) => {
      if (isContinued) throw error;
      return [];
    });
  const [next] = entries;
  if (before?.merge.tree !== undefined && next !== undefined && isConclusion(next)) {
    // What is not as the merge left it, whoever has concluded it has put there.
    for (const { path, from, to } of await read(folder, repository, before.merge.tree, next.to)) {
      (await committedContents()).add(path, to?.hash);
      add(path, [from?.hash], { isWritten: true, isJoined: true });
    }
  }
  for (const move of moves) {
    const committed = await committedContents();
    const changed = await compare(folder, repository, move.from, move.to);
    const files = await joinedFiles(folder, repository, { move, changed, committed }, objects);
    for (const each of changed) {
      const { path, to: file } = each;
      if (!files.has(path)) {
        const isOwn = committed.hasAny(path, [file?.hash]);
        if (move.isReset || isOwn) add(path, [file?.hash]);
        else addWritten(each);
        if (!isOwn) mayMerge(each);
        continue;
      }
      committed.add(path, file?.hash);
      const theirs = files.get(path);
      if (theirs === 'nothing' || committed.hasAny(path, [theirs?.to?.hash])) continue;
      add(path, [], { isWritten: true, isJoined: true });
      if (theirs !== undefined) mayMerge(theirs);
    }
  }
  const head = entriesIn(now.log.tail).at(-1)?.to;
  const { merge } = now;
  const isNewMerge = merge.at !== before?.merge.at || merge.tree !== before.merge.tree;
  if (isNewMerge && merge.tree !== undefined && head !== undefined) {
    // Its message is free text.
    for (const each of await compare(folder, repository, head, merge.tree).catch(() => [])) addWritten(each);
  }
  if (isAborted(before, now, entries) && head !== undefined && before?.merge.tree !== undefined) {
    for (const { path, from: file } of await read(folder, repository, head, before.merge.tree))
      add(path, [file?.hash]);
  }
  /** The files of stashes that may have been applied, as they were below them. */
  const stashed = new Map<string, string | undefined>();
  if (now.stash !== undefined && now.stash === before?.stash && now.indexedAt >= since) {
    // A stash that is applied and stays leaves no trace but its contents: a missing file says nothing.
    for (const each of await read(folder, repository, `${now.stash}^1`, now.stash)) {
      if (each.to === undefined) continue;
      add(each.path, [each.to.hash]);
      mayMerge(each);
      stashed.set(each.path, each.from?.hash);
    }
  }
  if (now.stash !== before?.stash) {
    for (const stash of [before?.stash, now.stash]) {
      if (stash === undefined) continue;
      for (const each of await read(folder, repository, `${stash}^1`, stash)) {
        add(each.path, [each.from?.hash, each.to?.hash]);
        mayMerge(each);
        stashed.set(each.path, each.from?.hash);
      }
      const untracked = await compare(folder, repository, EMPTY_TREE, `${stash}^3`).catch(() => []);
      for (const each of untracked) add(each.path, [undefined, each.to?.hash]);
    }
  }
  if (isNewMerge && merge.tree === undefined && merge.written !== undefined && head !== undefined) {
    // What it has written besides was staged.
    for (const { path, from, to } of await compare(folder, repository, head, merge.written).catch(() => [])) {
      if (stashed.has(path) && from?.hash !== stashed.get(path)) add(path, [to?.hash], { isWritten: true });
      else if (stashed.has(path)) add(path, [to?.hash]);
    }
    // The changes of a commit that are picked but not committed are named nowhere.
    const earlier = entriesIn(now.log.tail).filter(
      (entry) => isCommit(entry) && !entries.some(({ to }) => to === entry.to),
    );
    for (const { from, to } of stashed.size > 0 ? [] : earlier.slice(-MAX_PICKED))
      for (const each of await compare(folder, repository, from, to).catch(() => [])) mayMerge(each);
  }
  if (put.size === 0) return put;
  // What was committed just now was in the files before git had anything to do with it.
  const committed = await committedContents();
  for (const [path, { hashes, isJoined }] of put) {
    if (!committed.hasAny(path, hashes)) continue;
    if (isJoined) committed.removeFrom(path, hashes);
    else put.delete(path);
  }
  return put;
}

/** What was committed between two looks, in this worktree and by the agent in others. */
async function committedIn(
  folder: string,
  repository: Repository,
  {
    entries,
    since,
    isAgentsCommit,
  }: Pick<MovesOptions, 'since' | 'isAgentsCommit'> & { readonly entries: readonly LogEntry[] },
  compare: CompareCommits,
): Promise<CommittedContents> {
  const committed = new CommittedContents();
  const elsewhere = await commitsElsewhere(repository, since, isAgentsCommit);
  for (const { from, to } of [...elsewhere, ...entries.filter(isCommit)])
    for (const each of await compare(folder, repository, from, to)) committed.add(each.path, each.to?.hash);
  return committed;
}

interface Joining {
  readonly move: Move;
  /** What the move has changed. */
  readonly changed: readonly SnapshotDifference[];
  readonly committed: CommittedContents;
}

/**
 * The files which are as neither side of a merge or rebase has them, because one side was committed just now or somebody
 * has resolved a conflict, with what the other side has changed in each; undefined where that cannot be said.
 */
async function joinedFiles(
  folder: string,
  repository: Repository,
  { move, changed, committed }: Joining,
  { compareCommits, compareIncoming, readObjects }: GitObjects,
): Promise<ReadonlyMap<string, SnapshotDifference | 'nothing' | undefined>> {
  const { from, to, theirs } = move;
  if (theirs === undefined) return new Map();
  const ofBoth = new Set((await compareCommits(folder, repository, theirs, to)).map(({ path }) => path));
  // Commits may have nothing in common, or several last ones.
  const brought = await compareIncoming(folder, repository, from, theirs).catch(() => undefined);
  const incoming = new Map(brought?.map((each) => [each.path, each]));
  const files = changed.filter(({ path }) => ofBoth.has(path));
  const unknown = files.flatMap((ours): readonly JoinedFile[] => {
    const theirs = incoming.get(ours.path);
    return theirs === undefined || committed.has(ours.path) ? [] : [{ ours, theirs }];
  });
  const resolved = await resolvedConflicts(unknown, (hashes) => readObjects(folder, repository, hashes));
  return new Map(
    files
      .filter(({ path }) => committed.has(path) || resolved.has(path))
      .map(({ path }) => [path, incoming.get(path) ?? (brought === undefined ? undefined : 'nothing')]),
  );
}
