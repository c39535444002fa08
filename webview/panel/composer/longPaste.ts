// Long texts on their way into the composer: they are attached, because nobody edits them in an input of a few lines.

/**
 * A text that is put in at once and is longer (UTF-16 code units) is attached: some 250 lines of code. A browser lays out
 * this much of any script in a few milliseconds.
 */
export const MAX_INSERTION_LENGTH = 10_000;
/** What is put in where the input would then hold more than this is attached, too. Typing goes on. */
export const LONGEST_INPUT = 15 * MAX_INSERTION_LENGTH;

/** Whether a text is attached that would make the input hold `total` code units. */
export function isAttached(inserted: string, total = inserted.length): boolean {
  return inserted.length > MAX_INSERTION_LENGTH || (inserted.length > 1 && total > LONGEST_INPUT);
}

/** A pasted text of as many lines is attached; nobody reads on in an input of a few. */
const PASTED_LINES = 30;

/** Whether a pasted text has so many lines that it is attached. */
export function isPastedLong(text: string): boolean {
  let lines = 1;
  for (const _break of text.trimEnd().matchAll(/\r\n?|\n/g)) if (++lines >= PASTED_LINES) return true;
  return false;
}
