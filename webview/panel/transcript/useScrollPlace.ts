// Where the transcript is scrolled to: at its bottom, or at a row that is remembered over a reload.
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { usePanelServices, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import type { ScrollPosition } from '../state/viewState.ts';
import { BottomFollower } from './bottomFollower.ts';

/** The place is remembered when nothing has scrolled for this time. */
const REST_MS = 200;
/** Frames in which a remembered place is looked for again. */
const SETTLING_FRAMES = 10;

export type TranscriptList = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** The follower of the transcript's bottom, made once. */
export function useBottomFollower(scroller: RefObject<HTMLDivElement | null>): BottomFollower {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const turnStart = useSession(({ turn }) => turn?.startedAt);
  const [follower] = useState(() => new BottomFollower(viewState.scroll(key) === undefined));
  useLayoutEffect(() => {
    const element = scroller.current;
    return element === null ? undefined : follower.attach(element);
  }, [scroller, follower]);
  // A new prompt is where the user wants to be, unless they read an entry: then it comes from the queue or another place. A
  // turn that runs when the panel opens is not a new prompt.
  const [shownTurn, setShownTurn] = useState(turnStart);
  useLayoutEffect(() => {
    if (turnStart === shownTurn) return;
    setShownTurn(turnStart);
    if (turnStart !== undefined && !isReading(scroller.current)) follower.follow();
  }, [turnStart, shownTurn, follower, scroller]);
  return follower;
}

/** Whether the focus is on an entry, and not in something that the user does there, such as editing a prompt. */
function isReading(scroller: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused?.matches('.transcript-row > .entry') === true && scroller?.contains(focused) === true;
}

/** Whether the transcript follows its bottom. */
export function useFollows(follower: BottomFollower): boolean {
  return useSyncExternalStore(follower.subscribe, () => follower.follows);
}

/** Whether there is something below the transcript's lower edge to go to. */
export function useIsAway(follower: BottomFollower): boolean {
  return useSyncExternalStore(follower.subscribe, () => follower.isAway);
}

/** Goes to the remembered place at first, and remembers every later one. */
export function useRememberedPlace(list: TranscriptList, follower: BottomFollower): void {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const { isEndOnly, seen } = usePlaceInEnd(list);
  useLayoutEffect(() => {
    const place = seen.current ?? viewState.scroll(key);
    seen.current = undefined;
    if (place === undefined || follower.follows) return undefined;
    let frame = 0;
    let attempts = SETTLING_FRAMES;
    // The rows on the way have guessed heights until they were drawn once: what is off is put right then.
    const settle = (): void => {
      if (follower.isHeld) return;
      if (!goTo(list, place)) follower.follow();
      else if (--attempts > 0) frame = requestAnimationFrame(settle);
    };
    settle();
    const stop = (): void => cancelAnimationFrame(frame);
    const element = list.scrollElement;
    element?.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('keydown', stop);
    return () => {
      stop();
      element?.removeEventListener('wheel', stop);
      window.removeEventListener('keydown', stop);
    };
  }, [viewState, key, list, follower, seen, isEndOnly]);
  useEffect(() => {
    const element = list.scrollElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const now = (): void => {
      timer = undefined;
      viewState.setScroll(key, follower.follows ? undefined : placeOf(list));
    };
    const remember = (): void => {
      clearTimeout(timer);
      timer = setTimeout(now, REST_MS);
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => {
      element?.removeEventListener('scroll', remember);
      if (timer === undefined) return;
      clearTimeout(timer);
      now();
    };
  }, [viewState, key, list, follower]);
}

/** Where the user has scrolled to while a session is shown by its end: what comes before that moves all that is seen. */
function usePlaceInEnd(list: TranscriptList) {
  const isEndOnly = useView((view) => view.isEndOnly);
  const seen = useRef<ScrollPosition>(undefined);
  useEffect(() => {
    const element = list.scrollElement;
    if (!isEndOnly || element === null) return undefined;
    const note = (): void => {
      seen.current = placeOf(list);
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [isEndOnly, list]);
  return { isEndOnly, seen };
}

/** Where a remembered place is as long as no row is measured: the list begins there, so that nothing jumps. */
export function guessOffset(
  place: ScrollPosition | undefined,
  count: number,
  row: (index: number) => { readonly key: string; readonly height: number },
): number {
  if (place === undefined) return 0;
  let above = 0;
  for (let index = 0; index < count; index++) {
    const { key, height } = row(index);
    if (key === place.row) return above + place.offset;
    above += height;
  }
  return 0;
}

/** Returns false when the remembered row is gone. */
function goTo(list: TranscriptList, { row, offset }: ScrollPosition): boolean {
  const { count, getItemKey } = list.options;
  for (let index = 0; index < count; index++) {
    if (getItemKey(index) !== row) continue;
    list.scrollToOffset((list.getOffsetForIndex(index, 'start')?.[0] ?? 0) + offset);
    return true;
  }
  return false;
}

function placeOf(list: TranscriptList): ScrollPosition | undefined {
  const { scrollOffset } = list;
  const item = scrollOffset === null ? undefined : list.getVirtualItemForOffset(scrollOffset);
  return item === undefined || scrollOffset === null
    ? undefined
    : { row: String(item.key), offset: scrollOffset - item.start };
}
