// Where a long answer is cut into rows, without parsing it: a session of thousands of entries opens at once.

/** Characters from which on a part ends at the next blank line: few enough to be drawn within a frame. */
const PART_LENGTH = 1_000;

/** A blank line, or a line that begins or ends a block of code, with the line before it. */
const SEAM = /\n {0,3}(`{3,}|~{3,})|\n[ \t]*\n/g;

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

/** The end of the first blank line outside code that is far enough from `from`, which is outside code itself. */
function nextStart(text: string, from: number): number | undefined {
  if (text.length - from <= PART_LENGTH) return undefined;
  let fence = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(from, from + 16))?.[1];
  SEAM.lastIndex = from;
  for (let seam = SEAM.exec(text); seam !== null; seam = SEAM.exec(text)) {
    const mark = seam[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    } else {
      const end = seam.index + seam[0].length;
      if (fence === undefined && end - from >= PART_LENGTH) return end < text.length ? end : undefined;
      // The line break that ends a blank line may begin the next seam.
      SEAM.lastIndex = end - 1;
    }
  }
  return undefined;
}
