// A real agent in a real window: Qwen Code against a scripted model streams into the panel, and changes files: it asks, the
// user approves, edits, reviews and undoes.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '../support/modelServer.ts';
import { EDIT_AFTER, WRITTEN_TEXT } from '../support/modelToolCalls.ts';
import { qwenLaunch } from '../support/qwenCode.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const model = await startModelServer();
const home = mkdtempSync(join(tmpdir(), 'parley-qwen-'));
afterAll(async () => {
  await model.stop();
  rmSync(home, { recursive: true, force: true });
});

const before = 'first line\nsecond line\nthird line\n';
const parley = useParley({
  files: { 'poem.txt': before },
  machineSettings: {
    'parley.agents': { 'Qwen Code': await qwenLaunch(model, home) },
    'parley.defaultAgent': 'Qwen Code',
  },
});

journey('the panel shows a streamed answer of Qwen Code, and stops one', async () => {
  const { window } = parley;
  await window.openChat();
  const { chat } = window;
  const input = chat.getByTestId('composer-input');
  await input.fill('[[text]] Say hello.');
  await input.press('Enter');

  const answers = chat.locator('[data-testid="entry"][data-kind="agent"]');
  // Starting Qwen Code and its first session takes up to 12 s here.
  await answers.getByRole('heading', { name: 'An answer' }).waitFor({ timeout: 60_000 });
  await answers.getByText('The scripted model says hello to you.').waitFor();
  await answers.locator('strong', { hasText: 'hello' }).waitFor();
  await answers.getByTestId('code-block').getByText('const answer = 42;').waitFor();
  expect(await chat.locator('[data-testid="entry"][data-kind="user"]').textContent()).toContain('Say hello.');

  await input.fill('[[slow]] Count.');
  await input.press('Enter');
  await answers.getByText(/word2\b/).waitFor();
  await chat.getByTestId('stop').click();
  await chat.getByTestId('send').waitFor();
  await expect.poll(() => model.abandoned).toBeGreaterThan(0);
  expect(await answers.last().textContent()).not.toContain('word119');
  expect(model.scenarios).toContain('slow');
});

/** A session in which Qwen Code asks before it changes anything. */
async function askingSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.option('mode').click();
  await chat.choice('default').click();
  await expect.poll(() => chat.option('mode').getAttribute('data-value')).toBe('default');
  return chat;
}

/** The number key of the option of a kind. */
async function keyOf(chat: Chat, kind: string): Promise<string> {
  const kinds = await chat
    .find('permission-option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('data-kind')));
  return String(kinds.indexOf(kind) + 1);
}

test('Qwen Code writes a file once it is allowed to; the change is reviewed and undone', async () => {
  const chat = await askingSession();
  const path = join(parley.server.workspace, 'made.txt');
  await chat.send(`[[write:path=${path}]] Write it.`);
  const request = chat.find('permission');
  await request.getByText('written by the scripted model').waitFor();
  expect(existsSync(path)).toBe(false);
  await parley.window.screenshot('qwen-permission');
  await answerPermission(chat, await keyOf(chat, 'allow_once'));
  await chat.find('tool-decision').getByText('Allowed once').waitFor();
  await expect.poll(() => existsSync(path) && parley.server.readFile('made.txt')).toBe(WRITTEN_TEXT);
  await chat.find('changes').getByText('1 file').waitFor();

  await parley.window.runCommand('Parley: Review Changes');
  const { page } = parley.window;
  const review = page.locator('.monaco-diff-editor .modified-in-monaco-diff-editor');
  await review.getByText('written by the scripted model').waitFor();
  await parley.window.screenshot('qwen-review');
  await parley.window.runCommand('Parley: Undo Changes');
  await expect.poll(() => existsSync(path)).toBe(false);
  await expect.poll(() => chat.find('changes').getByText('1 file').count()).toBe(0);
});

test('what Qwen Code proposes is edited before it is allowed, and a rejected change is not made', async () => {
  const chat = await askingSession();
  const path = join(parley.server.workspace, 'poem.txt');
  // It edits only what it has read.
  await chat.ask(`[[read:path=${path}]] Read it.`);
  await chat.send(`[[edit:path=${path}]] Change it.`);
  const request = chat.find('permission');
  await request.getByText(EDIT_AFTER).waitFor();
  await chat.find('edit-proposal').click();
  const { page } = parley.window;
  const right = page.locator('.editor.modified');
  await right.getByText('changed by the scripted model').waitFor();
  await right.locator('.view-lines').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('a line of mine');
  await chat.input.click();
  await answerPermission(chat, await keyOf(chat, 'allow_once'));
  await chat.find('tool-decision').getByText('Allowed once · With your edits').waitFor();
  const edited = `first line\n${EDIT_AFTER}\nthird line\na line of mine`;
  await expect.poll(() => parley.server.readFile('poem.txt')).toBe(edited);

  await parley.window.runCommand('Parley: Undo Changes');
  await expect.poll(() => parley.server.readFile('poem.txt')).toBe(before);
  // It knows that the file was changed.
  await chat.ask(`[[read:path=${path}]] Read it again.`);
  const row = await chat.lastRow();
  await chat.send(`[[edit:path=${path}]] Change it again.`);
  await request.waitFor();
  await answerPermission(chat, await keyOf(chat, 'reject_once'));
  await chat.turnEnd(row);
  expect(parley.server.readFile('poem.txt')).toBe(before);
});
