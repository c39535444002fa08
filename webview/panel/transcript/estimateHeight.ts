// A guess at a row's height before it is rendered; the better it is, the steadier the scrollbar.
import { ROW_HEIGHT, textHeight } from '../../text/entryHeight.ts';
import { estimatedEntryHeight } from '../entries/entryRows.tsx';
import type { Row } from './rows.ts';

/** The height in pixels of a row in a list that is `width` pixels wide. */
export function estimateHeight(row: Row | undefined, width: number): number {
  switch (row?.kind) {
    case 'part':
      return textHeight(row.text, width, row.from, row.to);
    case 'entry':
      return estimatedEntryHeight(row.entry, width);
    case 'tools':
    case undefined:
      return ROW_HEIGHT;
  }
}
