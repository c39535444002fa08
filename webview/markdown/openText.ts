// How a block that is still being written is shown: without flicker, and without parsing all of it every time.

/** Shorter text (characters) is parsed at every change. */
const PARSED_EVERY_TIME = 4_096;
/** Longer text is parsed about so often per doubling of its length. */
const PARSES_PER_DOUBLING = 16;

/** A last line that may yet become a marker, an underline or a fence. */
const HALF_MARKER = /(?:^|\r\n?|\n)[ \t]*(?:[-*_=+>#|`~:]+|\d{1,9}[.)]?)(?:[ \t]+[-*_>#|`~:[\]]+)*[ \t]*$/;
const HALF_FENCE = /(?:\r\n?|\n) {0,3}(?:`+|~+)$/;
/** How far back (characters) such a line is looked for. */
const LONGEST_HALF_LINE = 64;

/** The text without a last line whose meaning is still open. */
export function withoutHalfMarker(raw: string, kind: string): string {
  const from = Math.max(0, raw.length - LONGEST_HALF_LINE);
  const end = raw.slice(from);
  const index = end.search(kind === 'code' ? HALF_FENCE : HALF_MARKER);
  // At the very start of what was looked at, a line may have begun before it.
  return index === -1 || (index === 0 && from > 0 && !/[\r\n]/.test(end.charAt(0)))
    ? raw
    : raw.slice(0, from + index);
}

/**
 * Cuts an open text in a part to parse, which changes seldom when the text is long, and a short rest to show as it is.
 * All parses of a growing text together take time in proportion to its length.
 */
export function splitForParsing(raw: string): { readonly parsed: string; readonly rest: string } {
  if (raw.length <= PARSED_EVERY_TIME) return { parsed: raw, rest: '' };
  const step = 2 ** Math.floor(Math.log2(raw.length)) / PARSES_PER_DOUBLING;
  const cut = Math.floor(raw.length / step) * step;
  const lineStart = raw.lastIndexOf('\n', cut - 1) + 1;
  const at = lineStart > cut - step ? lineStart : cut;
  return { parsed: raw.slice(0, at), rest: raw.slice(at) };
}
