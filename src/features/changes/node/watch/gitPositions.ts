// Where the user's repositories stand: by their logs, their stash, and the merges that wait in them.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBounded } from '../../../../storage/boundedRead.ts';
import { enclosingRepository } from '../../../../snapshots/shadowGitDir.ts';
import { entriesIn, entriesSince, logPosition, type LogEntry, type LogPosition } from './gitLog.ts';

const MAX_SMALL_FILE_BYTES = 64 * 1024;

/** A squashed merge writes its message right after its files. */
const SQUASH_MS = 2_000;

/** The user's repository around a folder. */
export interface Repository {
  readonly top: string;
  readonly log: string;
  readonly stashLog: string;
  readonly objects: string;
  /** The git directory of the worktree. */
  readonly own: string;
  /** The one that all worktrees share. */
  readonly common: string;
}

/** Where a repository stood. */
export interface Position {
  readonly top: string;
  /** The git directory that all worktrees share, and which folder that was. */
  readonly common: { readonly path: string; readonly id: string };
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

/** Where the repositories around folders stand. Never rejects. */
export async function gitPositions(folders: Iterable<string>): Promise<GitPositions> {
  const positions = new Map<string, Position | undefined>();
  for (const folder of folders) {
    const repository = await repositoryOf(folder).catch(() => undefined);
    positions.set(folder, repository && (await positionOf(repository)));
  }
  return positions;
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

/** The tops of the repositories with commits in whose place another one was made. Never rejects. */
export async function replacedRepositories(
  before: GitPositions,
  now: GitPositions,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [folder, position] of now) {
    const last = before.get(folder);
    if (position === undefined || last?.common.path !== position.common.path) continue;
    const { top, common, log } = position;
    if (last.common.id === common.id || last.log.bytes === 0) continue;
    // Where the system does not say when a folder was made, only the log shows it.
    const isContinued = await entriesSince(log.path, last.log, 0).then(
      (entries) => entries.isContinued,
      () => false,
    );
    if (!isContinued) found.add(top);
  }
  return [...found];
}

export async function positionOf({ top, log, stashLog, own, common }: Repository): Promise<Position> {
  // What is cut off at the beginning of the tail is no entry.
  const stash = entriesIn((await logPosition(stashLog)).tail).at(-1);
  return {
    top,
    common: { path: common, id: await identityOf(common) },
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

/** The number of a folder may be used again for another one. */
async function identityOf(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => undefined);
  return `${stats?.ino} ${stats?.birthtimeMs}`;
}

export async function repositoryOf(folder: string): Promise<Repository | undefined> {
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
    common,
  };
}

export async function smallFile(path: string): Promise<string> {
  return (await readBounded(path, MAX_SMALL_FILE_BYTES)).toString('utf8').trim();
}
