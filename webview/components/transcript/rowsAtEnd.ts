// Which rows are drawn while the transcript follows its bottom: the last ones, also before it has been scrolled there.
import type { Range } from '@tanstack/react-virtual';

/** Rows drawn above the edge: nobody scrolls while the bottom is followed. */
const ABOVE = 1;

/**
 * The 0-based rows to draw. `sizeOf` tells a row's height, measured or guessed, and `height` that of the transcript, in
 * pixels. The list's own range is where it was scrolled to last: what came in since is below it, and rows drawn there
 * would be thrown away in the same frame.
 */
export function rowsAtEnd(
  { startIndex, endIndex, count }: Pick<Range, 'startIndex' | 'endIndex' | 'count'>,
  sizeOf: (index: number) => number,
  height: number,
): number[] {
  let first = startIndex;
  if (endIndex < count - 1) {
    first = count;
    for (let shown = 0; first > 0 && shown < height;) shown += sizeOf(--first);
  }
  const from = Math.max(0, first - ABOVE);
  return Array.from({ length: count - from }, (_, index) => from + index);
}
