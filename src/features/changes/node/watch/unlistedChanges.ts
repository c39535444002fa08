// What an agent changed, or may have changed, that is not listed or that Undo cannot give back; and the reason.
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { EarlierSnapshot, FoldersSnapshot } from '../../../../snapshots/folderSnapshots.ts';
import { folderOf } from '../../../../snapshots/localPaths.ts';
import type { Period } from './agentActivity.ts';
import { changedIn } from './fileTimes.ts';

/** Of a folder: why it is not tracked, that it was made, or what was done to the repository in it. Of a file: that its name is not UTF-8, or that it is in none of the folders. */
export const unlistedReason = z.enum([
  'files',
  'maxFiles',
  'bytes',
  'time',
  'home',
  'no git',
  'missing',
  'failed',
  'name',
  'folder-made',
  'repository-made',
  'repository-removed',
  'repository-replaced',
  'outside',
]);
export type UnlistedReason = z.infer<typeof unlistedReason>;

/** By absolute path. */
export type UnlistedChanges = ReadonlyMap<string, UnlistedReason>;

interface Look {
  readonly snapshot: EarlierSnapshot;
  /** The folders that are repositories; undefined where that is unknown. */
  readonly repositories: ReadonlySet<string> | undefined;
}

/** Those of earlier looks that still stand, and those between two looks; the same map where nothing is new. */
export async function unlistedChanges(
  known: UnlistedChanges,
  before: Look,
  now: {
    readonly snapshot: FoldersSnapshot;
    readonly repositories: ReadonlySet<string>;
    /** The repositories in whose place another one was. */
    readonly replaced: readonly string[];
  },
  window: Period,
  /** Whether something that changed at a path in a period is the agent's doing. */
  isAgents: (path: string, period: Period) => boolean,
): Promise<UnlistedChanges> {
  const changes = new Map(
    [...known].filter(([path, reason]) => {
      if (reason === 'outside') return isThere(path);
      return reason.startsWith('repository')
        ? isRepository(path) === (reason !== 'repository-removed')
        : true;
    }),
  );
  const add = (path: string, reason: UnlistedReason, period = window): void => {
    if (isAgents(path, period)) changes.set(path, reason);
  };
  for (const [folder, reason] of now.snapshot.untracked) if (reason !== 'missing') add(folder, reason);
  for (const [folder, reason] of before.snapshot.untracked ?? [])
    if (reason === 'missing' && now.snapshot.trees.has(folder)) add(folder, 'folder-made');
  // After a reload it is not known which there were, and of a folder that was not read this time not which there are.
  if (before.snapshot.unnamed !== undefined && now.snapshot.untracked.size === 0) {
    const stamps = { before: stampsOf(before.snapshot), now: stampsOf(now.snapshot) };
    for (const [stamp, path] of [...stamps.before, ...stamps.now])
      if (!(stamps.before.has(stamp) && stamps.now.has(stamp))) add(path, 'name');
  }
  const { repositories = now.repositories } = before;
  const wasRead = (path: string): boolean => {
    const around = folderOf(dirname(path), [
      ...before.snapshot.trees.keys(),
      ...now.snapshot.untracked.keys(),
    ]);
    return around === undefined || before.snapshot.trees.has(around);
  };
  for (const path of now.repositories)
    if (!repositories.has(path) && wasRead(path))
      add(path, 'repository-made', await madeIn(join(path, '.git'), window));
  for (const path of now.replaced) add(path, 'repository-replaced', await madeIn(join(path, '.git'), window));
  // One that is ignored by now, or in a folder that could not be read, is not listed either.
  for (const path of repositories)
    if (!now.repositories.has(path) && !isRepository(path)) add(path, 'repository-removed');
  const isSame =
    changes.size === known.size && [...changes].every(([path, reason]) => known.get(path) === reason);
  return isSame ? known : changes;
}

/** Whether there is something at a path, if only a link. What cannot be looked at any more may still be there. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function isRepository(path: string): boolean {
  return existsSync(join(path, '.git'));
}

/** When a repository was made, as its `.git` says: a file, or a folder with files. */
async function madeIn(dotGit: string, window: Period): Promise<Period> {
  const period = await changedIn(dotGit, window);
  return period === window ? changedIn(join(dotGit, 'HEAD'), window) : period;
}

function stampsOf({ unnamed = [] }: EarlierSnapshot): ReadonlyMap<string, string> {
  return new Map(unnamed.map(({ path, stamp }) => [stamp, path]));
}
