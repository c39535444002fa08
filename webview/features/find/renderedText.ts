// The rendered text of a row of the transcript, with its nodes.
import type { FindPattern } from '../../../src/features/find/core/findPattern.ts';
import { matchesIn } from '../../../src/features/find/core/findScan.ts';

/** The elements of a row that are searched: those whose texts `entryTexts` has. */
const SEARCHED = [
  '.markdown',
  '.user-text',
  '.notice-text',
  '.error-message',
  '.error-detail',
  '.plan-content',
  '.tool-card .tool-title',
  '.tool-details .chip-name',
  '.tool-pre',
  '.diff-path',
  '.diff-text',
  '.terminal-command',
  '.terminal-lines',
].join(',');

/** Elements that are searched as part of another. */
const INSIDE = `:is(${SEARCHED}) :is(${SEARCHED})`;

/** Elements in them that are not part of the text. */
const SKIPPED = '.visually-hidden,.math-typeset,.markdown-code-header,.diff-gap,.terminal-cut,.text-rest';

/** Elements that begin on a line of their own, with a gap before it. */
const BLOCKS = 'p,li,h1,h2,h3,h4,h5,h6,td,th,blockquote,pre,div';

/** A piece of a row that is searched on its own. */
export interface RenderedText {
  readonly element: Element;
  readonly text: string;
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly node: Text;
  /** The offset of the node's text in the whole. */
  readonly start: number;
}

/** A hit in rendered text; offsets are those of its text. */
export interface RenderedMatch {
  readonly rendered: RenderedText;
  readonly start: number;
  readonly end: number;
}

/** The hits in a row, in the order in which they are rendered. */
export function matchesInRow(row: Element, pattern: FindPattern): readonly RenderedMatch[] {
  return renderedTexts(row).flatMap((rendered) =>
    matchesIn(rendered.text, pattern).map((match) => ({ rendered, ...match })),
  );
}

/** The texts of a row. */
export function renderedTexts(row: Element): readonly RenderedText[] {
  return [...row.querySelectorAll(SEARCHED)].filter((element) => !element.matches(INSIDE)).map(renderedText);
}

/**
 * The nodes and offsets between which a hit is, for a range; undefined when there are none. The source of a formula is not
 * seen, so a hit in it is the whole formula.
 */
export function boundaries({ rendered: { pieces }, start, end }: RenderedMatch): StaticRangeInit | undefined {
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (first === undefined || last === undefined) return undefined;
  const from = formulaTexts(first.node).at(0);
  const to = formulaTexts(last.node).at(-1);
  return {
    startContainer: from ?? first.node,
    startOffset: from === undefined ? Math.min(start - first.start, first.node.data.length) : 0,
    endContainer: to ?? last.node,
    endOffset: to === undefined ? Math.min(end - last.start, last.node.data.length) : to.data.length,
  };
}

/** What is seen of the formula with that source; nothing for a text that is no source. */
function formulaTexts(source: Text): readonly Text[] {
  const typeset = source.parentElement?.closest('.math-source')?.parentElement?.querySelector('.katex-html');
  if (typeset === null || typeset === undefined) return [];
  const walker = document.createTreeWalker(typeset, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') texts.push(node);
  }
  return texts;
}

function renderedText(element: Element): RenderedText {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent === null || parent.closest(SKIPPED) !== null) continue;
    const nextBlock = parent.closest(BLOCKS);
    // No match spans two blocks.
    if (block !== nextBlock && text !== '') text += '\n\n';
    else if (node.previousSibling?.nodeName === 'BR' && text !== '') text += '\n';
    block = nextBlock;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  return { element, text, pieces };
}
