// Rules in a real window: they judge the file that is meant, a command rule covers no word that takes it back, and the
// card offers a rule with the words of a command.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const parley = useParley({
  files: { '.env': 'SECRET=1\n', 'AGENTS.md': 'Be kind.\n', 'lib/one.json': '{}' },
  machineSettings: {
    'parley.permissions.rules': [
      { action: 'deny', path: '**/.env' },
      { action: 'allow', kind: ['read', 'edit'], path: '**' },
      { action: 'allow', command: 'npx tsc --noEmit' },
      { action: 'ask', kind: 'execute', name: 'The rest' },
    ],
    'parley.agents': {
      Odd: { command: process.execPath, args: [join(import.meta.dirname, 'rules.agent.mjs')] },
    },
    'parley.defaultAgent': 'Odd',
  },
});

async function started(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  return chat;
}

test('a denied file with lines is denied, and a wildcard allows neither several paths nor a protected file', async () => {
  const chat = await started();
  await chat.send('secret');
  await chat.answers.getByText('Secret: no').waitFor();
  await chat.send('edit');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '2');
  await chat.answers.getByText('Edit: no').waitFor();
  await chat.send('instructions');
  await chat.find('permission').getByText('AGENTS.md', { exact: false }).first().waitFor();
  await answerPermission(chat, '2');
  await chat.answers.getByText('Instructions: no').waitFor();
});

test('a file in a link is denied, and what cannot be read is asked about, with a line', async () => {
  const chat = await started();
  await chat.send('hidden');
  await chat.answers.getByText('Hidden: no').waitFor();
  await chat.send('unread');
  await chat.find('permission').waitFor();
  await chat.find('transcript').getByText('in a form that Parley cannot fully show').first().waitFor();
  await parley.window.screenshot('unread-request', 'chat');
  await answerPermission(chat, '2');
  await chat.answers.getByText('Unread: no').waitFor();
});

test('a command that takes back a word of its rule waits, until a rule with its words is added', async () => {
  const chat = await started();
  await chat.send('tsc');
  const button = chat.find('allow-words');
  await button.waitFor();
  await parley.window.screenshot('allow-words', 'chat');
  // In its first moments the card accepts no answer.
  await expect
    .poll(async () => {
      // The card may go between the look at it and the click.
      if ((await button.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => undefined);
      return await chat.find('permission').count();
    })
    .toBe(0);
  await chat.answers.getByText('Check: yes').waitFor();
  await chat.send('tsc');
  await expect.poll(() => chat.answers.getByText('Check: yes').count()).toBe(2);
});

test('locations that are no plain files open no editor and make no empty chip', async () => {
  const chat = await started();
  await chat.send('read');
  await chat.answers.getByText('All read').waitFor();
  const { page } = parley.window;
  const group = chat.find('tool-group').last();
  await group.getByText('Read 5 files, 1 search').first().click();
  for (const card of await group.getByTestId('tool-card').all()) {
    if ((await card.getByTestId('location').count()) === 0) await card.getByRole('button').first().click();
  }
  const chips = group.getByTestId('location');
  await expect.poll(() => chips.count()).toBe(7);
  for (const chip of await chips.all()) expect((await chip.textContent())?.trim()).not.toBe('');
  await chips.nth(0).click();
  await page.locator('.tab', { hasText: 'foo.c' }).first().waitFor();
  // The folder is shown in the Explorer, not in an editor.
  await chips.nth(3).click();
  await page.locator('.explorer-folders-view').first().waitFor();
  expect(await page.locator('.tabs-container .tab').count()).toBe(1);
  expect(await page.locator('.notification-list-item').count()).toBe(0);
});
