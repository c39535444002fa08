// Offers the transcript to others: which rows there are, and how to bring one into sight.
import { useLayoutEffect, type RefObject } from 'react';
import type { BottomFollower } from './bottomFollower.ts';
import type { Rows } from './rows.ts';
import { useShownTranscript } from './shownTranscript.tsx';
import type { TranscriptList } from './useScrollPlace.ts';

/** `list` and `rows` hold what was drawn last. */
export function useTranscriptTarget(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<TranscriptList | undefined>,
  rows: RefObject<Rows>,
  follower: BottomFollower,
): void {
  const transcript = useShownTranscript();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    return transcript.attach({
      scroller: element,
      rows: () => rows.current,
      rowInSight: () => list.current?.getVirtualItemForOffset(element.scrollTop)?.index,
      scrollToRow: (index) => {
        const offset = list.current?.getOffsetForIndex(index, 'center')?.[0];
        if (offset !== undefined) list.current?.scrollToOffset(offset);
      },
      stay: () => follower.stay(),
    });
  }, [transcript, scroller, list, rows, follower]);
}
