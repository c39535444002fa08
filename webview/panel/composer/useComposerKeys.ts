// The keys of the composer's input: the command menu, sending, cycling modes, and earlier prompts.
import { insertNewline } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import { hasQuestion } from '../../../src/core/session/selectors.ts';
import { usePanel, usePost, useSession } from '../state/panelContext.tsx';
import { focusQuestion } from './focus/questionFocus.ts';
import { useComposer } from './composerContext.tsx';
import { asksToSend } from './enterKey.ts';
import { usePromptHistory } from './usePromptHistory.ts';

/** Returns the handler of the input's keys, which returns whether it handled one. */
export function useComposerKeys(
  menus: readonly { readonly onKeyDown: (event: KeyboardEvent) => boolean }[],
  send: () => void,
): (event: KeyboardEvent, view: EditorView) => boolean {
  const post = usePost();
  const composer = useComposer();
  const isBlank = (): boolean => composer.current.isBlank && !composer.current.hasText;
  const recall = usePromptHistory();
  const enterKey = usePanel((panel) => panel.enterKey);
  const isAsked = useSession(hasQuestion);
  const cyclesModes = useSession((session) => firstOfCategory(session.configOptions, 'mode') !== undefined);
  return (event, view) => {
    // While an input method composes, every key belongs to it. Some report the last one only as 229.
    if (event.isComposing || event.keyCode === 229) return false;
    if (menus.some((menu) => menu.onKeyDown(event))) {
      event.stopPropagation();
      return true;
    }
    if (event.key === 'Enter') {
      if (asksToSend(event, enterKey)) send();
      else if (breaksLine(event)) insertNewline(view);
      // Otherwise VS Code handles it.
      return true;
    }
    if (event.key === 'Tab' && event.shiftKey) {
      if (isAsked && focusQuestion()) return true;
      // VS Code handles the key and changes the mode. The focus stays in the composer.
      return cyclesModes;
    }
    if (event.key === '?' && isBlank() && !event.ctrlKey && !event.metaKey) {
      post({ type: 'show_shortcuts' });
      return true;
    }
    if (event.key === 'ArrowUp' && isPlain(event)) return recall(1);
    if (event.key === 'ArrowDown' && isPlain(event)) return recall(-1);
    return false;
  };
}

/** Enter alone or with Shift, where it does not send. */
function breaksLine({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !altKey && !metaKey;
}

function isPlain({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !altKey && !metaKey;
}
