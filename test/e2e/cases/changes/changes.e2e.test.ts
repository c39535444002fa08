// Undo gives back the bytes and lists what is the agent's, in a window with two folders where saving formats files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
