// Blanks the parts of a markdown text that are not rendered and would be found: link addresses, info strings of fences.

/** Replaces each blanked character; no search contains it. */
export const BLANK = '\0';

/** The address of a link or an image with its title; in the line that still grows also an unfinished one. */
const ADDRESS = /\]\((<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?(\)|$)/g;
/** Distinguishes an address from the argument of a call. */
const LIKE_ADDRESS = /[/.:#]/;
const FENCE = /^\s*(?:>\s?)*\s*(`{3,}|~{3,})(.*)$/;

/** A text and its blanked copy; each character keeps its offset. */
export interface BlankedText {
  readonly source: string;
  readonly text: string;
  /** The start of the line that may still grow, and the fence that is open before it. */
  readonly lineStart: number;
  readonly fence: string | undefined;
}

/** Blanks a text. When it extends the previous one, only the added lines are processed. */
export function blankMarkup(source: string, before?: BlankedText): BlankedText {
  // Equality compares memory; `startsWith` goes character by character.
  const known =
    before !== undefined && source.slice(0, before.source.length) === before.source ? before : undefined;
  let lineStart = known?.lineStart ?? 0;
  let fence = known?.fence;
  const lines: string[] = [];
  let next = source.indexOf('\n', lineStart);
  for (; next >= 0; next = source.indexOf('\n', lineStart)) {
    const line = source.slice(lineStart, next);
    lines.push(`${blankLine(line, fence, true)}\n`);
    fence = fenceAfter(line, fence);
    lineStart = next + 1;
  }
  const last = blankLine(source.slice(lineStart), fence, false);
  const text = `${known?.text.slice(0, known.lineStart) ?? ''}${lines.join('')}${last}`;
  // Mostly nothing is blanked: then no second text is stored.
  return { source, text: text === source ? source : text, lineStart, fence };
}

function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const [, mark, rest = ''] = FENCE.exec(line) ?? [];
  if (mark === undefined) return fence;
  if (fence === undefined) return mark;
  return mark.startsWith(fence) && rest.trim() === '' ? undefined : fence;
}

function blankLine(line: string, fence: string | undefined, isWhole: boolean): string {
  if (fence !== undefined) return line;
  const words = FENCE.exec(line)?.[2];
  if (words !== undefined && words !== '') return line.slice(0, -words.length) + BLANK.repeat(words.length);
  if (!line.includes('](')) return line;
  return line.replace(ADDRESS, (whole: string, address: string, end: string) =>
    (end === '' && isWhole) || !LIKE_ADDRESS.test(address)
      ? whole
      : `](${BLANK.repeat(whole.length - 2 - end.length)}${end}`,
  );
}
