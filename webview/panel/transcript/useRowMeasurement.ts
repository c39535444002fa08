// Measures the rows of one commit together, because reading one after the other lays the page out for each.
import { measureElement, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

type RowList = Virtualizer<HTMLDivElement, HTMLDivElement>;

export interface RowMeasurement {
  /** For each row's element. */
  readonly rowRef: (element: HTMLDivElement | null) => void;
  /** For the list's option of that name. */
  readonly measureElement: typeof measureElement<HTMLDivElement>;
  /** Whether rows are being measured: the list then reports each of them. */
  readonly isMeasuring: () => boolean;
}

/** To be used before the list is made, so that rows are measured before it places them. */
export function useRowMeasurement(list: RefObject<RowList | undefined>): RowMeasurement {
  const added = useRef<HTMLDivElement[]>([]);
  const heights = useRef(new Map<Element, number>());
  useLayoutEffect(() => {
    const elements = added.current.filter(({ isConnected }) => isConnected);
    added.current = [];
    // While the user scrolls, the list waits for the browser to report the heights.
    if (list.current?.isScrolling === false) {
      for (const element of elements) heights.current.set(element, element.offsetHeight);
    }
    for (const element of elements) list.current?.measureElement(element);
    heights.current.clear();
  });
  return {
    rowRef: useCallback(
      (element) => {
        if (element === null) list.current?.measureElement(null);
        else added.current.push(element);
      },
      [list],
    ),
    measureElement: useCallback((element, entry, instance) => {
      const height = heights.current.get(element) ?? measureElement<HTMLDivElement>(element, entry, instance);
      rememberRightGuess(instance, element, height);
      return height;
    }, []),
    isMeasuring: useCallback(() => heights.current.size > 0, []),
  };
}

/**
 * Stores a measured height that is what was guessed. The list itself stores only those that differ, and guesses anew
 * when its width or the text has changed: the next row would then lie over this one, whose height stays as it is and is
 * not measured again.
 */
function rememberRightGuess(list: RowList, element: HTMLDivElement, height: number): void {
  const index = list.indexFromElement(element);
  const item = list.measurementsCache[index];
  if (item?.size !== height || list.itemSizeCache.has(item.key)) return;
  list.itemSizeCache.set(item.key, height);
}
