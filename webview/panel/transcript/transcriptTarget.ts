// The part of the rendered transcript that others use: what finds in it, for example.
import type { Rows } from './rows.ts';

export interface TranscriptTarget {
  readonly scroller: HTMLElement;
  /** The rows as they are rendered now. */
  readonly rows: () => Rows;
  /** The row at the top edge. */
  readonly rowInSight: () => number | undefined;
  /** Scrolls a 0-based row into the middle, by the known and estimated heights of rows. */
  readonly scrollToRow: (index: number) => void;
  /** Stops the transcript from following its bottom. */
  readonly stay: () => void;
}
