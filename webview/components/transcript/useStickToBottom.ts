// Keeps the transcript at its bottom while the person is there, and brings the place back after a reload.
import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { usePanelServices, useSession } from '../../panelContext.tsx';

/** Pixels from the end that still count as the bottom. */
const NEAR = 24;
/** Milliseconds of rest after which the place is remembered. */
const REST = 200;

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

export interface StickToBottom {
  readonly isAtBottom: boolean;
  /** Whether something came in since the person left the bottom. */
  readonly hasNews: boolean;
  readonly handlers: {
    readonly onScroll: () => void;
    readonly onWheel: (event: { readonly deltaY: number }) => void;
  };
  /** The rows' heights changed: call before they are painted. */
  contentChanged(): void;
  attach(list: List): void;
  toBottom(): void;
}

export function useStickToBottom(scroller: RefObject<HTMLDivElement | null>, key: string): StickToBottom {
  const { viewState } = usePanelServices();
  const entriesMade = useSession((session) => session.entriesMade);
  const turnStart = useSession((session) => session.turn?.startedAt);
  const list = useRef<List>(undefined);
  const [restored] = useState(() => viewState.scroll(key));
  const [isAtBottom, setAtBottom] = useState(restored === undefined);
  const [leftAt, setLeftAt] = useState(entriesMade);
  const sticks = useRef(restored === undefined);
  const lastTop = useRef(0);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const follow = useCallback(() => {
    const element = scroller.current;
    // The browser stops at the end: the height need not be read.
    if (element !== null && sticks.current) element.scrollTop = 1e9;
  }, [scroller]);

  const setSticks = useCallback(
    (value: boolean) => {
      if (sticks.current === value) return;
      sticks.current = value;
      setAtBottom(value);
      setLeftAt(entriesMade);
    },
    [entriesMade],
  );

  const rememberPlace = useCallback(() => {
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(
      () => viewState.setScroll(key, topRow(list.current, sticks.current)),
      REST,
    );
  }, [viewState, key]);
  useEffect(() => () => clearTimeout(restTimer.current), []);

  // A new prompt is where the person wants to be.
  useLayoutEffect(() => {
    if (turnStart === undefined) return;
    sticks.current = true;
    setAtBottom(true);
    follow();
  }, [turnStart, follow]);

  // The view itself changes its height when the dock or the composer grows.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    follow();
    return () => observer.disconnect();
  }, [scroller, follow]);

  useLayoutEffect(() => {
    if (restored === undefined || list.current === undefined) return;
    const { options } = list.current;
    for (let index = 0; index < options.count; index++) {
      if (options.getItemKey(index) !== restored.row) continue;
      const start = list.current.getOffsetForIndex(index, 'start')?.[0] ?? 0;
      list.current.scrollToOffset(start + restored.offset);
      return;
    }
    // The remembered row is gone.
    sticks.current = true;
    setAtBottom(true);
  }, [restored]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isNear = scrollHeight - clientHeight - scrollTop <= NEAR;
    if (isNear) setSticks(true);
    else if (scrollTop < lastTop.current) setSticks(false);
    lastTop.current = scrollTop;
    rememberPlace();
  }, [scroller, setSticks, rememberPlace]);

  const onWheel = useCallback(
    ({ deltaY }: { readonly deltaY: number }) => {
      // At once: while text streams in, the list would be back at the bottom before the scroll event comes.
      if (deltaY < 0 && (scroller.current?.scrollTop ?? 0) > 0) setSticks(false);
    },
    [scroller, setSticks],
  );

  return {
    isAtBottom,
    hasNews: entriesMade > leftAt,
    handlers: { onScroll, onWheel },
    contentChanged: follow,
    attach: (attached) => {
      list.current = attached;
    },
    toBottom: () => {
      setSticks(true);
      follow();
      scroller.current?.focus();
    },
  };
}

function topRow(list: List | undefined, sticks: boolean) {
  if (list === undefined || sticks || list.scrollOffset === null) return undefined;
  const item = list.getVirtualItemForOffset(list.scrollOffset);
  return item === undefined ? undefined : { row: String(item.key), offset: list.scrollOffset - item.start };
}
