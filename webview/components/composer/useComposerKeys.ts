// The keys of the composer's input: the command menu, sending, cycling modes, and earlier prompts.
import type { KeyboardEvent } from 'react';
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import { hasQuestion } from '../../../src/core/session/selectors.ts';
import { usePanel, useSession } from '../../panelContext.tsx';
import { asksToSend } from './enterKey.ts';
import type { CommandMenu } from './useCommandMenu.ts';
import { usePromptHistory } from './usePromptHistory.ts';

/** Returns the handler of the input's keys. */
export function useComposerKeys(
  menu: CommandMenu,
  send: () => void,
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const recall = usePromptHistory();
  const enterKey = usePanel((panel) => panel.enterKey);
  const cyclesModes = useSession(
    (session) =>
      // The key moves the focus to a pending question.
      !hasQuestion(session) && firstOfCategory(session.configOptions, 'mode') !== undefined,
  );
  return (event) => {
    // While an input method composes, every key belongs to it. Some report the last one only as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (menu.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (asksToSend(event, enterKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Tab' && event.shiftKey && cyclesModes) {
      // VS Code handles the key and changes the mode. The focus stays in the composer.
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && isPlain(event) && recall(1)) {
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && isPlain(event) && recall(-1)) {
      event.preventDefault();
    }
  };
}

function isPlain({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !altKey && !metaKey;
}
