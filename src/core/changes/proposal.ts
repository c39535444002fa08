// The whole file before and after a diff of a tool call, also where the agent reports only the part that changes.
import { withLineFeeds } from '../text/lineEndings.ts';

export interface Proposal {
  readonly before: string;
  readonly after: string;
  /** Which of the two the file is now; absent when it is neither. */
  readonly file?: 'before' | 'after';
}

export interface ProposedDiff {
  /** Absent for a new file (R67). */
  readonly oldText?: string;
  readonly newText: string;
}

/**
 * The texts to compare. `current`: the file's text, undefined when there is none. `isDone`: whether the call is
 * finished, so that a part is looked for as it is afterwards first. Line ends do not count.
 */
export function proposalOf(current: string | undefined, diff: ProposedDiff, isDone: boolean): Proposal {
  const before = withLineFeeds(diff.oldText ?? '');
  const after = withLineFeeds(diff.newText);
  if (current === undefined) {
    return before === '' ? { before, after, file: 'before' } : { before, after };
  }
  const text = withLineFeeds(current);
  if (isDone && text === after) return { before, after, file: 'after' };
  if (text === before) return { before, after, file: 'before' };
  if (text === after) return { before, after, file: 'after' };
  const undone = replaceOnly(text, after, before);
  const made = replaceOnly(text, before, after);
  const isUndone = undone !== undefined && (isDone || made === undefined);
  if (isUndone) return { before: undone, after: text, file: 'after' };
  if (made !== undefined) return { before: text, after: made, file: 'before' };
  // A file that is there is written over as a whole.
  if (before === '' && !isDone) return { before: text, after, file: 'before' };
  return { before, after };
}

/** The text with the only place where `part` stands replaced; undefined when there is no such place or several. */
function replaceOnly(text: string, part: string, by: string): string | undefined {
  const at = part === '' ? -1 : text.indexOf(part);
  if (at === -1 || text.includes(part, at + 1)) return undefined;
  return text.slice(0, at) + by + text.slice(at + part.length);
}
