// Commands for users of keyboards and screen readers, and the entry that the panel sends for the accessible view.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { DisposableStore } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandlers } from '../contributions/commands.ts';

type AccessibilityCommandId =
  | 'parley.focusTranscript'
  | 'parley.focusInput'
  | 'parley.accessibleView'
  | 'parley.accessibleViewNext'
  | 'parley.accessibleViewPrevious'
  | 'parley.accessibilityHelp'
  | 'parley.closeAccessibleView';

export interface AccessibilityArea {
  readonly commands: Pick<CommandHandlers, AccessibilityCommandId>;
  readonly panel: Pick<PanelHandlers, 'entry_text'>;
}

/** `owned` is given what the area makes. */
export function createAccessibility(chats: Chats, owned: DisposableStore, clock: Clock): AccessibilityArea {
  const view = loadOnce(async () => {
    const loaded = await import('./accessibleView.ts');
    return owned.add(new loaded.AccessibleView(clock));
  });
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
      'parley.accessibilityHelp': async () => {
        noteOrigin();
        await (await view()).showHelp();
      },
      'parley.closeAccessibleView': async () => {
        await (await view()).close();
        await chats.reveal();
        if (!isFromInput) chats.current.post({ type: 'focus_transcript' });
      },
    },
    panel: { entry_text: async ({ name, text }) => (await view()).showEntry(name, text) },
  };
}
