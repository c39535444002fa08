// What a single line of markdown can begin, by the rules of CommonMark and GFM.

/** A line longer than this (characters) is read as text: no rule below looks at it. */
const LONGEST_STRUCTURED_LINE = 16_384;

/** A line of the text; offsets are into the whole text. */
export interface Line {
  readonly start: number;
  /** Columns of white space in front, tabs at every fourth column. */
  readonly indent: number;
  /** The line without that white space and without its line ending; empty for a blank or overlong line. */
  readonly content: string;
  readonly blank: boolean;
}

/** A list marker: items of one list share `type`; the item's text stands `content` columns from the margin. */
export interface ListMarker {
  readonly type: string;
  readonly content: number;
  readonly number: number;
  readonly empty: boolean;
}

/** When an HTML block ends: with a line that contains `end`, or before a blank line. */
export interface HtmlStart {
  readonly end: RegExp | undefined;
  readonly interrupts: boolean;
}

/** Reads the line from `start` to `end` (exclusive, before the line ending). */
export function readLine(text: string, start: number, end: number): Line {
  let offset = start;
  let indent = 0;
  for (; offset < end; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 32) indent++;
    else if (code === 9) indent += 4 - (indent % 4);
    else break;
  }
  const long = end - offset > LONGEST_STRUCTURED_LINE;
  return { start, indent, content: long ? '' : text.slice(offset, end), blank: offset === end };
}

/** A code fence: its character and how often it stands there. */
export function fenceStart(line: Line): { readonly mark: string; readonly length: number } | undefined {
  if (line.indent > 3) return undefined;
  const run = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line.content)?.[0];
  return run === undefined ? undefined : { mark: run.charAt(0), length: run.length };
}

/** Whether the line closes a fence opened with `length` times `mark`. */
export function closesFence(line: Line, mark: string, length: number): boolean {
  if (line.indent > 3 || !line.content.startsWith(mark)) return false;
  const run = /^(?:`+|~+)(?=[ \t]*$)/.exec(line.content)?.[0];
  return run !== undefined && run.length >= length;
}

/** `# Heading` */
export function isHeading(line: Line): boolean {
  return line.indent <= 3 && /^#{1,6}(?:[ \t]|$)/.test(line.content);
}

/** `***`, `---`, `___` */
export function isRule(line: Line): boolean {
  return line.indent <= 3 && /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line.content);
}

/** The line under a heading's text. */
export function isUnderline(line: Line): boolean {
  return line.indent <= 3 && /^(?:=+|-+)[ \t]*$/.test(line.content);
}

/** `> quoted` */
export function isQuote(line: Line): boolean {
  return line.indent <= 3 && line.content.startsWith('>');
}

/** `[^1]: text` */
export function isFootnote(line: Line): boolean {
  return line.indent <= 3 && /^\[\^[^\s[\]]{1,999}\]:/.test(line.content);
}

/** `[label]: address` */
export function isDefinition(line: Line): boolean {
  return line.indent <= 3 && /^\[(?!\^)(?:[^[\]\\]|\\.){1,999}\]:/.test(line.content);
}

/** The marker a list item starts with. */
export function listMarker(line: Line): ListMarker | undefined {
  if (line.indent > 3) return undefined;
  const match = /^([-+*]|(\d{1,9})[.)])(?:([ \t]+)(?=[^ \t])|[ \t]*$)/.exec(line.content);
  const mark = match?.[1];
  if (mark === undefined) return undefined;
  const after = line.indent + mark.length;
  let column = after;
  for (const space of match?.[3] ?? '') column += space === '\t' ? 4 - (column % 4) : 1;
  const gap = column - after;
  return {
    type: mark.slice(-1),
    content: gap >= 1 && gap <= 4 ? column : after + 1,
    number: Number(match?.[2] ?? 1),
    empty: gap === 0,
  };
}

const HTML_BLOCKS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';
const HTML_ATTRIBUTE = '[ \\t]+[a-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:"[^"]*"|\'[^\']*\'|[^ \\t"\'=<>`]+))?';
const HTML_STARTS: readonly { readonly start: RegExp; readonly end?: RegExp }[] = [
  {
    start: /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
  },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${HTML_BLOCKS})(?:[ \\t]|/?>|$)`, 'i') },
];
const HTML_LONE_TAG = new RegExp(
  `^<(?:[a-z][a-z0-9-]*(?:${HTML_ATTRIBUTE})*[ \\t]*/?|/[a-z][a-z0-9-]*[ \\t]*)>[ \\t]*$`,
  'i',
);

/** The HTML block a line opens. A lone tag of any other name does not interrupt a paragraph. */
export function htmlStart(line: Line): HtmlStart | undefined {
  if (line.indent > 3 || !line.content.startsWith('<')) return undefined;
  for (const { start, end } of HTML_STARTS) {
    if (start.test(line.content)) return { end, interrupts: true };
  }
  return HTML_LONE_TAG.test(line.content) ? { end: undefined, interrupts: false } : undefined;
}

/** Whether the line ends a paragraph without a blank line between. */
export function interruptsParagraph(line: Line): boolean {
  if (line.indent > 3 || line.content === '') return false;
  if (isHeading(line) || isRule(line) || isQuote(line) || isFootnote(line)) return true;
  if (fenceStart(line) !== undefined || htmlStart(line)?.interrupts === true) return true;
  const marker = listMarker(line);
  if (marker === undefined || marker.empty) return false;
  return !/^\d/.test(line.content) || /^1[.)]/.test(line.content);
}

/** How many cells a row of a table has. */
function tableCells(content: string): number {
  const inner = content
    .trim()
    .replace(/^\|/, '')
    .replace(/\\[\\|]/g, '')
    .replace(/\|$/, '');
  return inner.split('|').length;
}

/** Whether `delimiters` under `header` makes both the head of a table. */
export function isTableHead(header: string, delimiters: Line): boolean {
  if (delimiters.indent > 3 || !/[|:]/.test(delimiters.content) || header.trim().length < 2) return false;
  if (!/^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/.test(delimiters.content)) return false;
  return tableCells(header) === tableCells(delimiters.content);
}
