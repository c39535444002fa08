// Gives the focus to the composer where the browser would leave it nowhere, and what is typed next would be lost.
import { useEffect } from 'react';
import { useComposer } from './composerContext.tsx';

/** Holds when the panel gets the focus without anything in it, by its icon for example, and when what has it goes away. */
export function useFocusFallback(): void {
  const composer = useComposer();
  useEffect(() => {
    let focused: Element | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isNowhere = (): boolean => document.activeElement === document.body;
    const onEntry = (): void => {
      if (isNowhere()) composer.focus();
    };
    const onFocusIn = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : undefined;
    };
    const onFocusOut = ({ target }: FocusEvent): void => {
      // Browsers say so also of what they take out of the page, while they do it.
      setTimeout(() => {
        if (focused === target && focused?.isConnected === true && isNowhere()) focused = undefined;
      });
    };
    const observer = new MutationObserver(() => {
      if (focused === undefined || focused.isConnected || timer !== undefined) return;
      // Lists that close give the focus back to their button first.
      timer = setTimeout(() => {
        timer = undefined;
        focused = undefined;
        onEntry();
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('focus', onEntry);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener('focus', onEntry);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [composer]);
}
