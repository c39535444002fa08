// Keeps the focus in the transcript when what had it is taken away: a card that folds into a line with others.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Rows } from './rows.ts';

interface Focused {
  readonly element: Element;
  /** The entry of the call whose card it is in. */
  readonly entryId: string | undefined;
}

/** Puts the focus on the line that took the card in, else on the transcript. */
export function useRestoredFocus(scroller: RefObject<HTMLElement | null>, rows: Rows): void {
  const focused = useRef<Focused | undefined>(undefined);
  useEffect(() => {
    const area = scroller.current;
    if (area === null) return undefined;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      const card = target.closest<HTMLElement>('[data-tool-call-id]');
      focused.current = { element: target, entryId: card?.dataset['entryId'] };
    };
    // What is taken away may lose the focus as if it had been left; it is gone only after this.
    const onFocusOut = (): void => {
      const left = focused.current;
      queueMicrotask(() => {
        if (focused.current === left && left?.element.isConnected === true) focused.current = undefined;
      });
    };
    area.addEventListener('focusin', onFocusIn);
    area.addEventListener('focusout', onFocusOut);
    return () => {
      area.removeEventListener('focusin', onFocusIn);
      area.removeEventListener('focusout', onFocusOut);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const area = scroller.current;
    const lost = focused.current;
    if (area === null || lost === undefined || lost.element.isConnected) return;
    focused.current = undefined;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const line = lost.entryId === undefined ? undefined : lineOf(area, rows, lost.entryId);
    (line ?? area).focus({ preventScroll: true });
  }, [scroller, rows]);
}

/** The button of the card of a call, or of the line it stands in. */
function lineOf(area: HTMLElement, rows: Rows, entryId: string): HTMLElement | undefined {
  const card = [...area.querySelectorAll<HTMLElement>('[data-tool-call-id]')].find(
    ({ dataset }) => dataset['entryId'] === entryId,
  );
  const place = card ?? rowOf(area, rows, entryId);
  return place?.querySelector<HTMLElement>('.disclosure-summary') ?? undefined;
}

function rowOf(area: HTMLElement, rows: Rows, entryId: string): HTMLElement | undefined {
  return [...area.querySelectorAll<HTMLElement>('.transcript-row')].find(({ dataset }) => {
    const row = rows.at(Number(dataset['index']));
    return row?.kind === 'tools' && row.entries.some(({ id }) => id === entryId);
  });
}
