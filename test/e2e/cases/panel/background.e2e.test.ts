// Work that goes on after a turn, with the demo agent: its rows, what it asks and changes, Stop, and sessions that are left.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { axeViolations } from '../../harness/axe.ts';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const parley = useParley({ files: { 'notes.txt': 'milk\n' } });

async function freshSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  return chat;
}

const notes = (): string => join(parley.server.workspace, 'notes.txt');
const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');

test('tasks that go on after the turn are rows, each of which is stopped alone', async () => {
  const chat = await freshSession();
  await chat.ask('background 2 long');
  const card = chat.find('background');
  await expect.poll(() => card.getAttribute('data-count')).toBe('2');
  await expect.poll(state).toBe('background');
  await card.getByRole('button').first().click();
  await card.getByText('4 of 4').first().waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await card.getByRole('button', { name: 'Stop npm run build' }).click();
  await expect.poll(() => card.getAttribute('data-count')).toBe('1');
  await chat.find('stop').click();
  await card.waitFor({ state: 'detached' });
});

test('what a task asks and changes after its turn is reviewed and undone, and its answer is an entry', async () => {
  const chat = await freshSession();
  await chat.ask('background notes.txt');
  await chat.find('permission').waitFor();
  // Another turn begins and ends meanwhile.
  await chat.ask('title Elsewhere');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.answers.getByText('npm test has ended without an error.').waitFor();
  expect(readFileSync(notes(), 'utf8')).toContain('Edited by the Parley demo agent.');
  await chat.find('changes').waitFor();
});

test('a session that its agent goes on in is marked as unread where another one is shown', async () => {
  const chat = await freshSession();
  // Another session is shown before it ends.
  await chat.ask('background 20s');
  await chat.newSession();
  const row = await chat.sessionRow('Demo: background');
  await row.getByText('working in the background').waitFor();
  await row.getByText('finished').waitFor({ timeout: 60_000 });
});
