// The transcript: a virtual list that stays at the bottom only while the user is at the bottom.
import './transcript.css';
import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { usePanelServices, useSession, useSessionKey } from '../state/panelContext.tsx';
import type { BottomFollower } from './bottomFollower.ts';
import { estimateHeight } from './estimateHeight.ts';
import { JumpButton } from './JumpButton.tsx';
import { RowMaker, type Rows } from './rows.ts';
import { rowsAtEnd, type RowSizes } from './rowsAtEnd.ts';
import { TranscriptRow } from './TranscriptRow.tsx';
import { useRowMeasurement } from './useRowMeasurement.ts';
import { textOfAll } from './textOfAll.ts';
import { indexOfKey, useEntryFocus } from './useEntryFocus.ts';
import { useTranscriptTarget } from './useTranscriptTarget.ts';
import { useRestoredFocus } from './useRestoredFocus.ts';
import {
  guessOffset,
  useBottomFollower,
  useFollows,
  useRememberedPlace,
  type TranscriptList,
} from './useScrollPlace.ts';
import { useSelectedRows, withSpan } from './useSelectedRows.ts';
import { WorkingLine } from './WorkingLine.tsx';
import { transcriptStrings } from './transcriptStrings.ts';

/** Rows drawn beyond the edges. */
const OVERSCAN = 3;

export function Transcript() {
  const scroller = useRef<HTMLDivElement>(null);
  const follower = useBottomFollower(scroller);
  const toBottom = useCallback(() => {
    follower.follow();
    scroller.current?.focus();
  }, [follower]);
  return (
    <>
      <TranscriptRows scroller={scroller} follower={follower} />
      <JumpButton follower={follower} onClick={toBottom} />
    </>
  );
}

interface TranscriptRowsProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly follower: BottomFollower;
}

function TranscriptRows({ scroller, follower }: TranscriptRowsProps) {
  const rows = useRows();
  const [width, setWidth] = useState(400);
  // One function for all states: for another one the list would lay out every row anew.
  const latest = useRef(rows);
  latest.current = rows;
  const made = useRef<TranscriptList>(undefined);
  const { rowRef, measureElement, isMeasuring } = useRowMeasurement(made);
  const follows = useFollows(follower);
  const selected = useSelectedRows(scroller);
  const { focused, onKeyDown } = useEntryFocus({ scroller, list: made, rows: latest, follower });
  const focusedIndex = useFocusedIndex(rows, focused);
  useCopyOfAll(scroller);
  const extractRange = useCallback(
    (range: Range) => {
      const inSight = follows ? endOf(made.current, range) : defaultRangeExtractor(range);
      const withSelected = withSpan(inSight, selected, range.count);
      // What has the focus would lose it if it were not rendered.
      const own = focusedIndex === undefined ? undefined : { first: focusedIndex, last: focusedIndex };
      return withSpan(withSelected, own, range.count);
    },
    [follows, selected, focusedIndex],
  );
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.count,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => latest.current.at(index)?.key ?? index, []),
    estimateSize: (index) => estimateHeight(latest.current.at(index), width),
    overscan: OVERSCAN,
    initialOffset: useInitialOffset(rows, width),
    rangeExtractor: extractRange,
    measureElement,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: ({ scrollRect }) => {
      if (scrollRect !== null && scrollRect.width > 0) setWidth(scrollRect.width);
      if (!isMeasuring()) follower.contentChanged();
    },
  });
  made.current = list;
  list.shouldAdjustScrollPositionOnItemSizeChange = (item) => !follower.follows && isAbove(list, item);
  useRememberedPlace(list, follower);
  useRestoredFocus(scroller, rows);
  useTranscriptTarget(scroller, made, latest, follower);
  // Once a commit, after all its rows are measured and placed: each time the browser lays the page out.
  useLayoutEffect(() => follower.contentChanged());
  return (
    <div
      ref={scroller}
      className="transcript"
      data-testid="transcript"
      role="log"
      aria-label={transcriptStrings.conversation()}
      // The announcer says what is finished; here every token would be said.
      aria-live="off"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div ref={list.containerRef} className="transcript-rows">
        {list.getVirtualItems().map(({ index, key }) => {
          const row = rows.at(index);
          return (
            row !== undefined && (
              <div key={key} ref={rowRef} data-index={index} className="transcript-row">
                <TranscriptRow row={row} isFocused={row.key === focused} />
              </div>
            )
          );
        })}
      </div>
      <WorkingLine />
    </div>
  );
}

function endOf(list: TranscriptList | undefined, range: Range): number[] {
  if (list === undefined) return defaultRangeExtractor(range);
  const sizes: RowSizes = {
    sizeOf: (index) => list.measurementsCache[index]?.size ?? 0,
    wasMeasured: (index) => list.itemSizeCache.has(list.options.getItemKey(index)),
  };
  return rowsAtEnd(range, sizes, list.scrollRect?.height ?? 0);
}

/** Whether what the user reads moves when this row has another height than was thought, or than it had. */
function isAbove(list: TranscriptList, { key, start, end }: VirtualItem): boolean {
  const top = list.scrollOffset ?? 0;
  return list.itemSizeCache.has(key) ? end <= top && list.scrollDirection !== 'backward' : start < top;
}

function useInitialOffset(rows: Rows, width: number): number {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const [offset] = useState(() =>
    guessOffset(viewState.scroll(key), rows.count, (index) => {
      const row = rows.at(index);
      return { key: row?.key ?? '', height: estimateHeight(row, width) };
    }),
  );
  return offset;
}

/** The 0-based index of the row with the focus; found at once where it was before, as with each chunk. */
function useFocusedIndex(rows: Rows, focused: string | undefined): number | undefined {
  const last = useRef<number>(undefined);
  return useMemo(() => {
    last.current = focused === undefined ? undefined : indexOfKey(rows, focused, last.current);
    return last.current;
  }, [rows, focused]);
}

function useRows(): Rows {
  const state = useSession((session) => session);
  const [maker] = useState(() => new RowMaker());
  return useMemo(() => maker.rows(state), [maker, state]);
}

/** Copies the whole conversation where all of it is selected, of which only what is in sight is drawn. */
function useCopyOfAll(scroller: RefObject<HTMLElement | null>): void {
  const { store } = usePanelServices();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      const text = textOfAll(store.view.session, scroller.current);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, [scroller, store]);
}
