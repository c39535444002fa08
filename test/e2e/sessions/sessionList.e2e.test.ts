// The first agent that is added while a chat is open, and the list of its sessions and others below the title: opened and
// used by keyboard; one head; the chat moved and back.
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { keptDrafts } from '../harness/persistedFiles.ts';
import { useParley } from '../harness/useParley.ts';

/** What the head of the chat may take, VS Code's own title bar included, in CSS pixels. */
const MAX_HEAD = 40;

const parley = useParley();

test('a chat in which nothing was said goes over to the first agent that is added, with what was typed', async () => {
  const { window, server } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.find('suggestion').first().waitFor();
  await chat.input.fill('half a thought');
  await expect.poll(() => keptDrafts(server)).toContain('half a thought');
  server.changeSettings({ 'parley.agents': { Alder: fakeAgent('Alder') } }, 'machine');
  await agentName(window.chat, 'Alder').waitFor();
  await chat.find('suggestion').first().waitFor({ state: 'detached' });
  expect(await chat.draft()).toBe('half a thought');
  await chat.input.press('Enter');
  await chat.answers.first().waitFor();
});

async function start(agent: string, prompt: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession(agent);
  await chat.ask(prompt);
  return chat;
}

test('the list is opened from the title bar, filtered and left by keyboard, and lists no empty session', async () => {
  const { window } = parley;
  const chat = await start('Demo agent', 'title Green tea');
  await start('Alder', 'say Black tea');
  await window.runCommand('Parley: New Session');
  await chat.find('session-title').getByText('New session', { exact: true }).waitFor();
  expect(await chat.find('agent-select').getAttribute('title')).toContain('Alder');

  await window.page.locator('.composite.title .codicon-history').first().click();
  const rows = chat.find('session-row');
  await rows.filter({ hasText: 'Green tea' }).waitFor();
  expect(await rows.filter({ hasText: 'New session' }).count()).toBe(0);
  await window.screenshot('session-list');
  await window.page.keyboard.type('green');
  await expect.poll(() => rows.count()).toBe(1);
  await window.page.keyboard.press('Escape');
  await expect.poll(() => rows.count()).toBe(0);
  await chat.find('session-title').and(window.chat.locator(':focus')).waitFor();

  await window.page.keyboard.press('Enter');
  await rows.first().waitFor();
  await window.page.keyboard.type('green');
  await window.page.keyboard.press('Enter');
  await chat.find('session-title').getByText('Green tea', { exact: true }).waitFor();
  await chat.input.and(window.chat.locator(':focus')).waitFor();
});

test('nothing but the title bar of VS Code stands above the chat', async () => {
  const { window } = parley;
  const bar = await window.page.locator('.part.sidebar').boundingBox();
  const first = await window.chat.locator('.transcript').boundingBox();
  expect((first?.y ?? 0) - (bar?.y ?? 0)).toBeLessThanOrEqual(MAX_HEAD);
});

test('one command moves the chat to the right of the editor, and another moves it back', async () => {
  const { window } = parley;
  const isRight = async (): Promise<boolean> => {
    const view = await window.page.locator('iframe.webview').first().boundingBox();
    return (view?.x ?? 0) > (window.page.viewportSize()?.width ?? 0) / 2;
  };
  await window.runCommand('Parley: Move Chat to Secondary Side Bar');
  await expect.poll(isRight).toBe(true);
  await new Chat(window).input.waitFor();
  await window.runCommand('Parley: Move Chat to Primary Side Bar');
  await expect.poll(isRight).toBe(false);
  await new Chat(window).input.waitFor();
  // Nothing is left in the other side bar.
  await window.page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
});
