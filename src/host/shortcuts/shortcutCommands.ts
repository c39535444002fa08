// What shows the keyboard shortcuts: a command, and a question mark in the empty composer.
import type * as vscode from 'vscode';
import type { Chats } from '../chat/openChats.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { UserPlatform } from '../../core/panel/panelMessage.ts';
import type { CommandHandlers } from '../contributions/commands.ts';

export interface ShortcutArea {
  readonly commands: Pick<CommandHandlers, 'parley.showShortcuts'>;
  readonly panel: Pick<PanelHandlers, 'show_shortcuts' | 'system'>;
}

export function createShortcuts({ extension }: vscode.ExtensionContext, chats: Chats): ShortcutArea {
  let platform: UserPlatform | undefined;
  const show = async (): Promise<void> => {
    const { focused } = chats;
    const { showShortcutSheet } = await import('./shortcutSheet.ts');
    const result = await showShortcutSheet(extension, platform);
    // After a quick pick VS Code would give the focus to an editor.
    if (result === 'question') await (focused ?? chats.current).reveal('?');
    else if (result === 'closed') await focused?.reveal();
  };
  return {
    commands: { 'parley.showShortcuts': show },
    panel: {
      show_shortcuts: show,
      system: (message) => {
        ({ platform } = message);
      },
    },
  };
}
