// What agents write, in a real window: text in Chinese, formulas, diffs, output, calls of tools, titles, and their forks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

function agent(name: string): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [join(import.meta.dirname, `${name}.agent.mjs`)] };
}

const parley = useParley({
  machineSettings: { 'parley.agents': { Scribe: agent('text'), Copier: agent('wholeFork') } },
});

async function start(name: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession(name);
  return chat;
}

test('a session in which only the agent spoke is the new session, again and again', async () => {
  const { window } = parley;
  const chat = await start('Scribe');
  await chat.answers.getByText('Tip: use /help').waitFor();
  await window.chat.locator('.empty-state').waitFor();
  await window.screenshot('banner');
  for (let again = 0; again < 3; again++) await chat.newSession();
  await window.page.locator('.composite.title .codicon-history').first().click();
  await window.chat.getByTestId('session-list').waitFor();
  expect(await chat.find('session-row').filter({ hasText: 'New session' }).count()).toBe(0);
  await window.page.keyboard.press('Escape');
});

/** What the clipboard gets of an element. */
function copiedText(element: Element): string {
  getSelection()?.selectAllChildren(element);
  const clipboardData = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData }));
  getSelection()?.removeAllRanges();
  return clipboardData.getData('text/plain');
}

test('text is read as it was meant', async () => {
  const chat = await start('Scribe');
  await chat.ask('cjk');
  await chat.answers.locator('strong', { hasText: '注意：' }).waitFor();
  const chinese = await chat.answers.last().textContent();
  expect(chinese).not.toMatch(/\*|~~/);
  expect(chinese).toContain('需要 3~5 分钟，约 10~20 个文件。');

  await chat.ask('math');
  const formulas = chat.answers.last().getByTestId('math');
  await formulas.nth(2).waitFor();
  expect(await formulas.locator('.math-source').allTextContents()).toEqual([
    '$a_1*b*c_2$',
    '\\(x_i \\cdot y\\)',
    '$$\n\\sum_{i=1}^{n} x_i^2\n- y\n$$',
  ]);
  const sum = formulas.nth(2).locator('.katex-html .mop').first();
  await expect
    .poll(() =>
      sum.evaluate((element) => document.fonts.check(`20px ${getComputedStyle(element).fontFamily}`)),
    )
    .toBe(true);
  expect(await chat.answers.last().evaluate(copiedText)).toContain(
    'Inline $a_1*b*c_2$ and \\(x_i \\cdot y\\).',
  );
  await chat.answers.getByText('Prices stay: $5 and $10, or $HOME and $PATH.').waitFor();
  expect(await chat.answers.getByRole('link', { name: 'src/gone.js:3' }).count()).toBe(0);
  await parley.window.screenshot('formulas');
  await chat.answers.getByRole('link', { name: 'src/countdown.js:3:5' }).click();
  await parley.window.page.locator('.statusbar-item', { hasText: 'Ln 3, Col 5' }).waitFor();

  await chat.ask('html');
  await chat.answers.locator('kbd', { hasText: 'Ctrl' }).waitFor();
  expect((await chat.answers.last().textContent())?.replaceAll(/\s+/g, ' ')).toBe(
    'MoreHidden textPress Ctrl, red.',
  );
});

test('changes that no line shows are named, and output stands as a terminal leaves it', async () => {
  const chat = await start('Scribe');
  await chat.ask('diffs');
  await chat.find('edit-run').locator('.disclosure-summary').first().click();
  const notes = parley.window.chat.locator('.diff-note');
  expect(await notes.allTextContents()).toEqual([
    'Line endings: CRLF → LF',
    'Newline added at the end.',
    'Byte order mark (BOM) removed.',
  ]);
  await parley.window.screenshot('invisible-changes');
  await chat.ask('progress');
  const card = chat.find('tool-card').filter({ hasText: 'Install' });
  await card.locator('.terminal-lines').waitFor();
  expect((await card.locator('.terminal-lines').textContent())?.trim()).toBe('one 100%\ntwo 100%');
});

test('calls go by what they do, and show what they printed', async () => {
  const chat = await start('Scribe');
  await chat.ask('mcp');
  const own = chat.find('tool-card').filter({ hasText: 'Problems of bad.ts' });
  await own.getByText('One problem.').waitFor();
  expect(await own.textContent()).not.toMatch(/"content"|structured|Input/);
  await chat.ask('reports');
  const command = chat.find('tool-card').filter({ hasText: 'git add -A' });
  await command.getByText('No output').waitFor();
  expect(await command.textContent()).not.toMatch(/query|success/);
  await parley.window.screenshot('tool-calls');
});

test('a session goes by the words of its prompt, with the names of its files, and no list shows data', async () => {
  const { window } = parley;
  const chat = await start('Scribe');
  await chat.ask('name the teas');
  await chat.find('session-title').getByText('name the teas a.ts', { exact: true }).waitFor();
  await window.runCommand('Parley: Switch Session…');
  const row = window.quickPick.filter({ hasText: 'name the teas' });
  await row.filter({ hasText: 'branch: feature/tea' }).waitFor();
  expect(await row.textContent()).not.toMatch(/[{}]|threadStatus|file:/);
  await window.page.keyboard.press('Escape');
});

test('a command that the user typed stands first, and the report of an undo after it', async () => {
  const { server, window } = parley;
  const chat = await start('Scribe');
  await chat.ask('write');
  await chat.find('changes').waitFor();
  await window.runCommand('Parley: Undo Changes');
  await expect.poll(() => existsSync(join(server.workspace, 'slash.txt'))).toBe(false);
  await chat.ask('/compact focus');
  const blocks = chat.answers.last();
  await blocks.getByText('BLOCKS [["text","/compact focus"]').waitFor();
  expect(await blocks.textContent()).toContain('parley:/undone/undone-changes.md');
});

test('an agent that copies whole sessions is asked once, and then gets what agents without forks get', async () => {
  const { window } = parley;
  const chat = await start('Copier');
  await chat.ask('one');
  await chat.ask('two');
  const regenerate = async (): Promise<void> => {
    const row = await chat.lastRow();
    await chat.entries('turn').last().hover();
    await chat.entries('turn').last().getByTestId('regenerate').click();
    await chat.turnEnd(row);
  };
  await regenerate();
  await chat.answers.getByText('Answer 3 after 1 forks.').waitFor();
  expect(await window.notifications.getByText('could not fork').count()).toBe(0);
  await regenerate();
  await chat.answers.getByText('Answer 4 after 1 forks.').waitFor();
  await chat.entries('user').nth(1).hover();
  await chat.entries('user').nth(1).getByTestId('edit-prompt').click();
  await chat.find('start-here').waitFor();
  expect(await chat.find('resend').count()).toBe(0);
});

test('a diagram is drawn as an image, or stays its source with the reason', async () => {
  const blocked: (string | undefined)[] = [];
  parley.window.page.on('requestfailed', (request) => {
    if (request.url().includes('image.example')) blocked.push(request.failure()?.errorText);
  });
  const chat = await start('Scribe');
  await chat.ask('diagrams');
  const blocks = chat.answers.last().getByTestId('code-block');
  const images = chat.answers.last().getByTestId('diagram').locator('img');
  await images.nth(1).waitFor();
  const errors = chat.find('diagram-error');
  expect(await errors.allTextContents()).toEqual([
    'This diagram cannot be drawn: Parse error on line 2',
    'This diagram cannot be drawn: The source image cannot be decoded.',
  ]);
  await blocks.nth(1).getByText('A[Start --> B{').waitFor();
  const sizes = await images.evaluateAll((all) =>
    all.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(50);
  expect(blocked).toEqual(['csp']);
  const light = await images.first().getAttribute('src');

  await blocks.first().getByTestId('show-source').click();
  await blocks.first().locator('pre', { hasText: 'A[Start] --> B{Is it ok?}' }).waitFor();
  await blocks.first().getByTestId('show-source').click();
  await images.first().waitFor();
  await parley.window.screenshot('diagrams');
  await parley.window.setTheme('dark');
  await expect.poll(() => images.first().getAttribute('src'), { timeout: 30_000 }).not.toBe(light);
});
