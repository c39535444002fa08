// Two windows on the same folder: what one sees of the sessions that the other has open, and what it leaves alone.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Chat } from '../harness/chat.ts';
import { filesLike } from '../harness/persistedFiles.ts';
import { ParleyWindow } from '../harness/parleyWindow.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({ machineSettings: { 'parley.defaultAgent': 'demo' } });

let second: ParleyWindow;

beforeAll(async () => {
  second = await ParleyWindow.open(parley.server, {});
});

afterAll(() => second.close());

function dialog(window: ParleyWindow): Locator {
  return window.page.locator('.monaco-dialog-box');
}

/** The rows of the open quick pick that have this text. */
function choices(window: ParleyWindow, text: string): Locator {
  return window.quickPick.filter({ hasText: text });
}

test('a session that runs in another window is marked in the tree and in the quick pick, and can be read', async () => {
  const first = parley.window;
  await first.openChat();
  const chat = new Chat(first);
  await chat.ask('title White tea');
  await chat.send('slow');
  await chat.answers.getByText('one word after the other').waitFor();
  await second.openChat();
  const other = new Chat(second);
  await other.find('session-title').getByText('New session', { exact: true }).waitFor();
  const row = await other.sessionRow('White tea');
  await row.getByText('open in another window').waitFor();
  await second.screenshot('sessions-elsewhere');

  await second.runCommand('Parley: Switch Session…');
  await choices(second, 'White tea').getByText('open in another window').waitFor();
  await choices(second, 'White tea').click();
  const notification = second.notifications.filter({ hasText: '“White tea” is open in another window.' });
  await notification.getByText('Continue there, or close it there first.').waitFor();
  await notification.getByRole('button', { name: 'Show Transcript' }).click();
  await second.page.locator('.tab.active', { hasText: 'White tea' }).waitFor();
  // The preview has a frame of its own in that of the webview.
  const page = second.page.frameLocator('iframe.webview[src*="markdown-language-features"]');
  await page.frameLocator('iframe#active-frame').getByText('title White tea').first().waitFor();
  await second.screenshot('sessions-elsewhere-transcript');
  // It goes on where it is.
  await chat.find('stop').waitFor();
});

test('it cannot be deleted from there, neither alone nor with all others', async () => {
  await second.runCommand('Parley: Switch Session…');
  await choices(second, 'White tea').hover();
  await choices(second, 'White tea').locator('.codicon-trash').click();
  const notification = second.notifications.filter({ hasText: 'Close it there first.' });
  await notification.first().waitFor();
  expect(await dialog(second).count()).toBe(0);
  await second.page.keyboard.press('Escape');
  await second.runCommand('Notifications: Clear All Notifications');
  await second.runCommand('Parley: Delete All History…');
  await dialog(second).getByRole('button', { name: 'Delete All', exact: true }).click();
  await second.notifications.filter({ hasText: '1 session is open in another window' }).waitFor();
  expect(filesLike(parley.server, '.jsonl').some(({ text }) => text.includes('White tea'))).toBe(true);
});

test('once its window is closed it is not marked any more, and opens', async () => {
  await parley.window.page.goto('about:blank');
  const other = new Chat(second);
  const row = await other.sessionRow('White tea');
  await row.getByText('open in another window').waitFor({ state: 'detached' });
  await row.click();
  await other.find('session-title').getByText('White tea', { exact: true }).waitFor();
});

test('one that the other window has taken meanwhile is not taken back by a window that showed it last', async () => {
  await second.page.goto('about:blank');
  const { window } = parley;
  await window.load();
  await window.openChat();
  const chat = new Chat(window);
  const row = await chat.sessionRow('White tea');
  await row.getByText('open in another window').waitFor({ state: 'detached' });
  await row.click();
  await chat.find('session-title').getByText('White tea', { exact: true }).waitFor();
  await chat.connected();
  await second.load();
  await second.openChat();
  const other = new Chat(second);
  await other.find('session-title').getByText('New session', { exact: true }).waitFor();
  await (await other.sessionRow('White tea')).getByText('open in another window').waitFor();
});

test('in windows without a folder one has its session back after a reload, and the other begins its own', async () => {
  const address = new URL(parley.server.address);
  address.search = '?ew=true';
  const openWithoutFolder = async (window: ParleyWindow): Promise<Chat> => {
    await window.page.goto(address.href);
    await window.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    await window.openChat();
    return new Chat(window);
  };
  const chat = await openWithoutFolder(parley.window);
  await chat.ask('title Rooibos');
  await chat.send('slow');
  await chat.answers.getByText('one word after the other').waitFor();
  await openWithoutFolder(parley.window);
  await chat.find('session-title').getByText('Rooibos', { exact: true }).waitFor();
  const other = await openWithoutFolder(second);
  await other.find('session-title').getByText('New session', { exact: true }).waitFor();
  await (await other.sessionRow('Rooibos')).getByText('open in another window').waitFor();
});
