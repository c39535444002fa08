// Copies the whole conversation where all of it is selected, of which only what is in sight is drawn.
import { useEffect, type RefObject } from 'react';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import { usePanelServices } from '../../panelContext.tsx';
import { holds, selectedRange } from '../../selectedRange.ts';

/** Holds as long as the transcript in `scroller` is drawn. */
export function useCopyOfAll(scroller: RefObject<HTMLElement | null>): void {
  const { store } = usePanelServices();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      const { session } = store.view;
      const range = selectedRange();
      if (session === undefined || scroller.current === null || range === undefined) return;
      if (!holds(range, scroller.current)) return;
      const texts = session.entries.flat().map(entryText);
      event.clipboardData?.setData('text/plain', texts.filter((text) => text !== '').join('\n\n'));
      event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, [scroller, store]);
}
