// What finding needs of the transcript.
import type { Rows } from '../transcript/rows.ts';

export interface TranscriptTarget {
  readonly scroller: HTMLElement;
  /** The rows as they are rendered now. */
  readonly rows: () => Rows;
  /** The row at the top edge. */
  readonly rowInSight: () => number | undefined;
  /** Scrolls a 0-based row into the middle, by what is known of the rows' heights. */
  readonly scrollToRow: (index: number) => void;
  /** Keeps the transcript where it is, also when text streams in. */
  readonly stay: () => void;
}
