// What the commands of users of keyboards and screen readers do.
import type { PanelMessageOf } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { AccessibleView } from './accessibleView.ts';

export function createAccessibility({ host, chat: { chats } }: Kernel) {
  const view = host.owned.add(new AccessibleView(host.clock));
  /** Whether the user was in the input, or outside of the chat, when the document was opened: they return there. */
  let isFromInput = false;
  const noteOrigin = (): void => {
    isFromInput = chats.focused?.focus !== 'panel';
  };
  return {
    commands: {
      'parley.focusTranscript': () => chats.postFocused({ type: 'focus_transcript' }),
      'parley.focusInput': () => chats.reveal(),
      'parley.accessibleView': () => {
        noteOrigin();
        (chats.focused ?? chats.current).post({ type: 'read_entry', step: 0 });
      },
      'parley.accessibleViewNext': () => chats.current.post({ type: 'read_entry', step: 1 }),
      'parley.accessibleViewPrevious': () => chats.current.post({ type: 'read_entry', step: -1 }),
      'parley.accessibilityHelp': () => {
        noteOrigin();
        return view.showHelp();
      },
      'parley.closeAccessibleView': async () => {
        await view.close();
        await chats.reveal();
        if (!isFromInput) chats.current.post({ type: 'focus_transcript' });
      },
    },
    panel: {
      entry_text: ({ name, text }: PanelMessageOf<'entry_text'>) => view.showEntry(name, text),
    },
  };
}
