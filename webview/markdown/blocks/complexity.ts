// Which blocks are simple enough to be parsed: the parser's time grows with the square of some things.
//
// Limits are chosen so that the worst block within all of them parses in about 0.1 s (most take under 1 ms).

import { longestRun } from '../../text/textPieces.ts';
import { extractImages } from './imageData.ts';

/** Characters. */
const LONGEST_BLOCK = 32_768;
/** Characters without white space between them. */
const LONGEST_RUN = 8_192;
/** Square brackets, of links and of what looks like links. */
const MOST_BRACKETS = 2_000;
/** Runs of emphasis marks. */
const MOST_EMPHASIS_RUNS = 1_000;
/** Cells of a table in a list or a quote, which is drawn whole. */
const MOST_CELLS = 3_000;
/** Runs of what begins code, HTML and character references. */
const MOST_OTHER_MARKS = 1_000;
/** Quotes and lists inside each other, on one line. */
const DEEPEST_NESTING = 24;
/** Columns in front of a list item: how deep lists are nested over several lines. */
const WIDEST_ITEM_INDENT = 96;

const DEEP_NESTING = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${DEEPEST_NESTING}}`,
  'm',
);
const WIDE_INDENT = new RegExp(`^[ \\t]{${WIDEST_ITEM_INDENT},}(?:[-+*]|\\d{1,9}[.)])[ \\t]`, 'm');

/** Whether a block may be parsed. Code and HTML are shown as they are, tables row by row. */
export function isSimple(raw: string, kind: string): boolean {
  if (kind === 'code' || kind === 'html' || kind === 'rule') return true;
  if (kind === 'table') return isSimpleTable(raw);
  const { text } = extractImages(raw);
  return (
    text.length <= LONGEST_BLOCK &&
    countWithin(text, /[[\]]/g, MOST_BRACKETS) &&
    countWithin(text, /\*+|_+|~+/g, MOST_EMPHASIS_RUNS) &&
    countWithin(text, /`+|[<&]/g, MOST_OTHER_MARKS) &&
    countWithin(text, /\|/g, MOST_CELLS) &&
    (text.length <= LONGEST_RUN || longestRun(text) <= LONGEST_RUN) &&
    !DEEP_NESTING.test(text) &&
    !WIDE_INDENT.test(text)
  );
}

/** A table of any length is, as long as its head is no monster: rows are checked when they are drawn. */
function isSimpleTable(raw: string): boolean {
  const secondLine = raw.indexOf('\n');
  return secondLine <= LONGEST_BLOCK / 8;
}

function countWithin(text: string, pattern: RegExp, limit: number): boolean {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.exec(text) !== null) {
    if (++count > limit) return false;
  }
  return true;
}
