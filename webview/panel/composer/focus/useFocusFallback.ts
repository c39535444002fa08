// Focuses the composer where the browser would leave the focus nowhere, so that no key is lost.
import { useEffect } from 'react';
import { useComposer } from '../composerContext.tsx';

/** Applies when the panel is focused without anything in it, for example by its icon, and when the focused element is removed. */
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
      // Browsers also send this event for an element that is being removed.
      setTimeout(() => {
        if (focused === target && focused?.isConnected === true && isNowhere()) focused = undefined;
      });
    };
    const observer = new MutationObserver(() => {
      if (focused === undefined || focused.isConnected || timer !== undefined) return;
      // Lists that close return the focus to their button first.
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
