// Cuts long lines into pieces: the browser's time for laying out one line without a break grows with its square.
import { isInsidePair } from '../../src/core/text/wholeCharacters.ts';

/** A piece has at most so many UTF-16 code units; each is laid out on its own. */
export const PIECE_LENGTH = 2_048;
/** A text in several scripts up to this length is laid out as one, if it has blanks. */
const LONGEST_WHOLE = 4_096;
/** How far back a place is searched for at which no character is cut in two. */
const LONGEST_CHARACTER = 64;

/** Combining marks, joiners, variation selectors and skin tones: they belong to the character before them. */
const CONTINUES_CHARACTER = /^(?:[\p{M}\p{Emoji_Modifier}]|\u200C|\u200D)/u;
const JOINER = '\u200D';
/** Letters that are written from right to left, marks and joiners: laying them out takes much longer. */
const COMPLEX = /\p{M}|\u200C|\u200D|[\u0590-\u08FF\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/u;
const BLANK = /\s/g;

/** The pieces of a text; joined they are the text. All but the last stay the same when text is appended. */
export function textPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > PIECE_LENGTH) {
    const end = cutBefore(text, start + PIECE_LENGTH);
    pieces.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** Whether a text has to be cut to be laid out in time. */
export function needsPieces(text: string): boolean {
  if (text.length <= PIECE_LENGTH) return false;
  return longestRun(text) > PIECE_LENGTH || (text.length > LONGEST_WHOLE && COMPLEX.test(text));
}

/** The length of the longest part of a text without white space, in UTF-16 code units. */
export function longestRun(text: string): number {
  let longest = 0;
  let start = 0;
  for (const { index } of text.matchAll(BLANK)) {
    longest = Math.max(longest, index - start);
    start = index + 1;
  }
  return Math.max(longest, text.length - start);
}

/** The last place up to `place` that is between two characters, unless one character is longer than any real one. */
function cutBefore(text: string, place: number): number {
  for (let at = place; at > place - LONGEST_CHARACTER; at--) {
    const isInside =
      isInsidePair(text, at) ||
      text.charAt(at - 1) === JOINER ||
      CONTINUES_CHARACTER.test(text.slice(at, at + 2));
    if (!isInside) return at;
  }
  return isInsidePair(text, place) ? place - 1 : place;
}
