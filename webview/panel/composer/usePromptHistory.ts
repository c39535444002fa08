// Up and Down in the composer recall the prompts that were sent.
import { useCallback, useRef } from 'react';
import { usePanelServices } from '../state/panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { promptHistory } from './promptHistory.ts';

interface Recalled {
  /** Steps back from the newest prompt, 0 being the newest. */
  readonly steps: number;
  readonly text: string;
}

/**
 * Returns the function that recalls an older (1) or newer (-1) prompt. It does so only while the composer is empty or
 * holds a recalled prompt that was not changed, and returns whether it did.
 */
export function usePromptHistory(): (direction: 1 | -1) => boolean {
  const { store } = usePanelServices();
  const composer = useComposer();
  const recalled = useRef<Recalled>(undefined);
  return useCallback(
    (direction) => {
      const { text } = composer.current;
      const current = recalled.current?.text === text ? recalled.current : undefined;
      const { session } = store.view;
      if (session === undefined || (current === undefined && (text !== '' || direction === -1))) return false;
      const steps = (current?.steps ?? -1) + direction;
      const found = steps < 0 ? '' : promptHistory(session).at(-1 - steps);
      if (found === undefined) return current !== undefined;
      recalled.current = found === '' ? undefined : { steps, text: found };
      composer.setText(found);
      return true;
    },
    [store, composer],
  );
}
