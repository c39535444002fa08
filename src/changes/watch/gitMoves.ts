// What git itself has put into the files of a folder: by checkout, pull, merge, rebase, reset and stash.
import { lstat, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bytesAt, openRegularFile, readBounded } from '../../storage/boundedRead.ts';
import { enclosingRepository } from '../shadowGitDir.ts';
import type { SnapshotDifference } from '../snapshotStore.ts';

/** More moves than these between two looks are not followed one by one. */
const MAX_LOG_BYTES = 256 * 1024;
const MAX_SMALL_FILE_BYTES = 64 * 1024;

/** The user's repository around a folder. */
interface Repository {
  readonly top: string;
  readonly log: string;
  readonly stashLog: string;
  readonly objects: string;
}

/** Where a repository stood. */
interface Position {
  readonly logBytes: number;
  readonly stash: string | undefined;
}

/** By the folder of a snapshot. */
export type GitPositions = ReadonlyMap<string, Position>;

/** What git may have put at a path. */
interface GitContents {
  /** The names of the contents; undefined for no file. */
  readonly hashes: ReadonlySet<string | undefined>;
  /** Whether git certainly wrote the file, so that what is there now was made from that. */
  readonly isWritten: boolean;
}

export interface GitMoves {
  readonly byPath: ReadonlyMap<string, GitContents>;
  /** The tops of repositories that moved in a way that could not be read: anything in them may be git's doing. */
  readonly unread: readonly string[];
}

/** Compares two commits of a repository, of which nothing but objects is read. */
export type CompareCommits = (
  folder: string,
  repository: Repository,
  from: string,
  to: string,
) => Promise<readonly SnapshotDifference[]>;

/** Where the repositories around folders stand. Never rejects. */
export async function gitPositions(folders: Iterable<string>): Promise<GitPositions> {
  const positions = new Map<string, Position>();
  for (const folder of folders) {
    const repository = await repositoryOf(folder).catch(() => undefined);
    if (repository !== undefined) positions.set(folder, await positionOf(repository));
  }
  return positions;
}

/** What git has done since the repositories stood there. Never rejects. */
export async function gitMovesSince(before: GitPositions, compare: CompareCommits): Promise<GitMoves> {
  const byPath = new Map<string, GitContents>();
  const unread: string[] = [];
  for (const [folder, position] of before) {
    const repository = await repositoryOf(folder).catch(() => undefined);
    if (repository === undefined) continue;
    try {
      for (const [path, contents] of await movesIn(folder, repository, position, compare)) {
        byPath.set(path, contents);
      }
    } catch {
      unread.push(repository.top);
    }
  }
  return { byPath, unread };
}

async function movesIn(
  folder: string,
  repository: Repository,
  before: Position,
  compare: CompareCommits,
): Promise<ReadonlyMap<string, GitContents>> {
  const now = await positionOf(repository);
  const put = new Map<string, { hashes: Set<string | undefined>; isWritten: boolean }>();
  const add = (path: string, hashes: readonly (string | undefined)[], isWritten: boolean): void => {
    const known = put.get(path);
    put.set(path, {
      hashes: new Set([...(known?.hashes ?? []), ...hashes]),
      isWritten: isWritten || known?.isWritten === true,
    });
  };
  const entries = now.logBytes === before.logBytes ? [] : await entriesSince(repository.log, before.logBytes);
  for (const { from, to, isReset } of worktreeMoves(entries)) {
    for (const { path, to: file } of await compare(folder, repository, from, to))
      add(path, [file?.hash], !isReset);
  }
  if (now.stash !== before.stash) {
    for (const stash of [before.stash, now.stash]) {
      if (stash === undefined) continue;
      for (const each of await compare(folder, repository, `${stash}^1`, stash)) {
        add(each.path, [each.from?.hash, each.to?.hash], false);
      }
      const untracked = await compare(folder, repository, EMPTY_TREE, `${stash}^3`).catch(() => []);
      for (const each of untracked) add(each.path, [undefined, each.to?.hash], false);
    }
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

/** A line in the log of HEAD. */
interface LogEntry {
  readonly from: string;
  readonly to: string;
  readonly what: string;
}

interface Move {
  readonly from: string;
  readonly to: string;
  /** Whether it may have left the files as they were. */
  readonly isReset: boolean;
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

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

async function entriesSince(log: string, bytes: number): Promise<readonly LogEntry[]> {
  const text = await textFrom(log, bytes);
  return text.split('\n').flatMap((line) => {
    const found = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*\t?(.*)$/.exec(line);
    const [, from = '', to = '', what = ''] = found ?? [];
    return found === null ? [] : { from: orEmptyTree(from), to: orEmptyTree(to), what };
  });
}

function orEmptyTree(name: string): string {
  return /^0+$/.test(name) ? EMPTY_TREE : name;
}

/** Throws where the log is shorter than before, or much longer. */
async function textFrom(path: string, start: number): Promise<string> {
  const { handle, size } = await openRegularFile(path);
  try {
    if (size < start || size - start > MAX_LOG_BYTES) throw new Error('The log was not only continued.');
    return (await bytesAt(handle, start, size - start)).toString('utf8');
  } finally {
    await handle.close();
  }
}

async function positionOf({ log, stashLog }: Repository): Promise<Position> {
  const stats = await lstat(log).catch(() => undefined);
  const stashes = await readBounded(stashLog, MAX_LOG_BYTES).then(String, () => '');
  const last = stashes.trimEnd().split('\n').at(-1) ?? '';
  const stash = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /.exec(last)?.[1];
  return { logBytes: stats?.isFile() === true ? stats.size : 0, stash };
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
  };
}

async function smallFile(path: string): Promise<string> {
  return (await readBounded(path, MAX_SMALL_FILE_BYTES)).toString('utf8').trim();
}
