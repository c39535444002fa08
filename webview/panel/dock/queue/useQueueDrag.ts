// Reordering the queue with the pointer: a line shows where the prompt will be, and Escape cancels.
import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { QueuedPrompt } from '../../../../src/core/session/turn/state.ts';

/** In pixels: how far the pointer moves before it drags, how near to an edge it scrolls, and by how much each frame. */
const DRAG_DISTANCE = 4;
const SCROLL_MARGIN = 20;
const SCROLL_STEP = 6;

export interface QueueDrag {
  /** The id of the prompt that is dragged. */
  readonly dragged: string | undefined;
  /** On which side of the row at a place the line is drawn. */
  readonly markAt: (index: number) => 'before' | 'after' | undefined;
  readonly events: { readonly onPointerDown: (event: PointerEvent) => void };
}

interface DragState {
  readonly id: string;
  /** How many rows are above the place where the prompt will be. */
  readonly gap: number;
}

export function useQueueDrag(
  list: RefObject<HTMLOListElement | null>,
  queue: readonly QueuedPrompt[],
  move: (id: string, index: number) => void,
): QueueDrag {
  const [drag, setDrag] = useState<DragState>();
  const latest = useRef({ queue, move });
  useEffect(() => {
    latest.current = { queue, move };
  });
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const onPointerDown = useCallback(
    (event: PointerEvent) => {
      const id = draggableId(event);
      if (id === undefined) return;
      cancel.current?.();
      cancel.current = followPointer(event.clientY, list, {
        moved: (gap) => setDrag({ id, gap }),
        ended: (gap) => {
          setDrag(undefined);
          const { queue: now, move: moveTo } = latest.current;
          const from = now.findIndex((prompt) => prompt.id === id);
          if (gap === undefined || from === -1) return;
          const to = gap > from ? gap - 1 : gap;
          if (to !== from) moveTo(id, to);
        },
      });
    },
    [list],
  );

  const from = queue.findIndex(({ id }) => id === drag?.id);
  const gap = drag === undefined || from === -1 || drag.gap === from || drag.gap === from + 1 ? -1 : drag.gap;
  return {
    dragged: from === -1 ? undefined : drag?.id,
    markAt: (index) =>
      gap === index ? 'before' : gap === queue.length && index === queue.length - 1 ? 'after' : undefined,
    events: { onPointerDown },
  };
}

/** A mouse drags a row anywhere but at its buttons and fields; a finger, which scrolls, by its handle. */
function draggableId({ button, pointerType, target }: PointerEvent): string | undefined {
  if (button !== 0 || !(target instanceof Element) || target.closest('button, .queued-edit') !== null)
    return undefined;
  if (pointerType === 'touch' && target.closest('.queued-handle') === null) return undefined;
  return target.closest<HTMLElement>('.queued')?.dataset['id'];
}

interface DragEvents {
  /** The pointer is at a place between rows: that many are above it. */
  readonly moved: (gap: number) => void;
  /** The drag is over, at that place, or undefined where it was cancelled or never began. */
  readonly ended: (gap: number | undefined) => void;
}

/** Follows the pointer until it is released. Returns the function that cancels. */
function followPointer(
  startY: number,
  list: RefObject<HTMLOListElement | null>,
  { moved, ended }: DragEvents,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let gap: number | undefined;
  let y = startY;
  let frame = 0;
  const end = (result: number | undefined): void => {
    controller.abort();
    cancelAnimationFrame(frame);
    ended(result);
  };
  const update = (): void => {
    if (list.current === null) return;
    gap = gapAt(list.current, y);
    moved(gap);
  };
  const scroll = (): void => {
    frame = requestAnimationFrame(scroll);
    const { current } = list;
    if (current === null) return;
    const { top, bottom } = current.getBoundingClientRect();
    const step = y < top + SCROLL_MARGIN ? -SCROLL_STEP : y > bottom - SCROLL_MARGIN ? SCROLL_STEP : 0;
    const before = current.scrollTop;
    current.scrollTop += step;
    if (current.scrollTop !== before) update();
  };
  const onMove = (event: globalThis.PointerEvent): void => {
    y = event.clientY;
    if (gap === undefined && Math.abs(y - startY) < DRAG_DISTANCE) return;
    if (gap === undefined) scroll();
    event.preventDefault();
    update();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || gap === undefined) return;
    // It cancels the drag, and not the turn.
    event.preventDefault();
    event.stopPropagation();
    end(undefined);
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => end(gap), { signal });
  window.addEventListener('pointercancel', () => end(undefined), { signal });
  window.addEventListener('blur', () => end(undefined), { signal });
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
  return () => end(undefined);
}

/** How many rows of the list are above a height of the page: those whose middle is. */
function gapAt(list: HTMLElement, y: number): number {
  return [...list.querySelectorAll('.queued')].filter((element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
