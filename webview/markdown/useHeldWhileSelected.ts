// Keeps the end of a growing text as it is while the user selects in it: drawn anew, it would lose the selection.
import { useRef, useSyncExternalStore, type RefObject } from 'react';
import { selectedRange } from '../text/selectedRange.ts';

function onSelectionChange(listener: () => void): () => void {
  document.addEventListener('selectionchange', listener);
  return () => document.removeEventListener('selectionchange', listener);
}

const never = (): (() => void) => () => undefined;

/**
 * `latest`, or what it was when the user began to select in the last element of `root`, until they select nothing there
 * any more. Only what `grows` is watched, so that finished texts cost nothing.
 */
export function useHeldWhileSelected<Value>(
  latest: Value,
  root: RefObject<Element | null>,
  grows: boolean,
): Value {
  const shown = useRef(latest);
  const isWatched = grows || shown.current !== latest;
  const isHeld = useSyncExternalStore(
    isWatched ? onSelectionChange : never,
    () => isWatched && isSelected(root.current?.lastElementChild ?? null),
  );
  if (!isHeld) shown.current = latest;
  return shown.current;
}

function isSelected(element: Element | null): boolean {
  return element !== null && selectedRange()?.intersectsNode(element) === true;
}
