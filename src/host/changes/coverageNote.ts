// Says which files changes are not known of, and why.
import { basename } from 'node:path';
import type { FoldersSnapshot, Uncovered } from './folderSnapshots.ts';

/** How many files are named. */
const NAMED = 3;

/** Undefined when everything is covered. */
export function coverageNote(
  { uncovered, gaps }: Pick<FoldersSnapshot, 'uncovered' | 'gaps'>,
  wasLate: boolean,
): string | undefined {
  const notes = [...uncovered].map(
    ([folder, reason]) =>
      `${folderWords(basename(folder), reason)} Only files that tool calls name are covered.`,
  );
  if (wasLate) {
    notes.push('The prompt was sent before all files had been read, so there is no checkpoint for it.');
  }
  if (gaps.length > 0) {
    const more = gaps.length > NAMED ? ` and ${gaps.length - NAMED} more` : '';
    const names = gaps.slice(0, NAMED).map((path) => basename(path));
    notes.push(`Not covered, because too big or not readable: ${names.join(', ')}${more}.`);
  }
  return notes.length === 0 ? undefined : notes.join(' ');
}

function folderWords(name: string, reason: Uncovered): string {
  switch (reason) {
    case 'files':
    case 'bytes':
      return `${name} is too big to keep a copy of.`;
    case 'time':
      return `Reading ${name} took too long to keep a copy of it.`;
    case 'home':
      return 'No copy is kept of a home folder or a whole disk.';
    case 'no git':
      return `Without git on the PATH no copy of ${name} is kept.`;
    case 'failed':
      return `No copy of ${name} could be kept; the log says why.`;
  }
}
