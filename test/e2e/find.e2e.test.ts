// Finding text in the chat in a real window: by key, with marks, in what is folded away, and from a search of sessions.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

/** The text that is marked as the current hit, or as any. */
async function marked(chat: Chat, name: 'parley-find' | 'parley-find-current'): Promise<readonly string[]> {
  const panel = await chat.document();
  return panel.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])];
    return ranges.map((range) => {
      const live = document.createRange();
      live.setStart(range.startContainer, range.startOffset);
      live.setEnd(range.endContainer, range.endOffset);
      return live.toString();
    });
  }, name);
}

async function focusIsIn(chat: Chat, testId: string): Promise<void> {
  const panel = await chat.document();
  await panel.waitForFunction(
    (id) => document.hasFocus() && document.activeElement?.getAttribute('data-testid') === id,
    testId,
  );
}

async function shows(chat: Chat, count: string | RegExp): Promise<void> {
  await chat.find('find-count').getByText(count, { exact: true }).waitFor();
}

test('Ctrl+F finds text in the whole session, folds open what hides it, and Escape gives the focus back', async () => {
  const { page } = parley.window;
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.ask('think of tea');
  await chat.ask('explain');
  await chat.input.click();
  await page.keyboard.press('Control+f');
  await focusIsIn(chat, 'find-input');

  // In a thought, which is folded.
  await page.keyboard.type('thinking looks');
  await shows(chat, '1 of 1');
  await chat.entries('thought').getByText('what thinking looks like').waitFor();
  await expect.poll(() => marked(chat, 'parley-find-current')).toEqual(['thinking looks']);
  // Over a mark of the source.
  await chat.find('find-input').fill('reading the question');
  await shows(chat, '1 of 1');
  expect(await axeViolations(chat)).toEqual([]);

  await chat.find('find-input').fill('THE');
  await shows(chat, /^\d+ of ([2-9]|\d\d+)$/);
  const numbers = async (): Promise<readonly number[]> =>
    ((await chat.find('find-count').textContent()) ?? '').split(' of ').map(Number);
  const [first = 0, count = 0] = await numbers();
  await page.keyboard.press('Enter');
  await shows(chat, `${(first % count) + 1} of ${count}`);
  await page.keyboard.press('F3');
  await shows(chat, `${((first + 1) % count) + 1} of ${count}`);
  await page.keyboard.press('Shift+F3');
  await page.keyboard.press('Shift+Enter');
  await shows(chat, `${first} of ${count}`);
  expect((await marked(chat, 'parley-find')).length).toBeGreaterThan(1);
  await chat.find('find-match-case').click();
  await shows(chat, 'No results');

  await chat.find('find-input').press('Escape');
  await chat.find('find-bar').waitFor({ state: 'detached' });
  await focusIsIn(chat, 'composer-input');
  expect(await marked(chat, 'parley-find')).toEqual([]);
});

test('outside the chat the key finds as VS Code does', async () => {
  const { page } = parley.window;
  await parley.window.runCommand('File: New Untitled Text File');
  // A key that comes while the editor is being made is lost.
  await expect
    .poll(async () => {
      await page.locator('.editor-instance .view-lines').click();
      await page.keyboard.press('Control+f');
      return await page.locator('.find-widget.visible').count();
    })
    .toBe(1);
  await page.keyboard.press('Escape');
  expect(await new Chat(parley.window).find('find-bar').count()).toBe(0);
});

test('a hit of a search over sessions is shown at its place', async () => {
  const { page, quickPick } = parley.window;
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.ask('think of coffee');
  await chat.ask('explain');
  await chat.newSession();
  await chat.ask('help');
  await parley.window.runCommand('Parley: Search Sessions…');
  await page.locator('.quick-input-widget:visible .quick-input-box input').fill('thinking looks');
  // Of several sessions that say so, the last one is first.
  await quickPick.filter({ hasText: 'what thinking looks like' }).first().click();
  await chat.find('session-title').getByText('think of coffee').waitFor();
  await focusIsIn(chat, 'find-input');
  expect(await chat.find('find-input').inputValue()).toBe('thinking looks');
  await shows(chat, '1 of 1');
  await expect.poll(() => marked(chat, 'parley-find-current')).toEqual(['thinking looks']);

  // These stand nowhere together.
  await parley.window.runCommand('Parley: Search Sessions…');
  await page.locator('.quick-input-widget:visible .quick-input-box input').fill('folds understood');
  await quickPick.filter({ hasText: 'not understood' }).first().click();
  await shows(chat, /^\d of [2-9]$/);
  await expect.poll(() => marked(chat, 'parley-find-current')).toEqual(['understood']);
});
