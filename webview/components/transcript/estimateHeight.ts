// A guess at a row's height before it is drawn; the better it is, the steadier the scrollbar.
import { plainText } from '../../../src/core/session/content.ts';
import type { Row } from './rows.ts';

const LINE = 20;
const ROW = 32;
/** Text is not wider than this, as in base.css. */
const WIDEST = 880;
/** Pixels an average character takes. */
const CHARACTER = 6.8;

/** The height in pixels of a row in a list that is `width` pixels wide. */
export function estimateHeight(row: Row | undefined, width: number): number {
  if (row === undefined) return ROW;
  if (row.kind === 'part') {
    return textHeight(row.text.slice(row.from, row.to), width);
  }
  if (row.kind === 'tools') return ROW;
  const { entry } = row;
  switch (entry.kind) {
    case 'user':
    case 'agent':
      return textHeight(plainText(entry.content).slice(0, 8_000), width) + 24;
    case 'notice':
      return entry.error === undefined ? ROW : 96;
    default:
      return ROW;
  }
}

function textHeight(text: string, width: number): number {
  const perLine = Math.max(10, Math.min(width - 32, WIDEST) / CHARACTER);
  const breaks = text.split('\n').length - 1;
  return Math.max(1, Math.ceil(text.length / perLine) + breaks / 2) * LINE;
}
