// What an agent changed in a git repository with a commit: kept and undone above each change and by key, in the file and
// beside the text before; with several things in the dock, Shift+Tab leads to the question; read-only mode in the panel.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
const text = lines.join('');
const parley = useParley({
  files: { 'notes.txt': text, 'other.txt': text, 'git.txt': text, 'gone.txt': 'a\nb\n', 'moved.txt': 'x\n' },
  beforeLoad: makeRepository,
});

/** The git extension looks for repositories when it is activated. */
async function makeRepository(): Promise<void> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  for (const command of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '.'],
    ['commit', '--quiet', '-m', 'Begin'],
  ]) {
    await promisify(execFile)('git', [...identity, ...command], { cwd: parley.server.workspace });
  }
}

function read(name: string): string {
  return readFileSync(join(parley.server.workspace, name), 'utf8');
}

/** The text of the files with other lines at some places; undefined: none. */
function withLines(changed: Readonly<Record<number, string | undefined>>): string {
  return lines.map((line, index) => (index in changed ? (changed[index] ?? '') : line)).join('');
}

/** Three changes in a file, one of them a deletion. */
const edit = (name: string): string =>
  `run sed -i -e 's/^line 3$/CHANGED 3/' -e '/^line 20$/d' -e 's/^line 30$/CHANGED 30/' ${name}`;
const ALL = { 3: 'CHANGED 3\n', 20: undefined, 30: 'CHANGED 30\n' };

/** A session in which the demo agent ran a command that changes files. */
async function changed(command: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  const before = await chat.lastRow();
  await chat.send(command);
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.turnEnd(before);
  await chat.ask('title Green tea');
  await chat.find('changes').waitFor();
  return chat;
}

/** The links above the changes in the editors that are in sight. */
function links(text: string): Locator {
  return parley.window.page.locator('.codelens-decoration a', { hasText: text });
}

/** Puts the cursor into a line of the active editor. */
async function goToLine(line: number): Promise<void> {
  const { page } = parley.window;
  await page.locator('.monaco-editor.focused').first().waitFor();
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget:visible input').fill(`:${line}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' });
  await isAtLine(line);
}

/** Waits until the cursor is in a line of the active editor, which takes keys. */
async function isAtLine(line: number): Promise<void> {
  const { page } = parley.window;
  await page.locator('.statusbar-item', { hasText: `Ln ${line},` }).waitFor();
  await page.locator('.monaco-editor.focused').first().waitFor();
}

/**
 * Waits until the panel lists so many lines as changed, in one file: editor, keys and links follow from then on. VS Code
 * asks for the links when a time has passed, which grows with how long it waited for them before.
 */
async function isListed(added: string, removed: string): Promise<void> {
  const summary = new Chat(parley.window).find('changes').locator('.changes-summary');
  await summary.locator('.changes-added').getByText(added, { exact: true }).waitFor();
  await summary.locator('.changes-removed').getByText(removed, { exact: true }).waitFor();
}

/** Closes the view of a change, which may not have the focus yet. */
async function close(peek: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await parley.window.page.keyboard.press('Escape');
      return await peek.isVisible();
    })
    .toBe(false);
}

/** Whether the panel lists no change of the session any more. */
async function isNothingListed(): Promise<boolean> {
  return (await new Chat(parley.window).find('changes').locator('.changes-summary').count()) === 0;
}

/** Presses the keys of a change until they have worked: the editor may not have followed yet. */
async function untilKeys(second: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const { page } = parley.window;
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.press(second);
      return await isDone();
    })
    .toBe(true);
}

/** Goes to a change by its keys, which count once. */
async function goToChange(second: 'Alt+ArrowDown' | 'Alt+ArrowUp', line: number): Promise<void> {
  const { page } = parley.window;
  await page.keyboard.press('Control+k');
  await page.keyboard.press(second);
  await isAtLine(line);
}

test('each change has Keep and Undo above it, and keys; git has nothing to say there', async () => {
  await changed(edit('notes.txt'));
  expect(read('notes.txt')).toBe(withLines(ALL));
  await parley.window.openFile('notes.txt');
  await links('Green tea · 3 of 3').waitFor();
  expect(await links('Undo').count()).toBe(3);
  await parley.window.screenshot('panel-hunk-links');
  await links('Undo').nth(1).click();
  await isListed('+2', '−2');
  expect(read('notes.txt')).toBe(withLines({ 3: 'CHANGED 3\n', 30: 'CHANGED 30\n' }));
  await links('Green tea · 1 of 2').waitFor();
  expect(await links('Keep').count()).toBe(2);

  // From change to change, then undo and keep at the cursor.
  await goToLine(1);
  // Keys that come without a pause do not keep the links of before in sight.
  await goToChange('Alt+ArrowDown', 4);
  await goToChange('Alt+ArrowDown', 31);
  await untilKeys('Control+z', () => read('notes.txt') === withLines({ 3: 'CHANGED 3\n' }));
  await isListed('+1', '−1');
  await links('Green tea · 1 of 1').waitFor();
  expect(await links('Keep').count()).toBe(1);
  await goToChange('Alt+ArrowUp', 4);
  await untilKeys('Control+y', isNothingListed);
  await links('Keep').first().waitFor({ state: 'detached' });
  expect(read('notes.txt')).toBe(withLines({ 3: 'CHANGED 3\n' }));
});

test('they stand beside the text before too, and the view of git names the session', async () => {
  const { page } = parley.window;
  await changed(edit('other.txt'));
  await parley.window.openFile('other.txt');
  await page.locator('.dirty-diff-glyph').first().waitFor();
  await goToLine(4);
  await page.keyboard.press('Alt+F3');
  const peek = page.locator('.peekview-widget');
  await peek.waitFor();
  await expect
    .poll(() => peek.locator('select option').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('Parley: Green tea')]));
  await close(peek);
  await parley.window.runCommand('Parley: Review Changes');
  const modified = page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor');
  const link = (text: string): Locator => modified.locator('.codelens-decoration a', { hasText: text });
  await link('Green tea · 3 of 3').waitFor();
  expect(await link('Undo').count()).toBe(3);
  await parley.window.screenshot('panel-hunk-links-comparison');
  await link('Undo').first().click();
  await isListed('+1', '−2');
  expect(read('other.txt')).toBe(withLines({ 20: undefined, 30: 'CHANGED 30\n' }));
  await link('Green tea · 2 of 2').waitFor();
  expect(await link('Undo').count()).toBe(2);
  await link('Keep').first().click();
  await isListed('+1', '−1');
  await link('Green tea · 1 of 1').waitFor();
  expect(await link('Undo').count()).toBe(1);
  expect(read('other.txt')).toBe(withLines({ 20: undefined, 30: 'CHANGED 30\n' }));
});

test('the keys work on lines that are removed, in the view of git and in its comparison', async () => {
  const { page } = parley.window;
  await changed(edit('git.txt'));
  await parley.window.openFile('git.txt');
  await page.locator('.dirty-diff-glyph').first().waitFor();
  await goToLine(10);
  await page.keyboard.press('Alt+F3');
  const peek = page.locator('.peekview-widget');
  await peek.getByText('2 of 3 changes').waitFor();
  await parley.window.screenshot('panel-hunk-keys-peek');
  await untilKeys('Control+z', () => read('git.txt') === withLines({ 3: 'CHANGED 3\n', 30: 'CHANGED 30\n' }));
  await isListed('+2', '−2');
  await close(peek);
  await parley.window.runCommand('Git: Open Changes');
  const original = page.locator('.monaco-diff-editor .original-in-monaco-diff-editor');
  await original.getByText('line 3', { exact: true }).click();
  await untilKeys('Control+z', () => read('git.txt') === withLines({ 30: 'CHANGED 30\n' }));
  await isListed('+1', '−1');
  // The next change is on the other side, and so are the keys then.
  await goToChange('Alt+ArrowDown', 31);
  await untilKeys('Control+y', isNothingListed);
  await links('Keep').first().waitFor({ state: 'detached' });
  expect(read('git.txt')).toBe(withLines({ 30: 'CHANGED 30\n' }));
});

test('new, empty, renamed and deleted files are one change each, in editors and comparisons', async () => {
  const { page } = parley.window;
  const exists = (name: string): boolean => existsSync(join(parley.server.workspace, name));
  await parley.window.runCommand('View: Close All Editors');
  await changed("run printf 'one\\ntwo\\n' > new.txt; : > empty.txt; rm gone.txt; mv moved.txt renamed.txt");
  await parley.window.openFile('empty.txt');
  await links('Green tea · 1 of 1').waitFor();
  await goToLine(1);
  const summary = new Chat(parley.window).find('changes').locator('.changes-summary');
  await untilKeys('Control+y', async () => (await summary.getByText('4 files').count()) === 1);
  await links('Keep').first().waitFor({ state: 'detached' });
  expect(exists('empty.txt')).toBe(true);
  await parley.window.openFile('new.txt');
  await links('Green tea · 1 of 1').waitFor();
  await parley.window.screenshot('panel-hunk-new-file');
  await goToLine(2);
  await untilKeys('Control+z', () => !exists('new.txt'));
  await new Chat(parley.window).find('changes').getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => exists('new.txt')).toBe(true);
  await parley.window.runCommand('View: Close All Editors');

  // All in one editor, then from file to file in comparisons.
  await parley.window.runCommand('Parley: Review Changes');
  await expect.poll(() => links('1 of 1').count()).toBe(4);
  await parley.window.screenshot('panel-hunk-whole-files');
  await parley.window.runCommand('View: Close All Editors');
  const tab = (name: string): Locator => page.locator('.tab.active', { hasText: `${name} (Agent Changes)` });
  await parley.window.runCommand('Parley: Go to Next Change');
  const steps = [
    ['gone.txt', 'Alt+ArrowDown'],
    ['moved.txt', 'Alt+ArrowDown'],
    ['new.txt', 'Alt+ArrowDown'],
    ['renamed.txt', 'Alt+ArrowUp'],
    ['new.txt', 'Alt+ArrowUp'],
  ] as const;
  for (const [name, key] of steps) {
    await tab(name).waitFor();
    await links('Green tea · 1 of 1').waitFor();
    await page.locator('.monaco-editor.focused').first().waitFor();
    if (name === 'gone.txt') await parley.window.screenshot('panel-hunk-deleted-file');
    await page.keyboard.press('Control+k');
    await page.keyboard.press(key);
  }
  await tab('moved.txt').waitFor();
  await untilKeys('Control+z', () => exists('moved.txt'));
  await tab('moved.txt').waitFor({ state: 'detached' });
  expect([read('moved.txt'), exists('gone.txt'), read('renamed.txt')]).toEqual(['x\n', false, 'x\n']);
  await parley.window.runCommand('Parley: Keep Changes');
  await parley.window.runCommand('View: Close All Editors');
});

test('with changed files in the dock Shift+Tab leads to the question itself, where a digit answers', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await chat.find('changes').waitFor();
  await chat.send('run echo asked');
  const card = chat.find('permission');
  await card.waitFor();
  await chat.input.focus();
  await window.page.keyboard.press('Shift+Tab');
  await card.and(window.chat.locator(':focus')).waitFor();
  await window.screenshot('panel-question-focused', 'chat');
  await window.page.keyboard.press('Tab');
  await card.locator('[data-testid="permission-option"]:focus').first().waitFor();
  expect(await card.locator(':focus').first().getAttribute('data-kind')).toBe('allow_once');
  await chat.input.focus();
  await window.page.keyboard.press('Shift+Tab');
  // In its first moments the card takes no key.
  await expect
    .poll(async () => {
      await window.page.keyboard.press('2');
      return card.count();
    })
    .toBe(0);
  await chat.answers.getByText('You rejected it').waitFor();
});

test('in the secondary side bar the title of the session stands in the panel', async () => {
  const { window } = parley;
  const name = window.chat.locator('.session-name');
  const height = async (): Promise<number> => (await name.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await window.runCommand('Parley: Move Chat to Secondary Side Bar');
  await expect.poll(height).toBeGreaterThan(10);
  await name.getByText('Green tea').waitFor();
  await window.screenshot('panel-secondary');
  await window.runCommand('Parley: Move Chat to Primary Side Bar');
  await expect.poll(height).toBeLessThan(2);
});

test('read-only mode is on in sight, and off by a click', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  const more = window.page.locator('.part.sidebar .composite.title .codicon-toolbar-more').first();
  const entry = window.page.locator('.monaco-menu .action-label', { hasText: 'Read-Only Mode' });
  await more.click();
  expect(await entry.textContent()).toBe('Read-Only Mode');
  await window.chooseInMenu(entry);
  await chat.find('read-only').getByText('Read-only').waitFor();
  await more.click();
  expect(await entry.textContent()).toBe('Read-Only Mode ✓');
  await window.page.keyboard.press('Escape');
  await chat.find('read-only').click();
  await chat.find('read-only').waitFor({ state: 'detached' });
  await more.click();
  expect(await entry.textContent()).toBe('Read-Only Mode');
  await window.page.keyboard.press('Escape');
});
