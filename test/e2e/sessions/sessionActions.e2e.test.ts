// What a user does with sessions besides talking: name, copy, close, delete, export; what they see meanwhile.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';

const agents = { Alder: fakeAgent('Alder'), Birch: fakeAgent('Birch') };

const parley = useParley({
  machineSettings: {
    'parley.agents': agents,
    'parley.defaultAgent': 'demo',
  },
  settings: { 'parley.notifications': 'always' },
});

async function newSession(agent: string, title?: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await chat.newSession(agent);
  if (title !== undefined) {
    await chat.ask(`title ${title}`);
    await shows(chat, title);
  }
  return chat;
}

async function shows(chat: Chat, title: string): Promise<void> {
  await chat.find('session-title').getByText(title, { exact: true }).waitFor();
}

/** The open quick pick's rows with a text. */
function choices(text: string): Locator {
  return parley.window.quickPick.filter({ hasText: text });
}

async function openPicker(): Promise<void> {
  await parley.window.page.keyboard.press('Control+Alt+s');
  await parley.window.quickPick.first().waitFor();
}

function dialog(): Locator {
  return parley.window.page.locator('.monaco-dialog-box');
}

const nameInput = (): Locator =>
  parley.window.page.locator('.quick-input-widget:visible .quick-input-box input');

journey('a session is renamed from the quick pick, which stays open, and from the tree', async () => {
  const { page } = parley.window;
  await parley.window.openChat();
  const chat = await newSession('Demo agent', 'Green tea');
  await newSession('Demo agent', 'Black tea');
  await openPicker();
  await choices('Green tea').hover();
  await choices('Green tea').locator('.codicon-edit').click();
  await expect.poll(() => nameInput().inputValue()).toBe('Green tea');
  await nameInput().fill('My tea');
  await nameInput().press('Enter');
  await choices('My tea').waitFor();
  await page.keyboard.press('Enter');
  await shows(chat, 'My tea');
  const row = await chat.sessionRow('My tea');
  await row.click({ button: 'right' });
  await parley.window.chooseInMenu(page.getByRole('menuitem', { name: 'Rename Session…' }));
  await expect.poll(() => nameInput().inputValue()).toBe('My tea');
  await nameInput().fill('Still mine');
  await nameInput().press('Enter');
  await shows(chat, 'Still mine');
  await (await chat.sessionRow('Still mine')).waitFor();
});

test('a session is forked, and both sessions continue on their own', async () => {
  const chat = await newSession('Demo agent', 'Oolong');
  await parley.window.runCommand('Parley: Fork Session');
  await shows(chat, 'Fork of Oolong');
  await chat.answers.getByText('This session is called “Oolong” now.').waitFor();
  await chat.ask('image');
  await chat.switchTo('Oolong');
  await openPicker();
  await choices('Fork of Oolong').waitFor();
  await parley.window.page.keyboard.press('Escape');
});

test('forking is refused with a message when the agent does not support it', async () => {
  const chat = await newSession('Alder');
  await chat.ask('say words');
  await parley.window.runCommand('Parley: Fork Session');
  await parley.window.notifications.getByText('Alder does not support forking sessions.').waitFor();
});

test('closing a session shows the previous one, and the closed one can be opened again', async () => {
  const chat = await newSession('Demo agent', 'Earl Grey');
  await newSession('Demo agent', 'Lapsang');
  await chat.send('slow');
  await chat.answers.getByText('one word').waitFor();
  await parley.window.runCommand('Parley: Close Session');
  await dialog().getByText('Stop the running turn and close “Lapsang”?').waitFor();
  await dialog().getByRole('button', { name: 'Close Session', exact: true }).click();
  await shows(chat, 'Earl Grey');
  await chat.switchTo('Lapsang');
  await shows(chat, 'Lapsang');
  await chat.answers.getByText('one word').waitFor();
});

test('closing asks first when the agent cannot reopen the session, unless it is unused', async () => {
  const chat = await newSession('Alder');
  await chat.ask('say brewed once');
  await parley.window.runCommand('Parley: Close Session');
  await dialog().getByText('Close “say brewed once”?').waitFor();
  await dialog().getByText('Alder cannot reopen sessions.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  await shows(chat, 'say brewed once');
  await parley.window.runCommand('Parley: Close Session');
  await dialog().getByRole('button', { name: 'Close Session', exact: true }).click();
  await chat
    .find('session-title')
    .getByText('say brewed once', { exact: true })
    .waitFor({ state: 'detached' });
  await chat.switchTo('say brewed once');
  await chat.answers.getByText('brewed once').waitFor();
  await chat.find('read-only').waitFor();
  await chat.newSession('Alder');
  await parley.window.runCommand('Parley: Close Session');
  await shows(chat, 'say brewed once');
});

test('a session is exported as Markdown and as JSON', async () => {
  const { window, server } = parley;
  await newSession('Demo agent', 'Matcha');
  for (const [file, words] of [
    ['matcha.md', 'This session is called “Matcha” now.'],
    ['matcha.json', '"title": "Matcha"'],
  ] as const) {
    await window.runCommand('Parley: Export Session…');
    await expect.poll(() => nameInput().inputValue()).toContain('Matcha.md');
    await nameInput().fill(join(server.workspace, file));
    await nameInput().press('Enter');
    await expect
      .poll(
        () => existsSync(join(server.workspace, file)) && readFileSync(join(server.workspace, file), 'utf8'),
      )
      .toContain(words);
    await window.page.locator('.tab', { hasText: file }).waitFor();
  }
});

test('deleting a session asks first and deletes it in the agent too', async () => {
  const chat = await newSession('Demo agent', 'Stale tea');
  await newSession('Demo agent', 'Fresh tea');
  await openPicker();
  await choices('Stale tea').hover();
  await choices('Stale tea').locator('.codicon-trash').click();
  await dialog().getByText('Permanently delete “Stale tea”?').waitFor();
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await choices('Stale tea').waitFor({ state: 'detached' });
  await parley.window.page.keyboard.press('Escape');
  await chat.ask('help');
  await parley.window.runCommand('Parley: Search Sessions…');
  await nameInput().fill('Fresh tea');
  await choices('Fresh tea').waitFor();
  await nameInput().fill('Stale tea');
  await choices('Fresh tea').waitFor({ state: 'detached' });
  expect(await choices('Stale tea').count()).toBe(0);
  await parley.window.page.keyboard.press('Escape');
});

test('a background session that finishes shows a notification whose button opens it', async () => {
  const { window, server } = parley;
  const chat = await newSession('Birch');
  await chat.ask('Close by');
  await newSession('Alder');
  await chat.ask('Far away');
  const seen = join(server.home, 'seen-close-by');
  await chat.send(`say over there\nuntil ${seen}\nsay done`);
  await openPicker();
  await window.page.keyboard.press('Enter');
  await shows(chat, 'Close by');
  writeFileSync(seen, '');
  const notice = window.notifications.filter({ hasText: 'Alder finished in “Far away”.' });
  await notice.waitFor();
  await notice.getByText('Open Session', { exact: true }).click();
  await shows(chat, 'Far away');
});

test('changed settings of a running agent apply after the restart that a notification offers', async () => {
  const { window, server } = parley;
  const chat = await newSession('Birch');
  await chat.ask('Before the change');
  const renamed = { ...agents.Birch, env: { PARLEY_TEST: 'changed' } };
  server.changeSettings({ 'parley.agents': { ...agents, Birch: renamed } }, 'machine');
  const notice = window.notifications.filter({ hasText: 'Settings for Birch changed.' });
  await notice.waitFor();
  await notice.getByText('Restart Agent', { exact: true }).click();
  await chat.entries('notice').getByText('Birch restarted and does not remember').waitFor();
  await chat.ask('After the change');
});
