// Where a long answer is cut into rows, without parsing it: a session of thousands of entries opens at once.

/** Characters from which on a part ends at the next place where a block may end: few enough to be drawn within a frame. */
const PART_LENGTH = 1_000;

/**
 * What follows a line break where a block may begin or end: a line that begins or ends code, the underline of a heading
 * or a rule, a blank line, or the start of a heading or of an item of a list. Answers without blank lines exist, too.
 */
const SEAM =
  /\n(?: {0,3}(`{3,}|~{3,})|(?:(?:=+|-+|\*{3,}|_{3,})[ \t]*|[ \t]*)\n|(?=(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t]))/g;

/** An answer with the offsets at which its parts begin; the first is 0. */
export interface PartedAnswer {
  readonly text: string;
  readonly starts: readonly number[];
}

/**
 * Cuts an answer. A text that begins with the one before keeps its cuts, and only what was appended is looked at.
 * A cut may fall into a block that goes on over a blank line: that block belongs to the part it begins in.
 */
export function partAnswer(text: string, before: PartedAnswer | undefined): PartedAnswer {
  if (text === before?.text) return before;
  // Equality compares memory; `startsWith` goes character by character.
  const known = before !== undefined && text.slice(0, before.text.length) === before.text;
  const starts = known ? [...before.starts] : [0];
  for (;;) {
    const next = nextStart(text, starts.at(-1) ?? 0);
    if (next === undefined) return { text, starts };
    starts.push(next);
  }
}

/** The first place outside code where a block may end that is far enough from `from`, which is outside code itself. */
function nextStart(text: string, from: number): number | undefined {
  if (text.length - from <= PART_LENGTH) return undefined;
  let fence = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(from, from + 16))?.[1];
  SEAM.lastIndex = from;
  for (let seam = SEAM.exec(text); seam !== null; seam = SEAM.exec(text)) {
    const mark = seam[1];
    let end: number;
    if (mark === undefined) {
      end = SEAM.lastIndex;
      // The line break that ends a blank line may begin the next seam.
      if (seam[0].length > 1) SEAM.lastIndex = end - 1;
    } else if (fence === undefined) {
      fence = mark;
      continue;
    } else if (mark.startsWith(fence)) {
      fence = undefined;
      end = endOfLine(text, SEAM.lastIndex);
      // A blank line after it is a better place, and may not be all there yet.
      if (!startsWithText(text, end)) continue;
    } else {
      continue;
    }
    if (fence === undefined && end - from >= PART_LENGTH) return end < text.length ? end : undefined;
  }
  return undefined;
}

/** The start of the line after the one at `place`; that of the text when it is the last. */
function endOfLine(text: string, place: number): number {
  const newline = text.indexOf('\n', place);
  return newline === -1 ? text.length : newline + 1;
}

/** Whether a line that begins at `place` is known not to be blank. */
function startsWithText(text: string, place: number): boolean {
  const line = /[ \t]*[^ \t\n]/y;
  line.lastIndex = place;
  return line.test(text);
}
