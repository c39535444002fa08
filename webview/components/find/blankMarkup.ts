// Blanks what of a markdown text is not rendered as text and would be found: the addresses of links, the words of fences.

/** Stands for each character that is blanked; nobody looks for it. */
export const BLANK = '\0';

/** The address of a link or an image with its title; in the line that still grows also one without its end. */
const ADDRESS = /\]\((<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?(\)|$)/g;
/** What tells an address from the argument of a call. */
const LIKE_ADDRESS = /[/.:#]/;
const FENCE = /^\s*(?:>\s?)*\s*(`{3,}|~{3,})(.*)$/;

/** A text with what is blanked in it; each character keeps its place. */
export interface BlankedText {
  readonly source: string;
  readonly text: string;
  /** Where the line begins that may still grow, and the fence that is open before it. */
  readonly lineStart: number;
  readonly fence: string | undefined;
}

/** Blanks a text. Of one that begins with the one before only what was added is looked at, from its line on. */
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
  // Mostly nothing is blanked: then no second text is kept.
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
