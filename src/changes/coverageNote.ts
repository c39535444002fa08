// Says which files changes are not known of, and why.
import { basename } from 'node:path';
import type { FoldersSnapshot } from './folderSnapshots.ts';
import type { ChangeMessages } from '../host/changes/changeMessages.ts';

/** How many files are named. */
const NAMED = 3;

/** Undefined when everything is covered. */
export function coverageNote(
  { uncovered, gaps }: Pick<FoldersSnapshot, 'uncovered' | 'gaps'>,
  wasLate: boolean,
  words: ChangeMessages,
): string | undefined {
  const notes = [...uncovered].map(([folder, reason]) => words.uncovered(basename(folder), reason));
  if (wasLate) notes.push(words.late());
  if (gaps.length > 0) {
    const names = gaps.slice(0, NAMED).map((path) => basename(path));
    notes.push(words.gaps(names.join(', '), Math.max(0, gaps.length - NAMED)));
  }
  return notes.length === 0 ? undefined : notes.join(' ');
}
