// The chat in VS Code's workbench: finding text, each theme with its own styles for code and keys, motion, and commands of
// the palette and settings, which do something that is seen or say why they cannot.
import { afterAll, expect, test } from 'vitest';
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

const THEMES = ['light', 'hc', 'hcLight', 'dark'] as const;

afterAll(() => parley.window.setTheme('dark'));

test('code and the list of commands can be read and reached', async () => {
  const { window } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.newSession();
  await chat.ask('stream 16');
  await chat.answers.locator('.hljs-keyword').first().scrollIntoViewIfNeeded();
  await chat.input.fill('/');
  await chat.find('suggestion').first().waitFor();
  for (const theme of THEMES) {
    await window.setTheme(theme);
    expect(await axeViolations(chat), theme).toEqual([]);
  }
  await chat.input.fill('');
});

test('the number of an answer has the colour of its words', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await chat.send('run npm test');
  const option = chat.find('permission-option').first();
  await option.waitFor();
  for (const theme of THEMES) {
    await window.setTheme(theme);
    const [words, number] = await option.evaluate((button) => {
      const key = button.querySelector('kbd');
      const inside = button.shadowRoot?.querySelector('button');
      return [inside, key].map((element) => element && getComputedStyle(element).color);
    });
    expect(number, theme).toBe(words);
  }
  await chat.find('stop').click();
});

test('nothing moves when VS Code or the system is set to reduce motion, and what is to appear late does', async () => {
  const { server, window } = parley;
  const panel = await new Chat(window).document();
  const motion = () =>
    panel.evaluate(() => {
      const connection = document.createElement('div');
      connection.className = 'connection';
      connection.dataset['state'] = 'starting';
      const dot = document.createElement('span');
      dot.className = 'connection-dot';
      const waiting = document.createElement('p');
      waiting.className = 'panel-waiting';
      connection.append(dot, waiting);
      document.body.append(connection);
      const names = [dot, waiting].map((element) => getComputedStyle(element).animationName).join(', ');
      connection.remove();
      return names;
    });
  await window.page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(motion).toBe('connection-turn, panel-appear');
  server.changeSettings({ 'workbench.reduceMotion': 'on' }, 'machine');
  await window.chat.locator('body.vscode-reduce-motion').waitFor();
  expect(await motion()).toBe('none, panel-appear');
  server.changeSettings({ 'workbench.reduceMotion': undefined }, 'machine');
  await expect.poll(motion).toBe('connection-turn, panel-appear');
  await window.page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(motion).toBe('none, panel-appear');
});

const status = () => parley.window.page.locator('.statusbar-item', { hasText: 'Demo agent' });
const message = (text: string) => parley.window.page.locator('.statusbar').getByText(text);

test('stopping says when there is nothing to stop', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).connected();
  await window.runCommand('Parley: Stop Current Turn');
  await message('Nothing is running in this session.').waitFor();
});

test('read-only mode is seen as long as it is on', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).connected();
  await window.runCommand('Parley: Toggle Read-Only Mode');
  await message('Read-only mode is on').waitFor();
  await status().locator('.codicon-lock').waitFor();
  await window.runCommand('Parley: Toggle Read-Only Mode');
  await message('Read-only mode is off.').waitFor();
  await status().locator('.codicon-lock').waitFor({ state: 'detached' });
});

/** Opens the chat and gives its session a name. */
async function renamed(title: string): Promise<Chat> {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.connected();
  await chat.ask('help');
  await window.runCommand('Parley: Rename Session…');
  const name = window.page.locator('.quick-input-widget:visible .quick-input-box input');
  await expect.poll(() => name.inputValue()).not.toBe('');
  await name.fill(title);
  await name.press('Enter');
  await chat.find('session-title').getByText(title).waitFor();
  return chat;
}

test('the status bar shows the title that the session has now', async () => {
  await renamed('My own name');
  await expect.poll(() => status().getAttribute('aria-label')).toContain('My own name');
});

test('choosing a mode before the chat was opened is for the session of the window before', async () => {
  const { window } = parley;
  const chat = await renamed('The one before');
  await window.runCommand('View: Show Explorer');
  await window.reload();
  await window.runCommand('Parley: Cycle Mode');
  await window.openChat();
  await chat.find('session-title').getByText('The one before').waitFor();
});

test('an invalid “parley.agents” is reported with a button that opens the settings', async () => {
  const { server, window } = parley;
  server.changeSettings({ 'parley.agents': [{ command: 'qwen' }] }, 'machine');
  const notification = window.notifications.filter({ hasText: '“parley.agents” is ignored' });
  await notification.getByRole('button', { name: 'Open Settings' }).click();
  await window.page.locator('.settings-editor').waitFor();
});
