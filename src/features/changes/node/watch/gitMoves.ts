// What git itself has put into the files of a folder: by checkout, pull, merge, rebase, reset and stash.
import { entriesIn, entriesSince, type LogEntry } from './gitLog.ts';
import { GitMerges } from './gitMerges.ts';
import {
  isAborted,
  positionOf,
  repositoryOf,
  type GitPositions,
  type Position,
  type Repository,
} from './gitPositions.ts';
import type { CompareCommits, ReadObjects, StateDifference } from '../../../../snapshots/folderSnapshots.ts';
import { EMPTY_TREE, type SnapshotDifference } from '../../../../snapshots/snapshotStore.ts';

/** Of so many of the last commits git may have picked the changes without a trace. */
const MAX_PICKED = 3;

/** What git may have put at a path. */
interface GitContents {
  /** The names of the contents; undefined for no file. */
  readonly hashes: ReadonlySet<string | undefined>;
  /** Whether git certainly wrote the file, so that what is there now was made from that. */
  readonly isWritten: boolean;
  /** What git may have made of the text that was there by merging into it; `\n` ends each line. */
  readonly merged: readonly string[];
}

/** What reads the objects of a repository. */
interface GitObjects {
  readonly compareCommits: CompareCommits;
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
}

/**
 * What git has done in the repositories around folders since they stood there. One that was made or made anew in between
 * has done what its own log says. Never rejects.
 */
export async function gitMovesSince(
  folders: Iterable<string>,
  { before, since, differences }: ChangedSince,
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
        { position: before.get(folder), since, merges },
        objects.compareCommits,
      );
      const merged = await merges.texts(
        (path) => moves.get(path)?.hashes,
        (hashes) => objects.readObjects(folder, repository, hashes),
      );
      for (const [path, contents] of moves) byPath.set(path, { ...contents, merged: merged.get(path) ?? [] });
    } catch {
      unread.push(repository.top);
    }
  }
  return { byPath, unread };
}

interface MovesOptions {
  readonly position: Position | undefined;
  readonly since: number;
  readonly merges: GitMerges;
}

async function movesIn(
  folder: string,
  repository: Repository,
  { position: before, since, merges }: MovesOptions,
  compare: CompareCommits,
): Promise<ReadonlyMap<string, Omit<GitContents, 'merged'>>> {
  const now = await positionOf(repository);
  const put = new Map<string, { hashes: Set<string | undefined>; isWritten: boolean }>();
  const add = (path: string, hashes: readonly (string | undefined)[], isWritten: boolean): void => {
    const known = put.get(path);
    put.set(path, {
      hashes: new Set([...(known?.hashes ?? []), ...hashes]),
      isWritten: isWritten || known?.isWritten === true,
    });
  };
  const mayMerge = (each: SnapshotDifference): void => {
    if (merges.add(each)) add(each.path, [], false);
  };
  const { entries, isContinued } = await entriesSince(repository.log, before?.log, since);
  for (const { from, to, isReset } of worktreeMoves(entries)) {
    for (const each of await compare(folder, repository, from, to)) {
      add(each.path, [each.to?.hash], !isReset);
      mayMerge(each);
    }
  }
  // The log of a repository that was made anew is lost, and would say nothing about the new one.
  const read: CompareCommits = (...args) =>
    compare(...args).catch((error: unknown) => {
      if (isContinued) throw error;
      return [];
    });
  const head = entriesIn(now.log.tail).at(-1)?.to;
  const { merge } = now;
  const isNewMerge = merge.at !== before?.merge.at || merge.tree !== before.merge.tree;
  if (isNewMerge && merge.tree !== undefined && head !== undefined) {
    // Its message is free text.
    for (const { path, to: file } of await compare(folder, repository, head, merge.tree).catch(() => []))
      add(path, [file?.hash], true);
  }
  if (isAborted(before, now, entries) && head !== undefined && before?.merge.tree !== undefined) {
    for (const { path, from: file } of await read(folder, repository, head, before.merge.tree))
      add(path, [file?.hash], false);
  }
  /** The files of stashes that may have been applied, as they were below them. */
  const stashed = new Map<string, string | undefined>();
  if (now.stash !== undefined && now.stash === before?.stash && now.indexedAt >= since) {
    // A stash that is applied and stays leaves no trace but its contents: a missing file says nothing.
    for (const each of await read(folder, repository, `${now.stash}^1`, now.stash)) {
      if (each.to === undefined) continue;
      add(each.path, [each.to.hash], false);
      mayMerge(each);
      stashed.set(each.path, each.from?.hash);
    }
  }
  if (now.stash !== before?.stash) {
    for (const stash of [before?.stash, now.stash]) {
      if (stash === undefined) continue;
      for (const each of await read(folder, repository, `${stash}^1`, stash)) {
        add(each.path, [each.from?.hash, each.to?.hash], false);
        mayMerge(each);
        stashed.set(each.path, each.from?.hash);
      }
      const untracked = await compare(folder, repository, EMPTY_TREE, `${stash}^3`).catch(() => []);
      for (const each of untracked) add(each.path, [undefined, each.to?.hash], false);
    }
  }
  if (isNewMerge && merge.tree === undefined && merge.written !== undefined && head !== undefined) {
    // What it has written besides was staged.
    for (const { path, from, to } of await compare(folder, repository, head, merge.written).catch(() => [])) {
      if (stashed.has(path)) add(path, [to?.hash], from?.hash !== stashed.get(path));
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
  for (const { from, to } of entries.filter(isCommit)) {
    for (const { path, to: file } of await compare(folder, repository, from, to)) {
      const known = put.get(path);
      if (known?.hashes.has(file?.hash) === true) put.delete(path);
    }
  }
  return put;
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** Whether it may have left the files as they were. */
  readonly isReset: boolean;
}

/** The moves that change files, those in a row as one. */
function worktreeMoves(entries: readonly LogEntry[]): readonly Move[] {
  const moves: Move[] = [];
  let isInRow = false;
  for (const entry of entries) {
    const isMove = !isCommit(entry);
    const last = moves.at(-1);
    const isReset = entry.what.startsWith('reset');
    if (isMove && isInRow && last !== undefined && last.to === entry.from && last.isReset === isReset) {
      moves[moves.length - 1] = { ...last, to: entry.to };
    } else if (isMove) {
      moves.push({ from: entry.from, to: entry.to, isReset });
    }
    isInRow = isMove;
  }
  return moves.filter(({ from, to }) => from !== to);
}

/** Whether it only recorded what was in the files; the end of a merge did more. */
function isCommit({ what }: LogEntry): boolean {
  return what.startsWith('commit') && !what.startsWith('commit (merge)');
}
