// Whoever comes into the panel without having pointed at anything, by its icon for example, can type at once.
import { useEffect } from 'react';
import { useComposer } from './composerContext.tsx';

/** Gives the focus to the composer when the panel gets it and nothing in the panel has it. */
export function useFocusOnEntry(): void {
  const composer = useComposer();
  useEffect(() => {
    const onFocus = (): void => {
      if (document.activeElement === document.body) composer.focus();
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [composer]);
}
