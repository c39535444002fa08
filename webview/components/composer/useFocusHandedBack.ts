// Gives the focus to the composer when what has it goes away: the browser would leave it nowhere.
import { useCallback, type RefCallback } from 'react';
import { useComposer } from './composerContext.tsx';

/** Returns the reference for an element that goes away by itself; `also` is filled with the element, too. */
export function useFocusHandedBack<Kind extends HTMLElement>(also?: {
  current: Kind | null;
}): RefCallback<Kind> {
  const composer = useComposer();
  return useCallback(
    (element) => {
      if (also !== undefined) also.current = element;
      // Called before the element is taken out of the page.
      return () => {
        if (also !== undefined) also.current = null;
        if (element?.contains(document.activeElement) === true) composer.focus();
      };
    },
    [also, composer],
  );
}
