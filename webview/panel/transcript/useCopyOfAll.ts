// Copies the whole conversation where all of it is selected, of which only what is in sight is drawn.
import { useEffect, type RefObject } from 'react';
import { usePanelServices } from '../state/panelContext.tsx';
import { textOfAll } from './textOfAll.ts';

/** Holds as long as the transcript in `scroller` is drawn. */
export function useCopyOfAll(scroller: RefObject<HTMLElement | null>): void {
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
