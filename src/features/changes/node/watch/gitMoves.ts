// What git itself has put into the files of a folder: by checkout, pull, merge, rebase, reset and stash.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { enclosingRepository } from '../../../../snapshots/shadowGitDir.ts';
import { entriesIn, entriesSince, logPosition, type LogEntry, type LogPosition } from './gitLog.ts';
import { GitMerges } from './gitMerges.ts';
import type { CompareCommits, ReadObjects, StateDifference } from '../../../../snapshots/folderSnapshots.ts';
import { EMPTY_TREE, type SnapshotDifference } from '../../../../snapshots/snapshotStore.ts';

const MAX_SMALL_FILE_BYTES = 64 * 1024;

/** A squashed merge writes its message right after its files. */
const SQUASH_MS = 2_000;

/** Of so many of the last commits git may have picked the changes without a trace. */
const MAX_PICKED = 3;

/** The user's repository around a folder. */
interface Repository {
  readonly top: string;
  readonly log: string;
  readonly stashLog: string;
  readonly objects: string;
  /** The git directory of the worktree. */
  readonly own: string;
}

/** Where a repository stood. */
export interface Position {
  readonly top: string;
  readonly log: LogPosition;
  readonly stash: string | undefined;
  /** When it was made, in seconds since the epoch. */
  readonly stashedAt: number | undefined;
  /** What the last merge put into the files that moved no HEAD: it waits for the user, or has conflicts. */
  readonly merge: Merge;
  /** When the index was written, in epoch milliseconds. */
  readonly indexedAt: number;
}

interface Merge {
  /** The name of the tree or commit whose files it has put there; undefined where nothing says so. */
  readonly tree: string | undefined;
  /** The tree that any merge has written, also that of a stash, with what was staged. */
  readonly written: string | undefined;
  readonly at: number;
}

/** By the folder of a session; undefined where there was no repository. */
export type GitPositions = ReadonlyMap<string, Position | undefined>;

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

/** Where the repositories around folders stand. Never rejects. */
export async function gitPositions(folders: Iterable<string>): Promise<GitPositions> {
  const positions = new Map<string, Position | undefined>();
  for (const folder of folders) {
    const repository = await repositoryOf(folder).catch(() => undefined);
    positions.set(folder, repository && (await positionOf(repository)));
  }
  return positions;
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

/** Whether a merge that waited was given up. */
export function isAborted(
  before: Position | undefined,
  now: Position,
  entries: readonly Pick<LogEntry, 'what'>[],
): boolean {
  const isOver = before?.merge.tree !== undefined && now.merge.tree === undefined;
  return isOver && entries.every(({ what }) => what.startsWith('reset'));
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

async function positionOf({ top, log, stashLog, own }: Repository): Promise<Position> {
  // What is cut off at the beginning of the tail is no entry.
  const stash = entriesIn((await logPosition(stashLog)).tail).at(-1);
  return {
    top,
    log: await logPosition(log),
    stash: stash?.to,
    stashedAt: stash?.time,
    merge: await mergeIn(own),
    indexedAt: await stat(join(own, 'index')).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  };
}

/**
 * https://git-scm.com/docs/gitrevisions, `AUTO_MERGE`: the tree that a merge has written, with the marks of its conflicts.
 * One of a stash has written it as well, with what was staged, which may be the agent's. A squashed merge that had nothing
 * to merge has taken the files of the first commit that its message names.
 */
async function mergeIn(own: string): Promise<Merge> {
  const [merged, squashed] = await Promise.all([
    namedIn(join(own, 'AUTO_MERGE'), /^([0-9a-f]{40,64})$/),
    namedIn(join(own, 'SQUASH_MSG'), /^commit ([0-9a-f]{40,64})$/m),
  ]);
  const at = Math.max(merged.at, squashed.at);
  const isSquash = squashed.at > 0 && squashed.at >= merged.at;
  const isMerge = hasMergeHead(own) || (isSquash && squashed.at - merged.at < SQUASH_MS);
  const tree = isMerge ? merged.name : isSquash ? squashed.name : undefined;
  return { tree, written: merged.name, at };
}

/** What a small file names, and when it was written. */
async function namedIn(
  path: string,
  name: RegExp,
): Promise<{ readonly name: string | undefined; readonly at: number }> {
  try {
    const text = await smallFile(path);
    return { name: name.exec(text)?.[1], at: (await stat(path)).mtimeMs };
  } catch {
    return { name: undefined, at: 0 };
  }
}

/** Whether a merge of commits waits to be committed; before one begins, what is staged has to be what HEAD has. */
function hasMergeHead(own: string): boolean {
  return ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'].some((head) =>
    existsSync(join(own, head)),
  );
}

async function repositoryOf(folder: string): Promise<Repository | undefined> {
  const top = await enclosingRepository(folder);
  if (top === undefined) return undefined;
  const dotGit = join(top, '.git');
  const isFolder = (await stat(dotGit)).isDirectory();
  const own = isFolder ? dotGit : resolve(top, (await smallFile(dotGit)).replace(/^gitdir: /, ''));
  const common = await smallFile(join(own, 'commondir')).then(
    (path) => resolve(own, path),
    () => own,
  );
  return {
    top,
    log: join(own, 'logs', 'HEAD'),
    stashLog: join(common, 'logs', 'refs', 'stash'),
    objects: join(common, 'objects'),
    own,
  };
}

async function smallFile(path: string): Promise<string> {
  return (await readBounded(path, MAX_SMALL_FILE_BYTES)).toString('utf8').trim();
}
