// Says which files of a session are not tracked, and why.
import { basename } from 'node:path';
import { changeStrings } from './changeStrings.ts';
import type { EarlierSnapshot } from '../../../snapshots/folderSnapshots.ts';
import type { WatchLimit } from '../../../snapshots/treeMessages.ts';
import type { UnlistedChanges, UnlistedReason } from './watch/unlistedChanges.ts';

/** How many files are named. */
const MAX_NAMES = 3;

/**
 * What is not tracked where changes are listed, but for what {@link unlistedNote} says already; undefined when everything is
 * tracked.
 */
export function coverageNote(
  { untracked = new Map(), gaps = [], unnamed = [] }: Partial<EarlierSnapshot> = {},
  unlisted: UnlistedChanges,
  nameOf: (path: string) => string,
  hasNoCheckpoint: boolean,
  watchLimits: ReadonlyMap<string, WatchLimit> = new Map(),
): string | undefined {
  const notes = [...untracked]
    .filter(([folder]) => !unlisted.has(folder))
    .map(([folder, reason]) => changeStrings.untracked(nameOf(folder), reason));
  if (hasNoCheckpoint) notes.push(changeStrings.noCheckpoint());
  if (gaps.length > 0) {
    const names = gaps.slice(0, MAX_NAMES).map((path) => basename(path));
    notes.push(changeStrings.skippedFiles(names, gaps.length - names.length));
  }
  const others = unnamed.filter(({ path }) => !unlisted.has(path));
  if (others.length > 0) notes.push(changeStrings.notUtf8(others.length));
  for (const [limit, folders] of Map.groupBy(watchLimits, ([, each]) => each)) {
    const names = folders.map(([folder]) => nameOf(folder));
    notes.push(changeStrings.notFollowed(names.slice(0, MAX_NAMES), names.length - MAX_NAMES, limit));
  }
  return notes.length === 0 ? undefined : notes.join(' ');
}

/**
 * What the agent changed, or may have changed, and nobody can list or undo; undefined for nothing. `mayHaveMissed`: also
 * because its prompt has no checkpoint.
 */
export function unlistedNote(
  unlisted: UnlistedChanges,
  nameOf: (path: string) => string,
  mayHaveMissed: boolean,
): string | undefined {
  const notes = mayHaveMissed ? [changeStrings.mayHaveMissed()] : [];
  for (const [reason, entries] of Map.groupBy(unlisted, ([, each]) => each))
    notes.push(
      sentence(
        reason,
        entries.map(([path]) => nameOf(path)),
      ),
    );
  return notes.length === 0 ? undefined : notes.join(' ');
}

function sentence(reason: UnlistedReason, paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMES);
  const more = paths.length - names.length;
  switch (reason) {
    case 'name':
      return changeStrings.notUtf8(paths.length);
    case 'outside':
      return changeStrings.outsideChanged(names, more);
    case 'folder-made':
      return changeStrings.foldersMade(names, more);
    case 'repository-made':
      return changeStrings.repositoriesMade(names, more);
    case 'repository-removed':
    case 'repository-replaced':
      return changeStrings.repositoriesRemoved(names, more);
    default:
      return names.map((name) => changeStrings.untracked(name, reason)).join(' ');
  }
}
