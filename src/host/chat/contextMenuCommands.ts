// The commands of the panel's context menu: the panel that was clicked carries them out.
import type { MenuCommand } from '../../core/panel/menuContext.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { Chats } from './openChats.ts';

type MenuCommandId =
  | 'parley.copySelection'
  | 'parley.copyCode'
  | 'parley.copyMessage'
  | 'parley.copyResponse'
  | 'parley.copyAsMarkdown'
  | 'parley.addSelectionToPrompt'
  | 'parley.askAbout'
  | 'parley.editPrompt'
  | 'parley.openAsMarkdown'
  | 'parley.exportResponse'
  | 'parley.openDiff'
  | 'parley.openSubagent';

export function contextMenuCommands(chats: Chats): Pick<CommandHandlers, MenuCommandId> {
  /** Without a place it is what is selected, or focused, in the chat with the focus. */
  const sendByKey = (command: MenuCommand): void => {
    const { focused } = chats;
    if (focused?.key !== undefined)
      focused.post({ type: 'menu_command', command, key: focused.key, isByKey: true });
  };
  const send =
    (command: MenuCommand): CommandHandlers[MenuCommandId] =>
    ({ menu }) => {
      if (menu === undefined) {
        sendByKey(command);
        return;
      }
      const { parleySession: key, parleyEntry: entryId } = menu;
      const message = { type: 'menu_command', command, key } as const;
      chats.showing(key)?.post(entryId === undefined ? message : { ...message, entryId });
    };
  return {
    'parley.copySelection': send('copy_selection'),
    'parley.copyCode': send('copy_code'),
    'parley.copyMessage': send('copy_message'),
    'parley.copyResponse': send('copy_response'),
    'parley.copyAsMarkdown': send('copy_markdown'),
    'parley.addSelectionToPrompt': send('add_selection'),
    'parley.askAbout': send('ask_about'),
    'parley.editPrompt': send('edit_prompt'),
    'parley.openAsMarkdown': send('open_markdown'),
    'parley.exportResponse': send('export_markdown'),
    'parley.openDiff': send('open_diff'),
    'parley.openSubagent': send('open_subagent'),
  };
}
