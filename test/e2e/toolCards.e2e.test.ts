// Tool cards in a real window: diffs in the native editor before and after approval, and editors that follow.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

async function openedChat(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  return chat;
}

const tab = (label: string) =>
  parley.window.page.locator('.tabs-container .tab .label-name', { hasText: label });

test('a proposed change opens against the file before it is approved, and as made after; the card says who decided', async () => {
  const chat = await openedChat();
  await chat.send('edit src/brew.js');
  const request = chat.find('permission');
  await request.getByTestId('open-diff').click();
  await tab('brew.js (proposed)').waitFor();
  const modified = parley.window.page.locator('.editor.modified .view-lines');
  await modified.getByText('Edited by the Parley demo agent').waitFor();
  expect(parley.server.readFile('src/brew.js')).not.toContain('demo agent');

  await chat.find('permission-option').first().click();
  await chat.turnEnd(-1);
  await chat.find('tool-decision').getByText('Allowed once').waitFor();
  await chat.find('tool-card').getByTestId('open-diff').click();
  await tab('brew.js (changed by the agent)').waitFor();
  expect(parley.server.readFile('src/brew.js')).toContain('demo agent');
  expect(await axeViolations(chat)).toEqual([]);
});

test('R68 an editor follows the agent when the user wants it', async () => {
  const chat = await openedChat();
  await parley.window.runCommand('Parley: Toggle Follow Mode');
  await chat.send('read src/teas.js');
  // The label of a file is in pieces.
  await parley.window.page.locator('.tab[data-resource-name="teas.js"]').waitFor();
  await parley.window.runCommand('Parley: Toggle Follow Mode');
});
