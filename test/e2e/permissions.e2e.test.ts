// What an agent may do, in a real window: proposals edited before they are allowed, files outside, rules for all of it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley({
  files: { 'notes.txt': 'one\ntwo\n', 'secret.txt': 'old\n' },
  machineSettings: {
    'parley.permissions.rules': [
      { action: 'deny', path: 'secret.txt', name: 'Leave the secret alone' },
      { action: 'ask', kind: 'edit' },
    ],
  },
});

async function newSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  return chat;
}

const beside = (): string => join(parley.server.directory, 'parley-demo.txt');

journey(
  'a proposed text is edited before it is allowed, asked about once, and written as edited',
  async () => {
    const chat = await newSession();
    await chat.send('edit notes.txt');
    const request = chat.find('permission');
    await request.getByTestId('permission-rule').getByText('user rule 2').waitFor();
    await chat.find('edit-proposal').click();
    const { page } = parley.window;
    const right = page.locator('.editor.modified');
    await right.getByText('Edited by the Parley demo agent').waitFor();
    await right.locator('.view-lines').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mine too');
    await parley.window.screenshot('permission-edit');
    await chat.input.click();
    await answerPermission(chat, '1');
    await chat.answers.getByText('Done:').waitFor();
    expect(parley.server.readFile('notes.txt')).toBe('one\ntwo\nEdited by the Parley demo agent.\nmine too');
    await chat.find('tool-decision').getByText('Allowed once · With your edits').waitFor();
    // One question, and so one card: the write is what was allowed. Its editor is closed.
    expect(await chat.find('tool-card').count()).toBe(1);
    await expect.poll(() => page.locator('.tab', { hasText: 'edit on the right' }).count()).toBe(0);
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  },
);

test('R78 a write outside asks in the dock with the full path, and a rejection is an error for the agent', async () => {
  const chat = await newSession();
  await chat.send('outside');
  const request = chat.find('permission');
  await request.getByText('Write a file outside the folders of this session').waitFor();
  expect(await request.textContent()).toContain(beside());
  expect(await chat.find('permission-option').allTextContents()).toEqual([
    'Allow Once1',
    'Allow for This Session2',
    'Reject3',
  ]);
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('permission-outside', 'chat');
  await answerPermission(chat, '3');
  await chat.answers.getByText('the user did not allow it to be written').waitFor();
  expect(existsSync(beside())).toBe(false);

  await chat.send('outside');
  await request.waitFor();
  await chat.find('stop').click();
  await expect.poll(() => request.count()).toBe(0);
  await chat.entries('turn').getByText('Stopped').waitFor();
  expect(existsSync(beside())).toBe(false);

  await chat.send('outside');
  await request.waitFor();
  await answerPermission(chat, '1');
  await chat.answers.getByText('Parley wrote it for me').waitFor();
  expect(existsSync(beside())).toBe(true);
});

test('while the chat is hidden, questions are answered from the palette and from a notification', async () => {
  const chat = await newSession();
  const written = join(parley.server.directory, 'hidden.txt');
  await chat.send('edit ../hidden.txt');
  const request = chat.find('permission');
  await request.getByText('Read a file outside the folders of this session').waitFor();
  await parley.window.runCommand('View: Show Explorer');
  await parley.window.runCommand('Parley: Allow Once');
  // The agent has looked whether there is such a file, and now asks whether it may make it.
  const notice = parley.window.notifications.filter({ hasText: 'asks for permission' });
  await notice.getByText('Create').waitFor();
  expect(await notice.textContent()).toContain(written);
  expect(existsSync(written)).toBe(false);
  await notice.getByRole('button', { name: 'Allow once' }).click();
  // What it has asked for itself, with the full path, is not asked again.
  await expect.poll(() => existsSync(written)).toBe(true);
});

test('a file that runs by itself is asked about, with what runs it, and not written before the answer', async () => {
  const chat = await newSession();
  const request = chat.find('permission');
  for (const [name, reason] of [
    ['.vscode/tasks.json', 'editor'],
    ['.GIT/config', 'versionControl'],
  ] as const) {
    const before = await chat.lastRow();
    await chat.send(`outside ${name}`);
    const note = request.getByTestId('permission-protected');
    await note.locator(`[data-reason="${reason}"]`).getByText('can run code').waitFor();
    expect(await note.textContent()).toContain(join(parley.server.workspace, name));
    expect(existsSync(join(parley.server.workspace, name))).toBe(false);
    expect(await chat.find('permission-option').allTextContents()).toEqual(['Allow Once1', 'Reject2']);
    expect(await axeViolations(chat)).toEqual([]);
    await parley.window.screenshot(`permission-protected-${reason}`, 'chat');
    await answerPermission(chat, '2');
    await chat.turnEnd(before);
    expect(existsSync(join(parley.server.workspace, name))).toBe(false);
  }
});

test('a rule that denies holds for an agent that asks nobody, and is named', async () => {
  const chat = await newSession();
  await chat.send('outside secret.txt');
  await chat.answers.getByText('permission rules do not allow this').waitFor();
  expect(parley.server.readFile('secret.txt')).toBe('old\n');
  await chat.find('tool-decision').getByText('Rejected · Rule: Leave the secret alone').waitFor();
  expect(await chat.find('permission').count()).toBe(0);
});
