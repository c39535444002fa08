// What the user has typed and not sent, in a real window: in forms that nobody waits for, in the composer, in the queue.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { Chat } from '../../harness/chat.ts';
import { keptDrafts } from '../../harness/persistedFiles.ts';
import { useParley } from '../../harness/useParley.ts';

const program = (name: string): { readonly command: string; readonly args: readonly string[] } => ({
  command: process.execPath,
  args: [join(import.meta.dirname, name)],
});

const parley = useParley({
  machineSettings: {
    'parley.agents': { Asker: program('drafts.agent.mjs') },
    'parley.mcpServers': { slow: program('slowServer.mjs') },
  },
});

/** A mention that is being read until the window ends. */
const MENTION = '[@guide](parley:/resource?server=slow&uri=slow%3A%2F%2Fguide)';

async function newSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession('Asker');
  return chat;
}

/** Lets the agent go on. It must not find the file before the step is in it. */
function step(name: 'end' | 'withdraw' | 'crash'): void {
  const file = join(parley.server.workspace, 'step');
  writeFileSync(`${file}.new`, name);
  renameSync(`${file}.new`, file);
}

async function asked(prompt = 'ask'): Promise<Chat> {
  const chat = await newSession();
  await chat.send(prompt);
  await chat.find('elicitation').waitFor();
  return chat;
}

const field = (card: Locator, name: string): Locator => card.locator(`[data-field="${name}"] input`);

/** Reloads the window once the host has what was typed last. */
async function reloaded(typed: string): Promise<Chat> {
  await expect.poll(() => keptDrafts(parley.server)).toContain(JSON.stringify(typed).slice(1, -1));
  await parley.window.reload();
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.input.waitFor();
  return chat;
}

const typed = (text: string): Promise<void> => parley.window.page.keyboard.type(text);

test('what is typed into a form stays in its field when the agent withdraws the question', async () => {
  const chat = await asked();
  const { page } = parley.window;
  await field(chat.find('elicitation'), 'days').fill('14');
  await field(chat.find('elicitation'), 'city').click();
  await typed('Chiang');
  step('withdraw');
  const card = chat.find('unsent-answer');
  await card.waitFor();
  await typed(' Mai');
  await page.keyboard.press('Enter');
  expect(await field(card, 'city').inputValue()).toBe('Chiang Mai');
  expect(await chat.entries('user').count()).toBe(1);
  for (const theme of ['light', 'hc', 'dark'] as const) {
    await parley.window.setTheme(theme);
    await parley.window.setChatWidth(theme === 'light' ? 300 : theme === 'hc' ? 420 : 800);
    await parley.window.screenshot(`form-nobody-waits-for-${theme}`, 'chat');
  }
  await parley.window.setChatWidth(420);
  await chat.input.fill('Hi');
  await card.locator('[data-action="add-to-prompt"]').click();
  await expect.poll(() => chat.draft()).toBe('Hi\nCity: Chiang Mai\nDays: 14');
  expect(await card.count()).toBe(0);
});

test('it stays after a crash of the agent, in another session and back, and after a reload, until it is dismissed', async () => {
  const chat = await asked('ask about Laos');
  await field(chat.find('elicitation'), 'city').fill('Luang Prabang');
  step('crash');
  const card = chat.find('unsent-answer');
  await card.waitFor();
  await chat.newSession('Asker');
  expect(await card.count()).toBe(0);
  await chat.input.fill('draft of the other one');
  await chat.switchTo('ask about Laos');
  await card.waitFor();
  expect(await field(card, 'city').inputValue()).toBe('Luang Prabang');
  const after = await reloaded('Luang Prabang');
  const left = after.find('unsent-answer');
  await left.waitFor();
  expect(await field(left, 'city').inputValue()).toBe('Luang Prabang');
  await left.locator('[data-action="dismiss"]').click();
  await expect.poll(() => left.count()).toBe(0);
});

test('a form that is open when the window is reloaded leaves what was typed, beside the draft', async () => {
  const chat = await asked();
  await field(chat.find('elicitation'), 'city').fill('Hanoi');
  await chat.input.fill('and a draft');
  const after = await reloaded('and a draft');
  await expect.poll(() => after.draft()).toBe('and a draft');
  const left = after.find('unsent-answer');
  await left.waitFor();
  expect(await field(left, 'city').inputValue()).toBe('Hanoi');
  await left.locator('[data-action="dismiss"]').click();
});

test('/compact typed over a selection is sent, and Undo gives back what was there', async () => {
  const chat = await newSession();
  const { page } = parley.window;
  await chat.input.fill('a long thought');
  await chat.input.press('Control+A');
  await typed('/compact');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await chat.answers.getByText('HEARD /compact').waitFor();
  expect(await chat.draft()).toBe('');
  const seen: string[] = [];
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+Z');
      seen.push(await chat.draft());
      return seen;
    })
    .toContain('a long thought');
});

test('a prompt whose mention is being read, and what is typed meanwhile, are there after a reload', async () => {
  const chat = await newSession();
  await chat.send(`see ${MENTION}`);
  await chat.find('stop-reading').waitFor();
  await typed('and then');
  const after = await reloaded('and then');
  await expect.poll(() => after.draft()).toMatch(/^see .*guide.*\nand then$/);
  await after.find('composer-note').getByText('closed or reloaded').waitFor();
  await parley.window.screenshot('draft-after-a-reload', 'chat');
  await after.input.fill('');
});

test('a queued prompt that is edited is there after a reload, and its edit too', async () => {
  const chat = await newSession();
  await chat.send('work');
  await chat.find('stop').waitFor();
  await chat.send('queued before');
  await chat.find('queued').dblclick();
  const edit = chat.find('queued-edit');
  await edit.waitFor();
  await edit.fill(`queued with ${MENTION}`);
  await edit.press('Enter');
  await chat.find('stop-reading').waitFor();
  await chat.input.fill('typed behind');
  const after = await reloaded('typed behind');
  await expect.poll(() => after.draft()).toMatch(/^queued with .*guide.*\ntyped behind$/);
  await after.find('composer-note').getByText('change to a queued prompt').waitFor();
  expect(await after.find('queued').innerText()).toContain('queued before');
  await parley.window.screenshot('queued-edit-after-a-reload', 'chat');
  await after.input.fill('');
});

test('edits of an earlier prompt and of a queued one with a mention are there after the extension host was killed', async () => {
  const chat = await newSession();
  await chat.ask('first words');
  await chat.send('work');
  await chat.find('stop').waitFor();
  await chat.send('queued words');
  await chat.find('queued').dblclick();
  await chat.find('queued-edit').fill(`queued with ${MENTION}`);
  await typed('. Not saved');
  const first = chat.entries('user').first();
  await first.hover();
  await first.getByTestId('edit-prompt').click();
  await chat.find('prompt-input').waitFor();
  await typed(' and second ones');
  await expect.poll(() => keptDrafts(parley.server)).toContain('first words and second ones');
  await expect.poll(() => keptDrafts(parley.server)).toContain('Not saved');
  for (const pid of await parley.server.extensionHosts()) process.kill(pid, 'SIGKILL');
  await parley.window.reload();
  await parley.window.openChat();
  const after = new Chat(parley.window);
  const earlier = after.find('prompt-input');
  await expect.poll(() => earlier.innerText()).toBe('first words and second ones');
  await expect
    .poll(() => after.find('queued-edit').innerText())
    .toMatch(/^queued with .*guide.*\. Not saved$/);
  expect(await after.find('queue-state').innerText()).toContain('paused');
  for (const [theme, width] of [
    ['light', 300],
    ['hc', 420],
    ['dark', 800],
  ] as const) {
    await parley.window.setTheme(theme);
    await parley.window.setChatWidth(width);
    await parley.window.screenshot(`edits-after-a-kill-${theme}`, 'chat');
  }
  await parley.window.setChatWidth(420);
  await earlier.press('Escape');
  await after.find('queued-edit').press('Escape');
  await expect.poll(() => after.find('queued').innerText()).toContain('queued words');
  await expect.poll(() => keptDrafts(parley.server)).not.toContain('second ones');
});

test('letters that reach neither the host nor VS Code before the page ends are there in the next page', async () => {
  const chat = await newSession();
  await chat.send('work on letters');
  await chat.input.fill('typed before');
  await expect.poll(() => keptDrafts(parley.server)).toContain('typed before');
  const hosts = await parley.server.extensionHosts();
  // A host that stands still takes nothing any more.
  for (const pid of hosts) process.kill(pid, 'SIGSTOP');
  await chat.input.press('Control+End');
  await typed(' and at the last moment');
  await parley.window.page.reload();
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
  await parley.window.openChat();
  const after = new Chat(parley.window);
  await expect.poll(() => after.draft()).toBe('typed before and at the last moment');
  await expect.poll(() => keptDrafts(parley.server)).toContain('at the last moment');
});

test('each session has its own draft after switches and a reload while an agent works', async () => {
  const chat = await newSession();
  await chat.send('work on drafts');
  await chat.find('stop').waitFor();
  await chat.input.fill('one\ntwo');
  await chat.newSession('Asker');
  await chat.input.fill('three');
  await chat.switchTo('work on drafts');
  await expect.poll(() => chat.draft()).toBe('one\ntwo');
  await chat.input.press('Control+End');
  await typed(' more');
  const after = await reloaded('two more');
  await expect.poll(() => after.draft()).toBe('one\ntwo more');
});

test('what is typed right after the key of a new session is in that session', async () => {
  const chat = await newSession();
  await chat.send('work on keys');
  await chat.find('stop').waitFor();
  await chat.input.fill('stays here');
  await chat.input.press('Control+n');
  await typed('typed at once');
  await expect.poll(() => chat.draft()).toBe('typed at once');
  await chat.switchTo('work on keys');
  await expect.poll(() => chat.draft()).toBe('stays here');
});
