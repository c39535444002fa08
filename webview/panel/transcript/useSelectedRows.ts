// Keeps the rows of a selection drawn that reaches over more of them than are in sight: what is not drawn is not copied.
import { useEffect, useState, type RefObject } from 'react';
import { holds, selectedRange } from '../../text/selectedRange.ts';

/** Rows from the first to the last, both included, by their 0-based index. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

/** The most rows that stay rendered: about fifty screens, which the browser can still lay out at once. */
const MAX_ROWS = 500;

/** The rows in which something is selected; undefined when nothing is, or everything. */
export function useSelectedRows(scroller: RefObject<HTMLElement | null>): RowSpan | undefined {
  const [span, setSpan] = useState<RowSpan>();
  useEffect(() => {
    const onChange = (): void => {
      const selected = scroller.current === null ? undefined : selectedSpan(scroller.current);
      setSpan((before) => (isSame(before, selected) ? before : selected));
    };
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [scroller]);
  return span;
}

/** The indexes, in order, with those of the span among them. */
export function withSpan(indexes: readonly number[], span: RowSpan | undefined, count: number): number[] {
  if (span === undefined) return [...indexes];
  const last = Math.min(span.last, span.first + MAX_ROWS - 1, count - 1);
  const spanned = Array.from(
    { length: Math.max(0, last - span.first + 1) },
    (_, index) => span.first + index,
  );
  return [...new Set([...indexes, ...spanned])].toSorted((a, b) => a - b);
}

function selectedSpan(scroller: HTMLElement): RowSpan | undefined {
  const range = selectedRange();
  if (range === undefined || holds(range, scroller)) return undefined;
  const start = rowOf(range.startContainer, scroller);
  const end = rowOf(range.endContainer, scroller);
  // A selection that begins or ends outside the rows ends with those that are drawn.
  const first = start ?? end;
  const last = end ?? start;
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** The 0-based index of the row that a node is in. */
function rowOf(node: Node, scroller: HTMLElement): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest('.transcript-row');
  if (!(row instanceof HTMLElement) || !scroller.contains(row)) return undefined;
  return Number(row.dataset['index']);
}

function isSame(a: RowSpan | undefined, b: RowSpan | undefined): boolean {
  return a?.first === b?.first && a?.last === b?.last;
}
