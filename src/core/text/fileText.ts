// Text as it stands in files: byte order mark, line endings, and the one edit between two texts.

/** U+FEFF at the start of a text. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The text without a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

export type LineEnding = '\n' | '\r\n';

/** The line ending that all lines of a text have; undefined when there is none, or more than one kind. */
export function lineEndingOf(text: string): LineEnding | undefined {
  const hasPairs = text.includes('\r\n');
  const hasBare = /(?<!\r)\n/.test(text);
  if (hasPairs === hasBare) return undefined;
  return hasPairs ? '\r\n' : '\n';
}

/** The text with `\n` and `\r\n` replaced by `ending`. */
export function withLineEnding(text: string, ending: LineEnding): string {
  return text.replace(/\r\n|\n/g, ending);
}

/** Replaces `before.slice(start, end)`; offsets are UTF-16 code units. */
export interface SingleEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The smallest single edit that turns one text into another without cutting a character; undefined when they agree. */
export function singleEdit(before: string, after: string): SingleEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && (cuts(before, start) || cuts(after, start))) start--;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail++;
  while (tail > 0 && (cuts(before, before.length - tail) || cuts(after, after.length - tail))) tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Whether an offset lies inside a surrogate pair or between `\r` and `\n`. */
function cuts(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const left = text.charCodeAt(offset - 1);
  const right = text.charCodeAt(offset);
  if (left === 0x0d && right === 0x0a) return true;
  return left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff;
}
