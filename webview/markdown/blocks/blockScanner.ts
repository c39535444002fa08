// Finds where top-level markdown blocks begin, one line at a time; what it cannot know it leaves in one block.
//
// Not `marked`'s lexer: that reads a whole text, changes line endings and tabs, and sets some borders in other places than
// the parser which renders the blocks (micromark). Here each line is read once, and a border is drawn only where
// rendering both sides apart is the same as rendering them together.
import {
  closesFence,
  fenceStart,
  htmlStart,
  interruptsParagraph,
  isDefinition,
  isFootnote,
  isHeading,
  isQuote,
  isRule,
  isTableHead,
  isUnderline,
  listMarker,
  type Line,
  type ListMarker,
} from './lineRules.ts';
import { awaitedFormulaEnd } from '../formulas.ts';

/** A list is cut after so many items, so that a long list does not become one endless block. */
const ITEMS_PER_BLOCK = 16;
/** …or after so many characters. */
const LIST_CHARACTERS_PER_BLOCK = 4_096;

/** What the next line has to be compared with. */
type Shape =
  /** Only blank lines so far, at the start of the text. */
  | { readonly type: 'empty' }
  /** Nothing but blank lines can follow in this block. */
  | { readonly type: 'closed' }
  | Paragraph
  /** A paragraph in a formula on lines of its own, which look like anything; `end` is what it waits for. */
  | { readonly type: 'formula'; readonly end: string }
  | { readonly type: 'fence'; readonly mark: string; readonly length: number }
  | { readonly type: 'indented' }
  | { readonly type: 'html'; readonly end: RegExp | undefined }
  | { readonly type: 'table' }
  | Quote
  | Container;

interface Quote {
  readonly type: 'quote';
  /** The last line had no `>`. */
  readonly lazy: boolean;
  /** The last line had nothing but `>`: no paragraph is open inside. */
  readonly empty: boolean;
}

interface Paragraph {
  readonly type: 'paragraph';
  readonly last: Line;
  /** `last` is the first line, too. */
  readonly single: boolean;
  /** It begins like a link reference definition. */
  readonly mayDefine: boolean;
}

/** A list, a footnote, or lines that may belong to either; lines from column `content` on are inside. */
interface Container {
  readonly type: 'container';
  readonly content: number;
  /** The list's marker type; empty when no further item can follow. */
  readonly marker: string;
  readonly blank: boolean;
  /** The last item has no text yet: a blank line ends it. */
  readonly emptyItem: boolean;
  /** Items in this block. */
  readonly items: number;
  /** The number of the next item. */
  readonly next: number;
  /** Some line may or may not be inside: the list is not cut any more. */
  readonly unsure: boolean;
  /** A `>` may still continue the quote this began in. */
  readonly quoted: boolean;
}

/** The block being read. */
export interface OpenBlock {
  /** Offset into the text. */
  readonly start: number;
  readonly kind: string;
  readonly shape: Shape;
  /** The number of the first item, when the block continues a list cut before it. */
  readonly listStart?: number;
}

/** The block an empty text is in. */
export const noBlock: OpenBlock = { start: 0, kind: 'paragraph', shape: { type: 'empty' } };

/** Whether nothing but blank lines can be added to the block. */
export function isClosed(open: OpenBlock): boolean {
  return open.shape.type === 'closed';
}

/** The open block after a line. When its `start` moved, the block before ends there. */
export function advance(open: OpenBlock, line: Line): OpenBlock {
  const { shape } = open;
  switch (shape.type) {
    case 'empty':
      return line.blank ? open : begin(line, open.start);
    case 'closed':
      return line.blank ? open : begin(line, line.start);
    case 'fence':
      return closesFence(line, shape.mark, shape.length) ? close(open) : open;
    case 'indented':
      return line.blank || line.indent >= 4 ? open : endIndented(open, line);
    case 'html':
      return (shape.end === undefined ? line.blank : shape.end.test(line.content)) ? close(open) : open;
    case 'table':
      if (line.blank) return close(open);
      return continuesTable(line) ? open : begin(line, line.start);
    case 'paragraph':
      return advanceParagraph(open, shape, line);
    case 'formula':
      return line.blank ? close(open) : { ...open, shape: paragraphShape(line, shape.end) };
    case 'quote':
      return advanceQuote(open, shape, line);
    case 'container':
      return advanceContainer(open, shape, line);
  }
}

function close(open: OpenBlock, kind = open.kind): OpenBlock {
  return { ...open, kind, shape: { type: 'closed' } };
}

/** The block a line opens, at `start`: the line's own start, or blank lines before it. */
function begin(line: Line, start: number): OpenBlock {
  if (line.indent >= 4) return { start, kind: 'code', shape: { type: 'indented' } };
  const fence = fenceStart(line);
  if (fence !== undefined) return { start, kind: 'code', shape: { type: 'fence', ...fence } };
  if (isHeading(line)) return { start, kind: 'heading', shape: { type: 'closed' } };
  if (isRule(line)) return { start, kind: 'rule', shape: { type: 'closed' } };
  if (isQuote(line)) return { start, kind: 'quote', shape: quoteShape(line) };
  const marker = listMarker(line);
  if (marker !== undefined) return { start, kind: 'list', shape: listShape(marker) };
  if (isFootnote(line)) return { start, kind: 'footnote', shape: indentedShape };
  const html = htmlStart(line);
  if (html !== undefined) {
    const ended = html.end?.test(line.content) === true;
    return { start, kind: 'html', shape: ended ? { type: 'closed' } : { type: 'html', end: html.end } };
  }
  if (isDefinition(line)) {
    return {
      start,
      kind: 'definition',
      shape: { type: 'paragraph', last: line, single: true, mayDefine: true },
    };
  }
  const shape = paragraphShape(line, '');
  return { start, kind: 'paragraph', shape: shape.type === 'paragraph' ? { ...shape, single: true } : shape };
}

/** A paragraph after one more line, which ends or begins in a formula. */
function paragraphShape(line: Line, awaited: string): Shape {
  const end = awaitedFormulaEnd(line.content, awaited);
  return end === ''
    ? { type: 'paragraph', last: line, single: false, mayDefine: false }
    : { type: 'formula', end };
}

function quoteShape(line: Line): Quote {
  return { type: 'quote', lazy: false, empty: /^[> \t]*$/.test(line.content) };
}

function listShape(marker: ListMarker): Container {
  return {
    type: 'container',
    content: marker.content,
    marker: marker.type,
    blank: false,
    emptyItem: marker.empty,
    items: 1,
    next: marker.number + 1,
    unsure: false,
    quoted: false,
  };
}

/** A list marker that may be text of a paragraph. */
function unsureItem(marker: ListMarker): Container {
  return { ...listShape(marker), emptyItem: false, unsure: true };
}

const indentedShape: Container = {
  type: 'container',
  content: 4,
  marker: '',
  blank: false,
  emptyItem: false,
  items: 1,
  next: 1,
  unsure: true,
  quoted: false,
};

/** Right after indented code the parser takes some list markers for text: both stay together. */
function endIndented(open: OpenBlock, line: Line): OpenBlock {
  const marker = isRule(line) ? undefined : listMarker(line);
  if (marker === undefined || interruptsParagraph(line)) return begin(line, line.start);
  return { ...open, kind: 'list', shape: unsureItem(marker) };
}

function continuesTable(line: Line): boolean {
  if (line.content === '') return true;
  const { kind } = begin(line, line.start);
  return kind === 'paragraph' || kind === 'definition';
}

function advanceParagraph(open: OpenBlock, shape: Paragraph, line: Line): OpenBlock {
  if (line.blank) return close(open);
  if (isUnderline(line)) {
    if (!shape.mayDefine) return close(open, 'heading');
    // Below definitions alone the line is no underline, but a rule or text; it stays here either way.
    return isRule(line) ? close(open) : { ...open, shape: { ...shape, last: line, single: false } };
  }
  if (interruptsParagraph(line)) return begin(line, line.start);
  if (shape.last.indent <= 3 && isTableHead(shape.last.content, line)) {
    // The head of the table is the paragraph's last line: the table begins there, unless that line alone were another
    // block.
    if (!shape.single && begin(shape.last, 0).kind !== 'paragraph') {
      return { ...open, shape: { type: 'html', end: undefined } };
    }
    const start = shape.single ? open.start : shape.last.start;
    return { start, kind: 'table', shape: { type: 'table' } };
  }
  if (shape.mayDefine) return { ...open, shape: { ...shape, last: line, single: false } };
  return { ...open, shape: paragraphShape(line, '') };
}

function advanceQuote(open: OpenBlock, shape: Quote, line: Line): OpenBlock {
  if (line.blank) {
    return shape.lazy ? { ...open, shape: { ...indentedShape, blank: true } } : close(open);
  }
  if (isQuote(line)) return { ...open, shape: quoteShape(line) };
  if (shape.empty || interruptsParagraph(line)) return begin(line, line.start);
  const marker = listMarker(line);
  if (marker !== undefined) {
    return { ...open, shape: { ...unsureItem(marker), quoted: true } };
  }
  return shape.lazy ? open : { ...open, shape: { type: 'quote', lazy: true, empty: false } };
}

function advanceContainer(open: OpenBlock, shape: Container, line: Line): OpenBlock {
  if (line.blank) {
    // An item may begin with one blank line at most.
    const content = shape.emptyItem ? Number.POSITIVE_INFINITY : shape.content;
    return { ...open, shape: { ...shape, content, blank: true, emptyItem: false } };
  }
  if (line.indent >= shape.content) {
    return shape.blank || shape.emptyItem
      ? { ...open, shape: { ...shape, blank: false, emptyItem: false } }
      : open;
  }
  const marker = isRule(line) ? undefined : listMarker(line);
  if (marker !== undefined && marker.type === shape.marker) return addItem(open, shape, marker, line);
  if (shape.quoted && !shape.blank && isQuote(line)) {
    return { ...open, shape: quoteShape(line) };
  }
  if (shape.blank || shape.emptyItem || interruptsParagraph(line)) return begin(line, line.start);
  if (marker !== undefined) {
    const content = Math.min(shape.content, marker.content);
    return { ...open, shape: { ...unsureItem(marker), content, quoted: shape.quoted } };
  }
  // Text right below: it continues a paragraph inside, or stands beside the list.
  return shape.unsure ? open : { ...open, shape: { ...shape, unsure: true } };
}

function addItem(open: OpenBlock, shape: Container, marker: ListMarker, line: Line): OpenBlock {
  const isFull = shape.items >= ITEMS_PER_BLOCK || line.start - open.start >= LIST_CHARACTERS_PER_BLOCK;
  const items = isFull && !shape.unsure ? 1 : shape.items + 1;
  const next: Container = { ...listShape(marker), items, next: shape.next + 1, unsure: shape.unsure };
  if (items > 1) return { ...open, shape: { ...next, quoted: shape.quoted } };
  return { start: line.start, kind: 'list', shape: next, listStart: shape.next };
}
