// What git has done in the user's repositories between two looks, by its logs, for the user to read.
import * as z from 'zod/mini';
import { withoutUndefined } from '../../../../core/base/withoutUndefined.ts';
import { entriesSince, type LogEntry } from './gitLog.ts';
import { isAborted, type GitPositions, type Position } from './gitPositions.ts';

const MAX_ACTIVITIES = 20;
const SHORT_HASH = 7;

const kind = z.enum([
  'switched',
  'committed',
  'pulled',
  'merged',
  'merging',
  'aborted',
  'rebased',
  'reset',
  'picked',
  'reverted',
  'stashed',
  'unstashed',
  'other',
]);
export type GitActivityKind = z.infer<typeof kind>;

export const gitActivity = z.object({
  /** The folder of the worktree, absolute. */
  top: z.string(),
  kind,
  /** The name of the branch or commit, where git names it. */
  name: z.exactOptional(z.string()),
  /** Whether it has certainly changed no files. */
  leavesFiles: z.exactOptional(z.boolean()),
});
export type GitActivity = Readonly<z.infer<typeof gitActivity>>;

/** `since` in epoch milliseconds. Repositories in folders that were not looked at before are left out. Never rejects. */
export async function gitActivitySince(
  before: GitPositions,
  now: GitPositions,
  since: number,
): Promise<readonly GitActivity[]> {
  const byTop = new Map<string, readonly GitActivity[]>();
  for (const [folder, position] of now) {
    if (position === undefined || !before.has(folder) || byTop.has(position.top)) continue;
    const last = before.get(folder);
    const { top } = position;
    byTop.set(top, await activityIn(last, position, since).catch(() => [{ top, kind: 'other' }]));
  }
  return [...byTop.values()].flat();
}

/** The same with what came later; each thing is named once. */
export function withActivity(
  known: readonly GitActivity[],
  later: readonly GitActivity[],
): readonly GitActivity[] {
  if (later.length === 0) return known;
  const isSame = (one: GitActivity, other: GitActivity): boolean =>
    one.top === other.top && one.kind === other.kind && one.name === other.name;
  const all = [...known, ...later];
  const last = all.filter((each, index) => !all.slice(index + 1).some((other) => isSame(each, other)));
  return last.slice(-MAX_ACTIVITIES).map(({ top, kind: did, name, leavesFiles }) => {
    const activity = { top, kind: did, ...withoutUndefined({ name }) };
    const hasChanged = all.some((other) => isSame(activity, other) && other.leavesFiles !== true);
    return leavesFiles !== true || hasChanged ? activity : { ...activity, leavesFiles };
  });
}

async function activityIn(
  before: Position | undefined,
  now: Position,
  since: number,
): Promise<readonly GitActivity[]> {
  const { top } = now;
  const hasMoved = before?.log.bytes !== now.log.bytes || before.log.tail !== now.log.tail;
  const { entries } = hasMoved ? await entriesSince(now.log.path, before?.log, since) : { entries: [] };
  const found: GitActivity[] = entries.flatMap((entry) => {
    const activity = activityOf(entry);
    return activity === undefined ? [] : { top, ...activity };
  });
  const isNewMerge = now.merge.tree !== undefined && now.merge.at !== before?.merge.at;
  if (isNewMerge) found.push({ top, kind: 'merging' });
  if (isAborted(before, now, entries)) found.push({ top, kind: 'aborted' });
  // Worktrees share their stash: who stashes or applies one writes the index of their own.
  if (now.stash !== before?.stash && now.indexedAt >= since) {
    const isNew = now.stashedAt !== undefined && now.stashedAt >= Math.floor(since / 1000);
    found.push({ top, kind: isNew ? 'stashed' : 'unstashed' });
  }
  return withActivity([], found);
}

/** What an entry of the log of HEAD says: https://git-scm.com/docs/git-reflog. */
function activityOf({ from, to, what }: LogEntry): Omit<GitActivity, 'top'> | undefined {
  const target = /^checkout: moving from .* to (\S+)$/.exec(what)?.[1];
  if (target !== undefined)
    return { kind: 'switched', name: nameOf(target), ...(from === to ? { leavesFiles: true } : {}) };
  if (what.startsWith('commit (merge)')) return { kind: 'merged' };
  if (what.startsWith('commit')) return { kind: 'committed' };
  if (what.startsWith('pull')) return { kind: 'pulled' };
  const merged = /^merge (\S+):/.exec(what)?.[1];
  if (merged !== undefined) return { kind: 'merged', name: nameOf(merged) };
  if (what.startsWith('rebase')) return { kind: 'rebased' };
  if (what.startsWith('cherry-pick')) return { kind: 'picked' };
  if (what.startsWith('revert')) return { kind: 'reverted' };
  // A stash resets to where it was.
  if (from === to) return undefined;
  const reset = /^reset: moving to (\S+)$/.exec(what)?.[1];
  return reset === undefined ? { kind: 'other' } : { kind: 'reset', name: nameOf(reset) };
}

function nameOf(target: string): string {
  return /^[0-9a-f]{40,64}$/.test(target) ? target.slice(0, SHORT_HASH) : target;
}
