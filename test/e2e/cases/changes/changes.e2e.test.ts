// Undo gives back the bytes and lists what is the agent's, in a window with two folders where saving formats files: also what
// it does after its turn and in the second folder, and apart from what git does.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const FILES = 60;
const JSON_BEFORE = '{"before": 1}  \n';
const texts = Array.from({ length: FILES }, (_, index) => `file ${index}\n`.repeat(600));
const agent = { command: process.execPath, args: [join(import.meta.dirname, 'changesAgent.mjs')] };
const parley = useParley({
  machineSettings: {
    'parley.agents': { Changes: agent },
    'parley.permissions.rules': [{ action: 'allow', kind: 'edit' }],
    'editor.formatOnSave': true,
    'files.insertFinalNewline': true,
    'files.trimTrailingWhitespace': true,
  },
  workspaceFile: 'all.code-workspace',
  files: {
    'all.code-workspace': JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }] }),
    'one/format.json': JSON_BEFORE,
    'one/short.txt': 'short\n',
    'one/own.txt': 'own\n',
    'one/block.txt': 'a\nz\n',
    'one/branch.txt': 'main\n',
    'one/stashed.txt': 'committed\n',
    'two/second.txt': 'before\n',
    ...Object.fromEntries(texts.map((text, index) => [`one/f${index}.txt`, text])),
  },
});

const path = (name: string): string => join(parley.server.workspace, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');

/** Opens a chat once the window has its folders: they may come after it. */
async function openChat(): Promise<Chat> {
  const { window } = parley;
  const folder = window.page.locator('.explorer-folders-view').getByText('one', { exact: true });
  const hasFolders = async (): Promise<boolean> => {
    await window.runCommand('View: Show Explorer');
    await folder.waitFor({ timeout: 10_000 }).catch(() => window.reload());
    return await folder.isVisible();
  };
  await expect.poll(hasFolders, { timeout: 90_000 }).toBe(true);
  await window.openChat();
  const chat = new Chat(window);
  await chat.connected();
  return chat;
}

/** Undoes all; what is undone is there when no file is listed any more. */
async function undoAll(chat: Chat): Promise<void> {
  await chat.find('changes').locator('[data-action="undo"]').click();
  await chat.find('changes').locator('[data-action="undo"]').waitFor({ state: 'hidden' });
}

test('what an agent writes in two steps is undone to the byte, and what it writes unchanged is not listed', async () => {
  const chat = await openChat();
  await chat.ask(`same ${FILES}`);
  await chat.ask(`change ${FILES}`);
  const changes = chat.find('changes');
  await changes.getByText(`${FILES} files`).waitFor();
  await undoAll(chat);
  for (const [index, text] of texts.entries()) expect(read(`one/f${index}.txt`)).toBe(text);
  await chat.ask(`same ${FILES}`);
  expect(await changes.locator('.changes-summary').count()).toBe(0);
});

test('an open file whose saving would format it gets its bytes back', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openFile('format.json');
  await chat.ask('json');
  await chat.find('changes').getByText('1 file').waitFor();
  await undoAll(chat);
  expect(read('one/format.json')).toBe(JSON_BEFORE);
});

test('what another program writes during a turn is listed apart, and can be added to the agent’s changes', async () => {
  const chat = new Chat(parley.window);
  const before = await chat.lastRow();
  await chat.send('wait 6000');
  // Its snapshot of before is taken then.
  await chat.entries('agent').last().getByText('WAITING').waitFor();
  writeFileSync(path('one/f0.txt'), 'another program\n');
  writeFileSync(path('one/program.txt'), 'another program\n');
  await chat.turnEnd(before);
  const others = chat.find('other-changes');
  await others.getByText('2 other files changed during the turn').waitFor();
  await others.locator('.changes-summary').click();
  await parley.window.screenshot('changes-others', 'chat');
  await chat.find('changes').getByRole('button', { name: 'Add program.txt to Agent Changes' }).click();
  await chat.find('changes').getByText('1 file').first().waitFor();
  await undoAll(chat);
  expect(existsSync(path('one/program.txt'))).toBe(false);
  expect(read('one/f0.txt')).toBe('another program\n');
});

test('an Undo that would leave less than the agent says was there asks first', async () => {
  const chat = new Chat(parley.window);
  const { page } = parley.window;
  const undo = chat.find('changes').locator('[data-action="undo"]');
  const dialog = page.locator('.monaco-dialog-box');
  await chat.ask('claim');
  await chat.find('changes').getByText('1 file').first().waitFor();
  await undo.click();
  await dialog.getByText('Undo the changes in 1 file?').waitFor();
  await dialog.getByText('differs from what the agent reported').waitFor();
  expect(await dialog.textContent()).toContain('short.txt');
  for (const theme of ['light', 'hc', 'dark'] as const) {
    await parley.window.setTheme(theme);
    await parley.window.screenshot(`changes-undo-asks-${theme}`);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(read('one/short.txt')).toBe('from the agent\n');
  // So does the Undo beside the change.
  await parley.window.openFile('short.txt');
  await page.locator('.codelens-decoration a', { hasText: 'Undo' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(read('one/short.txt')).toBe('from the agent\n');
  await undo.click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await undo.waitFor({ state: 'hidden' });
  expect(read('one/short.txt')).toBe('short\n');
});

test('what the agent does in the second folder is undone, and redone after the next prompt', async () => {
  const chat = new Chat(parley.window);
  await chat.ask('second');
  await chat.find('changes').getByText('2 files').waitFor();
  expect([read('two/second.txt'), read('two/client.txt')]).toEqual(['from the agent\n', 'from the agent\n']);
  const changes = chat.find('changes');
  await changes.locator('.changes-summary').first().click();
  await expect
    .poll(() => changes.locator('li:not([data-state="other"]) .changes-name').allTextContents())
    .toEqual(['two/client.txt', 'two/second.txt']);
  await parley.window.screenshot('changes-second-folder', 'chat');
  await changes.locator('.changes-summary').first().click();
  await undoAll(chat);
  expect([read('two/second.txt'), existsSync(path('two/client.txt'))]).toEqual(['before\n', false]);
  await chat.ask('same 1');
  await chat.find('changes').locator('[data-action="redo"]').click();
  await chat.find('changes').getByText('2 files').waitFor();
  expect([read('two/second.txt'), read('two/client.txt')]).toEqual(['from the agent\n', 'from the agent\n']);
  await undoAll(chat);
});

test('a new file has Keep and Undo at its first line, and Undo leaves what the user typed into it', async () => {
  const chat = new Chat(parley.window);
  const { page } = parley.window;
  await chat.ask('second');
  await parley.window.openFile('client.txt');
  const link = (text: string) => page.locator('.codelens-decoration a', { hasText: text });
  await link('1 of 1').waitFor();
  await page.locator('.monaco-editor.focused').first().waitFor();
  await page.keyboard.type('mine ');
  await link('Undo').click();
  await parley.window.notifications.getByText('Not fully undone').waitFor();
  // The click on the link, or the notification, may have taken the focus.
  await page.locator('.view-line', { hasText: 'mine from the agent' }).click();
  await page.keyboard.press('Control+Home');
  for (let typed = 0; typed < 'mine '.length; typed++) await page.keyboard.press('Delete');
  await page.locator('.view-line', { hasText: 'mine' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => {
      await link('Undo')
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return existsSync(path('two/client.txt'));
    })
    .toBe(false);
  await undoAll(chat);
});

test('a line that the user corrects is theirs, and what the agent wrote around it can still be undone', async () => {
  const { page } = parley.window;
  const chat = new Chat(parley.window);
  const row = (name: string) => chat.find('changes').locator('li', { hasText: name });
  const notification = parley.window.notifications.getByText(/Not fully undone.*block\.txt/);
  await chat.ask('block');
  for (const name of ['block.txt', 'new.txt']) {
    await parley.window.openFile(name);
    await page.locator('.view-line', { hasText: 'agent 4' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' corrected');
    await page.keyboard.press('Control+s');
    await expect.poll(() => read(`one/${name}`)).toContain('agent 4 corrected\n');
  }
  await chat.ask('more');
  const summary = chat.find('changes').locator('.changes-summary').first();
  if ((await summary.getAttribute('aria-expanded')) === 'false') await summary.click();
  for (const name of ['block.txt', 'new.txt']) {
    await row(name).getByText('+12').waitFor();
    await row(name).getByText('changed since').waitFor();
  }
  const redone = ['block.txt', 'new.txt'].map((name) => read(`one/${name}`));
  await parley.window.screenshot('changes-corrected');
  await undoAll(chat);
  await notification.waitFor();
  expect([read('one/block.txt'), read('one/new.txt')]).toEqual([
    'a\nagent 4 corrected\nz\n',
    'agent 4 corrected\n',
  ]);
  await parley.window.screenshot('changes-corrected-undone');
  await chat.find('changes').locator('[data-action="redo"]').click();
  await row('block.txt').waitFor();
  expect(['block.txt', 'new.txt'].map((name) => read(`one/${name}`))).toEqual(redone);

  // Keys right after a file was opened, before anything in it is drawn: one press is enough.
  await parley.window.runCommand('View: Close All Editors');
  await parley.window.openFile('block.txt');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => read('one/block.txt'))
    .toBe(redone[0]?.replace('A\n', 'a\n').replace(/(agent [0-3]\n)+/, ''));
  // Where no change stands, keys do nothing, and say so.
  const undone = read('one/block.txt');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+z');
  await parley.window.notifications.getByText('No agent change at this position.').waitFor();
  expect(read('one/block.txt')).toBe(undone);
  await chat.find('changes').locator('[data-action="keep"]').click();
  await chat.find('changes').locator('[data-action="keep"]').waitFor({ state: 'hidden' });
});

test('what the agent does after the end of its turn is listed and undone', async () => {
  const chat = new Chat(parley.window);
  await chat.ask('later');
  expect(existsSync(path('one/later-disk.txt'))).toBe(false);
  await chat.find('changes').getByText('2 files').waitFor();
  await parley.window.screenshot('changes-after-turn', 'chat');
  expect([read('one/later-client.txt'), read('one/later-disk.txt')]).toEqual([
    'through the client\n',
    'on the disk\n',
  ]);
  await undoAll(chat);
  expect([existsSync(path('one/later-client.txt')), existsSync(path('one/later-disk.txt'))]).toEqual([
    false,
    false,
  ]);
});

test('a repository that the agent makes is listed in that turn, and what Undo leaves of it is said', async () => {
  const chat = new Chat(parley.window);
  await chat.ask('repository');
  const changes = chat.find('changes');
  await changes.getByText('1 file', { exact: true }).waitFor();
  const unlisted = chat.find('unlisted-changes');
  await unlisted.getByText('Undo does not remove new Git repositories (.git): made.').waitFor();
  await parley.window.screenshot('changes-repository', 'chat');
  await undoAll(chat);
  expect([existsSync(path('one/made/new.txt')), existsSync(path('one/made/.git'))]).toEqual([false, true]);
  await unlisted.getByRole('button', { name: 'Hide This Notice' }).click();
  await unlisted.waitFor({ state: 'detached' });
  // Without a commit it would keep git from adding the folder around it.
  rmSync(path('one/made'), { recursive: true });
});

test('a file that cannot be tracked has a line with the reason, though no file is listed', async () => {
  const chat = new Chat(parley.window);
  await chat.newSession();
  await chat.ask('odd');
  const unlisted = chat.find('unlisted-changes');
  await unlisted.getByText('1 file is not tracked, because its name is not UTF-8.').waitFor();
  expect(await chat.find('changes').locator('.changes-summary').count()).toBe(0);
  for (const theme of ['light', 'hc', 'dark'] as const) {
    await parley.window.setTheme(theme);
    await parley.window.screenshot(`changes-unlisted-${theme}`, 'chat');
  }
  await parley.window.reload();
  await unlisted.getByText('1 file is not tracked, because its name is not UTF-8.').waitFor();
  await unlisted.getByRole('button', { name: 'Hide This Notice' }).click();
  await chat.find('changes').waitFor({ state: 'detached' });
});

describe('what git does in a turn, though the agent runs it,', () => {
  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    execFileSync('git', [...identity, ...args], { cwd: path('one'), stdio: 'pipe' });
  }

  /** The branch `other` has another branch.txt here, and one more file upstream. */
  beforeAll(async () => {
    const commit = ['commit', '--quiet', '--all', '-m', 'Change'];
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git(...commit);
    git('checkout', '--quiet', '-b', 'other');
    writeFileSync(path('one/branch.txt'), 'other\n');
    git(...commit);
    git('clone', '--quiet', '.', path('upstream'));
    writeFileSync(path('upstream/pulled.txt'), 'pulled\n');
    git('-C', path('upstream'), 'add', '.');
    git('-C', path('upstream'), ...commit);
    git('checkout', '--quiet', 'main');
    writeFileSync(path('one/stashed.txt'), 'mine\n');
    await new Chat(parley.window).newSession();
  });

  test.each([
    ['checkout', 'branch.txt', 'other\n', 'switched to other'],
    ['stash', 'stashed.txt', 'committed\n', 'stashed changes'],
    ['pull', 'pulled.txt', 'pulled\n', 'pulled'],
  ])('by %s, is said and not undone', async (verb, name, text, what) => {
    const chat = new Chat(parley.window);
    await chat.ask(verb);
    await chat.find('changes').getByText('1 file', { exact: true }).waitFor();
    const note = chat.find('unlisted-changes');
    await note.getByText(`Git activity in one since the last prompt: ${what}.`).waitFor();
    await parley.window.screenshot(`changes-git-${verb}`, 'chat');
    expect(await chat.find('other-changes').count()).toBe(0);
    await undoAll(chat);
    expect([read('one/own.txt'), read(`one/${name}`)]).toEqual(['own\n', text]);
  });
});
