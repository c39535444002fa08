// Which rows are drawn while the transcript follows its bottom: the last ones, also before it has been scrolled there.
import type { Range } from '@tanstack/react-virtual';

/** What is known of the rows of a list by their 0-based index. */
export interface RowSizes {
  /** The height in pixels, measured or guessed. */
  readonly sizeOf: (index: number) => number;
  readonly wasMeasured: (index: number) => boolean;
}

/**
 * The 0-based rows to draw in a transcript of `height` pixels. The list's own range is where it was scrolled to last:
 * what came in since is below it, and rows drawn there would be thrown away in the same frame. The row above the edge
 * stays if it was drawn before; in a flood, nobody would ever see it.
 */
export function rowsAtEnd(
  { startIndex, endIndex, count }: Pick<Range, 'startIndex' | 'endIndex' | 'count'>,
  { sizeOf, wasMeasured }: RowSizes,
  height: number,
): number[] {
  let first = startIndex;
  if (endIndex < count - 1) {
    first = count;
    for (let shown = 0; first > 0 && shown < height;) shown += sizeOf(--first);
  }
  const from = first > 0 && wasMeasured(first - 1) ? first - 1 : first;
  return Array.from({ length: count - from }, (_, index) => from + index);
}
