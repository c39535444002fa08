// What shows the keyboard shortcuts, for the system that a chat of this window has reported.
import type { UserPlatform } from '../../../core/panel/panelMessage.ts';
import type { PanelMessageOf } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { showShortcutSheet } from './shortcutSheet.ts';

export function createShortcuts({ host, chat: { chats } }: Kernel) {
  let platform: UserPlatform | undefined;
  const show = async (): Promise<void> => {
    const { focused } = chats;
    const result = await showShortcutSheet(host.context.extension, platform, chats.onTypedAhead);
    // After a quick pick VS Code would give the focus to an editor.
    if (result === 'question') await (focused ?? chats.current).reveal('?');
    else if (result === 'closed') await focused?.reveal();
  };
  return {
    commands: { 'parley.showShortcuts': show },
    panel: {
      show_shortcuts: show,
      system: (message: PanelMessageOf<'system'>) => {
        ({ platform } = message);
      },
    },
  };
}
