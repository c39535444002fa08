// B20: the commands of the context menu go to the chat that was clicked, whichever has the focus.
import { expect, test } from 'vitest';
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { contextMenuCommands } from '../../../src/host/chat/contextMenuCommands.ts';
import { commands } from '../../../src/host/contributions/commands.ts';
import { Chats } from '../../../src/host/chat/openChats.ts';

function chat(key: string): Chat & { readonly posted: readonly HostMessage[] } {
  const posted: HostMessage[] = [];
  return {
    key,
    isVisible: true,
    focus: 'outside',
    posted,
    onEvent: () => ({ dispose: () => undefined }),
    show: () => undefined,
    reveal: async () => undefined,
    post: (message) => void posted.push(message),
    describe: () => undefined,
    dispose: () => undefined,
  };
}

const place = {
  parleySession: 'a',
  parleyEntry: 'e1',
  parleyKind: 'agent',
  parleySelection: false,
  parleyInput: true,
  parleyCode: false,
  parleyDiff: false,
  parleyChanges: false,
  // What VS Code adds.
  webview: 'parley.chat',
  preventDefaultContextMenuItems: true,
};

test('a command goes to the chat with the session that was clicked', async () => {
  const [sidebar, tab] = [chat('a'), chat('b')];
  const chats = new Chats(sidebar, () => undefined);
  chats.add(tab);
  chats.use(tab);
  const { 'parley.copyMessage': copy } = contextMenuCommands(chats);
  await copy(commands['parley.copyMessage']([place]));
  expect(sidebar.posted).toEqual([
    { type: 'menu_command', command: 'copy_message', key: 'a', entryId: 'e1' },
  ]);
  expect(tab.posted).toEqual([]);
});

test('anything but a place in a panel does nothing', async () => {
  const sidebar = chat('a');
  const { 'parley.openDiff': open } = contextMenuCommands(new Chats(sidebar, () => undefined));
  for (const argument of [
    undefined,
    null,
    'a',
    {},
    { ...place, parleyEntry: 5 },
    { ...place, parleySession: 'gone' },
  ])
    await open(commands['parley.openDiff']([argument]));
  expect(sidebar.posted).toEqual([]);
});
