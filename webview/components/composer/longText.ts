// Long texts on their way into the composer: they are attached, because an input that holds them freezes.
import { isInsidePair } from '../../../src/core/text/wholeCharacters.ts';

/**
 * A text that is put in at once and is longer (UTF-16 code units) is attached: some 250 lines of code, which nobody edits
 * in an input of a few lines. A browser lays out this much of any script in a few milliseconds.
 */
export const LONGEST_INSERTION = 10_000;
/** What is put in where the input would then hold more than this is attached, too. */
const LONGEST_INPUT = 2 * LONGEST_INSERTION;

/** Whether a text is attached that would make the input hold `total` code units. */
export function isAttached(inserted: string, total = inserted.length): boolean {
  return inserted.length > LONGEST_INSERTION || (inserted.length > 1 && total > LONGEST_INPUT);
}

/** What is typed after a change of the input, and what is attached; undefined for nothing. */
export interface DividedText {
  readonly typed: string;
  readonly attached: string | undefined;
}

/**
 * Divides a change of the input, however it was made: dictation and input methods put in whole texts, too. `caret` is the
 * place of the caret after the change, which is the end of what was put in. It decides where that began if it begins
 * like the text that follows it.
 */
export function dividedChange(before: string, after: string, caret = after.length): DividedText {
  if (after.length <= LONGEST_INSERTION) return { typed: after, attached: undefined };
  const shorter = Math.min(before.length, after.length);
  const afterCaret = before.endsWith(after.slice(caret)) ? after.length - caret : 0;
  const latestStart = Math.min(shorter, before.length - afterCaret);
  let start = 0;
  while (start < latestStart && before[start] === after[start]) start++;
  if (isInsidePair(after, start)) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (isInsidePair(after, after.length - end)) end--;
  const inserted = after.slice(start, after.length - end);
  return isAttached(inserted, after.length)
    ? { typed: after.slice(0, start) + after.slice(after.length - end), attached: inserted }
    : { typed: after, attached: undefined };
}
