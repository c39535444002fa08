// Says which files of a session are not tracked, and why.
import { basename } from 'node:path';
import { changeStrings } from './changeStrings.ts';
import type { FoldersSnapshot } from './folderSnapshots.ts';

/** How many files are named. */
const MAX_NAMES = 3;

/** Undefined when everything is tracked. */
export function coverageNote(
  { untracked, gaps }: Pick<FoldersSnapshot, 'untracked' | 'gaps'>,
  hasNoCheckpoint: boolean,
): string | undefined {
  const notes = [...untracked].map(([folder, reason]) => changeStrings.untracked(basename(folder), reason));
  if (hasNoCheckpoint) notes.push(changeStrings.noCheckpoint());
  if (gaps.length > 0) {
    const names = gaps.slice(0, MAX_NAMES).map((path) => basename(path));
    notes.push(changeStrings.skippedFiles(names, gaps.length - names.length));
  }
  return notes.length === 0 ? undefined : notes.join(' ');
}
