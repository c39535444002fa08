// What somebody has committed, in the worktrees of a repository, and what git has only carried along of that.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mergedTexts } from '../../../../core/changes/threeWay.ts';
import type { SnapshotDifference } from '../../../../snapshots/snapshotStore.ts';
import type { Period } from './agentActivity.ts';
import { entriesSince, type LogEntry } from './gitLog.ts';
import { textIn } from './gitMerges.ts';
import { smallFile, type Repository } from './gitPositions.ts';

/** The commits of so many other worktrees are looked at. */
const MAX_WORKTREES = 50;
/** No more files than that are compared with what git would have merged. */
const MAX_MERGED_FILES = 200;

/** A move of HEAD that changes files. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Whether it may have left the files as they were. */
  readonly isReset: boolean;
  /** What was merged, or what commits were put on top of; undefined where nothing was joined. */
  readonly theirs: string | undefined;
}

/** The moves that change files, those in a row as one. */
export function worktreeMoves(entries: readonly LogEntry[]): readonly Move[] {
  const moves: Move[] = [];
  let isInRow = false;
  for (const entry of entries) {
    const isMove = !isCommit(entry);
    const last = moves.at(-1);
    const isReset = entry.what.startsWith('reset');
    const theirs = theirsOf(entry);
    const isNext = isMove && isInRow && last?.to === entry.from && last.isReset === isReset;
    if (isNext && theirs === undefined && (last.theirs === undefined || isRebase(entry))) {
      moves[moves.length - 1] = { ...last, to: entry.to };
    } else if (isMove) {
      moves.push({ from: entry.from, to: entry.to, isReset, theirs });
    }
    isInRow = isMove;
  }
  return moves.filter(({ from, to }) => from !== to);
}

/** Whether it only recorded what was in the files; the end of a merge did more. */
export function isCommit({ what }: LogEntry): boolean {
  return what.startsWith('commit') && !what.startsWith('commit (merge)');
}

/** Whether it records a merge that waited, with whatever is in the files by then. */
export function isConclusion({ what }: LogEntry): boolean {
  return what.startsWith('commit (merge)') || /^(?:rebase|pull)\b.*\(continue\): /.test(what);
}

function theirsOf({ to, what }: LogEntry): string | undefined {
  if (/^(?:rebase|pull)\b.*\(start\): checkout /.test(what)) return to;
  const isMerge = what.startsWith('commit (merge)') || /^(?:merge|pull)\b.*: Merge made by /.test(what);
  return isMerge ? `${to}^2` : undefined;
}

function isRebase({ what }: LogEntry): boolean {
  return /^rebase\b|^pull\b.* \([a-z]+\): /.test(what);
}

/** The commits that somebody made since a moment, in epoch milliseconds, in the other worktrees of a repository. */
export async function commitsElsewhere(
  { own, common }: Pick<Repository, 'own' | 'common'>,
  since: number,
  isOfAgent: (folder: string, period: Period) => boolean,
): Promise<readonly LogEntry[]> {
  const linked = join(common, 'worktrees');
  const names = await readdir(linked).catch(() => []);
  const gitDirs = [common, ...names.slice(0, MAX_WORKTREES).map((name) => join(linked, name))];
  const found: LogEntry[] = [];
  for (const gitDir of gitDirs.filter((each) => each !== own)) {
    const { entries } = await entriesSince(join(gitDir, 'logs', 'HEAD'), undefined, since).catch(() => ({
      entries: [],
    }));
    const commits = entries.filter(isCommit);
    if (commits.length === 0) continue;
    const folder = await worktreeOf(gitDir, common);
    found.push(
      ...commits.filter(({ time }) => isOfAgent(folder, { since: time * 1000, until: time * 1000 + 999 })),
    );
  }
  return found;
}

async function worktreeOf(gitDir: string, common: string): Promise<string> {
  if (gitDir === common) return dirname(common);
  return dirname(await smallFile(join(gitDir, 'gitdir')).catch(() => gitDir));
}

/** Contents that nobody but who has committed them has written. */
export class CommittedContents {
  readonly #hashes = new Map<string, Set<string | undefined>>();

  has(path: string): boolean {
    return this.#hashes.has(path);
  }

  /** Whether one of these is what was committed. */
  hasAny(path: string, hashes: Iterable<string | undefined>): boolean {
    const own = this.#hashes.get(path);
    return own !== undefined && [...hashes].some((hash) => own.has(hash));
  }

  removeFrom(path: string, hashes: Set<string | undefined>): void {
    for (const hash of this.#hashes.get(path) ?? []) hashes.delete(hash);
  }

  add(path: string, hash: string | undefined): void {
    const known = this.#hashes.get(path) ?? new Set();
    this.#hashes.set(path, known.add(hash));
  }
}

/** A file that was changed on both sides of a merge or a rebase. */
export interface JoinedFile {
  /** What it was on one side, and what it became. */
  readonly ours: SnapshotDifference;
  /** What the other side made of what both began with. */
  readonly theirs: SnapshotDifference;
}

/** The paths at which there is something else than git makes of both sides: somebody has resolved a conflict. */
export async function resolvedConflicts(
  joined: readonly JoinedFile[],
  read: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>,
): Promise<ReadonlySet<string>> {
  const files = joined.flatMap(({ ours, theirs }) => {
    const hashes = [theirs.from, ours.from, theirs.to, ours.to].map((file) => file?.hash);
    return hashes.every((hash) => hash !== undefined) ? [{ path: ours.path, hashes }] : [];
  });
  if (files.length === 0 || files.length > MAX_MERGED_FILES) return new Set();
  const contents = await read(files.flatMap(({ hashes }) => hashes));
  const resolved = files.filter(({ hashes }) => {
    const [base, ours, theirs, now] = hashes.map((hash) => textIn(contents, hash));
    if (base === undefined || ours === undefined || theirs === undefined || now === undefined) return false;
    return mergedTexts(base, ours, theirs) !== now;
  });
  return new Set(resolved.map(({ path }) => path));
}
