// Many sessions at once: in parallel, switched by palette and key, renamed while they are chosen from, side by side.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { fakeAgent, rawSession } from '../agents/agentSettings.ts';
import { axeViolations } from '../harness/axe.ts';
import { Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';

/** Files that let the agent Namer go on. */
const folder = mkdtempSync(join(tmpdir(), 'parley-namer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Alder: fakeAgent('Alder'),
      Birch: fakeAgent('Birch'),
      Namer: rawSession('Namer', [
        { expect: 'session/prompt' },
        { update: { sessionUpdate: 'session_info_update', title: 'Before it is asked' } },
        { waitForFile: join(folder, 'picker-open') },
        { update: { sessionUpdate: 'session_info_update', title: 'After it was asked' } },
        { waitForFile: join(folder, 'title-seen') },
        { send: { id: '$id', result: { stopReason: 'end_turn' } } },
      ]),
    },
    'parley.defaultAgent': 'demo',
  },
});

/** Words that only this session says, one after the other. */
const words = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name.replace(' ', '-')}-${index}`);

/** A prompt that makes the fake agent say them, the second half once the file is there. */
const saying = (name: string, count: number, file: string): string =>
  words(name, count)
    .flatMap((word, index) => [...(index === count / 2 ? [`until ${file}`] : []), `say ${word} `, 'wait 20'])
    .join('\n');

async function begin(chat: Chat, name: string, prompt: string): Promise<void> {
  await chat.newSession(name.split(' ')[0]);
  // The first prompt gives the session its title.
  await chat.ask(name);
  await chat.send(prompt);
  await chat.find('stop').waitFor();
}

async function shows(chat: Chat, name: string): Promise<void> {
  await chat.find('session-title').getByText(name, { exact: true }).waitFor();
}

async function saidWords(chat: Chat): Promise<string[]> {
  const text = (await chat.answers.allInnerTexts()).join(' ');
  return text.split(/\s+/).filter((word) => /-\d+$/.test(word));
}

/** Waits until the user can type into the chat. */
async function hasFocus(chat: Chat): Promise<void> {
  const panel = await chat.document();
  await panel.waitForFunction(
    () => document.hasFocus() && document.activeElement?.getAttribute('data-testid') === 'composer-input',
  );
}

/** Waits until what fades or moves in has come to rest. */
async function drawn(element: Locator): Promise<void> {
  await element.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
}

describe('Two agents with two sessions each', () => {
  const names = ['Alder one', 'Alder two', 'Birch one', 'Birch two'];
  const count = 80;

  journey(
    'stream at once and are switched between from the palette and by key, each with its own words',
    async () => {
      const { window } = parley;
      const { page } = window;
      await window.openChat();
      const chat = new Chat(window);
      const allRun = join(parley.server.home, 'all-run');
      for (const name of names) await begin(chat, name, saying(name, count, allRun));

      await window.runCommand('Parley: Switch Session…');
      for (const name of names) {
        await window.quickPick
          .filter({ hasText: name })
          .getByText(/· running/)
          .waitFor();
      }
      await page.keyboard.press('Escape');
      await chat.input.click();
      await hasFocus(chat);

      await chat.switchTo('Alder one');
      await shows(chat, 'Alder one');
      await chat.find('stop').waitFor();
      await expect.poll(() => saidWords(chat)).toHaveLength(count / 2);
      await chat.switchTo('Birch one');
      await shows(chat, 'Birch one');
      writeFileSync(allRun, '');
      await hasFocus(chat);

      // The key and Enter go back and forth between two sessions.
      for (const back of ['Alder one', 'Birch one', 'Alder one']) {
        await page.keyboard.press('Control+Alt+s');
        await window.quickPick.filter({ hasText: back }).and(page.locator('.focused')).waitFor();
        await page.keyboard.press('Enter');
        await shows(chat, back);
        expect((await saidWords(chat)).every((word) => word.startsWith(back.replace(' ', '-')))).toBe(true);
      }
      // They went on while nobody looked.
      for (const name of names) {
        await chat.switchTo(name);
        await shows(chat, name);
        await chat.find('stop').waitFor({ state: 'detached', timeout: 60_000 });
        expect(await saidWords(chat)).toEqual(words(name, count));
      }
    },
  );

  test('keep a draft each', async () => {
    const chat = new Chat(parley.window);
    await chat.switchTo('Alder one');
    await shows(chat, 'Alder one');
    await chat.input.fill('Half a thought');
    await chat.switchTo('Birch two');
    await shows(chat, 'Birch two');
    expect(await chat.draft()).toBe('');
    await chat.input.fill('Another');
    await chat.switchTo('Alder one');
    await shows(chat, 'Alder one');
    expect(await chat.draft()).toBe('Half a thought');
    await chat.input.fill('');
    await chat.switchTo('Birch two');
    await shows(chat, 'Birch two');
    expect(await chat.draft()).toBe('Another');
    await chat.input.fill('');
  });

  test('are in the tree by agent, and one that finishes out of sight is marked there', async () => {
    const { window } = parley;
    const chat = new Chat(window);
    const tree = window.page.locator('.pane-body .monaco-list[aria-label="Sessions"]');
    await chat.switchTo('Alder one');
    await shows(chat, 'Alder one');
    const seen = join(parley.server.home, 'seen-running');
    await chat.send(`say one more\nuntil ${seen}\nsay thing`);
    await chat.switchTo('Birch one');
    await shows(chat, 'Birch one');
    const row = await chat.sessionRow('Alder one');
    await row.getByText('running').waitFor();
    writeFileSync(seen, '');
    await window.page.locator('.activitybar .badge-content', { hasText: '1' }).waitFor();
    await row.getByText('finished').waitFor();
    await tree.getByText('Birch', { exact: true }).waitFor();
    await tree.hover();
    await window.page.mouse.wheel(0, -2_000);
    await tree.getByText('Alder', { exact: true }).waitFor();
    await (await chat.sessionRow('Alder one')).click();
    await shows(chat, 'Alder one');
    await row.getByText('finished').waitFor({ state: 'detached' });
  });
});

test('titles change while the quick pick is open, and what is chosen stays chosen', async () => {
  const { window } = parley;
  const { page } = window;
  const chat = new Chat(window);
  await chat.newSession('Namer');
  await chat.send('go');
  await chat.find('session-title').getByText('Before it is asked').waitFor();
  await chat.switchTo('Birch one');
  await shows(chat, 'Birch one');
  await page.keyboard.press('Control+Alt+s');
  const focused = window.quickPick.and(page.locator('.focused'));
  await focused.getByText('Before it is asked').waitFor();
  writeFileSync(join(folder, 'picker-open'), '');
  await focused.getByText('After it was asked').waitFor();
  writeFileSync(join(folder, 'title-seen'), '');
  await window.screenshot('sessions-quick-pick-live');
  await page.keyboard.press('Enter');
  await chat.find('session-title').getByText('After it was asked').waitFor();
});

test('two chats side by side have a session each, and none is shown twice', async () => {
  const { window } = parley;
  const { page } = window;
  const sidebar = new Chat(window);
  const ended = join(parley.server.home, 'ended');
  await begin(sidebar, 'Alder left', saying('Alder left', 60, ended));
  await shows(sidebar, 'Alder left');
  await window.runCommand('Parley: Open Chat in Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(2);
  const [left, right] = (await window.chatsInSight()).map((frame) => new Chat(window, frame));
  if (left === undefined || right === undefined) throw new Error('There are not two chats.');
  await shows(right, 'Alder left');
  await left.find('session-title').getByText('New session', { exact: true }).waitFor();
  await hasFocus(right);
  await left.input.click();
  await hasFocus(left);
  await begin(left, 'Birch right', saying('Birch right', 60, ended));
  await shows(right, 'Alder left');
  await shows(left, 'Birch right');
  for (const [chat, name] of [
    [left, 'Birch right'],
    [right, 'Alder left'],
  ] as const) {
    await chat.find('stop').waitFor();
    await expect.poll(() => saidWords(chat)).not.toEqual([]);
    const said = await saidWords(chat);
    expect(said.every((word) => word.startsWith(name.replace(' ', '-')))).toBe(true);
  }
  await page.locator('.tab', { hasText: 'Alder left' }).waitFor();
  for (const theme of ['dark', 'light'] as const) {
    await window.setTheme(theme);
    await window.screenshot(`sessions-side-by-side-${theme}`);
    await page.keyboard.press('Control+Alt+s');
    await window.quickPick.first().waitFor();
    await drawn(page.locator('.quick-input-widget:visible'));
    await window.screenshot(`sessions-quick-pick-${theme}`);
    await page.keyboard.press('Escape');
    await hasFocus(left);
  }
  expect(await axeViolations(right)).toEqual([]);
  writeFileSync(ended, '');

  // Chosen in the sidebar, a session that is open in a tab is brought to the front there.
  await left.input.click();
  await left.switchTo('Alder left');
  await hasFocus(right);
  await shows(left, 'Birch right');
  await page.locator('.tab.active', { hasText: 'Alder left' }).waitFor();

  await window.runCommand('View: Close Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(1);
  await sidebar.switchTo('Alder left');
  await shows(sidebar, 'Alder left');
});
