// Up and Down in the composer recall the prompts that were sent.
import { useCallback, useRef } from 'react';
import { typedText } from '../../../src/core/mentions/sentMentions.ts';
import { isUserPrompt } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { usePanelServices } from '../state/panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { isAttached } from './longPaste.ts';

const MAX_PROMPTS = 100;

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

/** The texts of sent and queued prompts without consecutive repetitions, and without those too long for the input. */
function promptHistory({ entries, queue }: SessionState): readonly string[] {
  const texts: string[] = [];
  const add = (text: string): void => {
    if (text.trim() !== '' && !isAttached(text) && texts.at(-1) !== text) texts.push(text);
  };
  for (const page of entries) {
    for (const entry of page) {
      if (isUserPrompt(entry)) add(typedText(entry.content));
    }
  }
  for (const { content } of queue) add(typedText(content));
  return texts.slice(-MAX_PROMPTS);
}
