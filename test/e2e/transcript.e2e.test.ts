// What stands in the transcript, in a real window: diffs of tool cards in the native editor, commands with their output,
// forms, the context menu, and the way in and back for users of keyboards and screen readers.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

// A terminal that draws on no canvas has its text in the page.
const parley = useParley({ settings: { 'terminal.integrated.gpuAcceleration': 'off' } });

async function freshSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  return chat;
}

const editorTab = (label: string) =>
  parley.window.page.locator('.tabs-container .tab .label-name', { hasText: label });

test('a proposed change opens against the file before it is approved, and as made after; the card says who decided', async () => {
  const chat = await freshSession();
  await chat.send('edit src/brew.js');
  const request = chat.find('permission');
  await request.getByTestId('open-diff').click();
  await editorTab('brew.js (proposed)').waitFor();
  const modified = parley.window.page.locator('.editor.modified .view-lines');
  await modified.getByText('Edited by the Parley demo agent').waitFor();
  expect(parley.server.readFile('src/brew.js')).not.toContain('demo agent');

  await chat.find('permission-option').first().click();
  await chat.turnEnd(-1);
  await chat.find('tool-decision').getByText('Allowed once').waitFor();
  await chat.find('tool-card').getByTestId('open-diff').click();
  await editorTab('brew.js (changed by the agent)').waitFor();
  expect(parley.server.readFile('src/brew.js')).toContain('demo agent');
  expect(await axeViolations(chat)).toEqual([]);
});

test('R68 an editor follows the agent when the user wants it', async () => {
  const chat = await freshSession();
  await parley.window.runCommand('Parley: Toggle Follow Mode');
  await chat.send('read src/teas.js');
  // The label of a file is in pieces.
  await parley.window.page.locator('.tab[data-resource-name="teas.js"]').waitFor();
  await parley.window.runCommand('Parley: Toggle Follow Mode');
});

/** A session in which the demo agent was allowed to run a command. */
async function running(command: string): Promise<Chat> {
  const chat = await freshSession();
  await chat.send(`run ${command}`);
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.find('terminal-output').waitFor();
  return chat;
}

journey('R69 a command shows its output as it comes, in colours, and can be stopped', async () => {
  const chat = await running(`printf '\\033[32mgreen\\033[0m plain\\n'; echo still here; sleep 1000`);
  const terminal = chat.find('terminal-output');
  await terminal.getByText('still here', { exact: true }).waitFor();
  expect(await terminal.getAttribute('data-state')).toBe('running');
  expect(await chat.find('tool-card').getAttribute('data-status')).toBe('in_progress');
  const green = terminal.getByText('green', { exact: true });
  const colours = await green.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.parentElement ?? element).color,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('terminal-running', 'chat');

  await chat.find('terminal-stop').click();
  await terminal.and(parley.window.chat.locator('[data-state="failed"]')).waitFor();
  expect(await terminal.textContent()).toContain('Stopped by SIGTERM');
  await chat.answers.getByText('ended with signal SIGTERM').waitFor();
  // The agent has released it, and what it printed is still there.
  expect(await terminal.textContent()).toContain('still here');
  expect(await chat.find('terminal-stop').count()).toBe(0);
});

test('a command opens as a terminal of VS Code', async () => {
  const chat = await running('echo first words; sleep 1000');
  await chat.find('terminal-output').getByText('first words', { exact: true }).waitFor();
  await chat.find('terminal-open').click();
  const { page } = parley.window;
  const text = () => page.locator('.terminal-wrapper.active .xterm-rows').innerText();
  await expect.poll(text).toMatch(/first\swords/);
  await chat.find('stop').click();
  await chat.entries('turn').getByText('Stopped').waitFor();
  await expect.poll(text).toMatch(/Terminated\sby\sSIGTERM/);
});

test('a command that prints without end leaves the panel awake, and can be stopped', async () => {
  const chat = await running('yes');
  const terminal = chat.find('terminal-output');
  await terminal.getByText(/were discarded/).waitFor();
  await chat.input.fill('typed meanwhile');
  expect(await chat.draft()).toBe('typed meanwhile');
  await chat.input.fill('');
  expect(await terminal.getAttribute('data-state')).toBe('running');
  await chat.find('terminal-stop').click();
  await terminal.and(parley.window.chat.locator('[data-state="failed"]')).waitFor();
  await chat.answers.getByText('ended with signal').waitFor();
});

test('100 MB of output come to their end, and the page holds no more than the last lines', async () => {
  const chat = await running('yes | head -c 100000000; echo the end');
  await chat.answers.getByText('ended with exit code 0').waitFor({ timeout: 60_000 });
  const terminal = chat.find('terminal-output');
  await terminal.getByText('the end', { exact: true }).waitFor();
  expect(await terminal.textContent()).toMatch(/99\.\d MB were discarded/);
  expect(await terminal.locator('.terminal-line').count()).toBeLessThanOrEqual(400);
});

async function askedForm(): Promise<Chat> {
  const chat = await freshSession();
  await chat.send('form');
  await chat.find('elicitation').waitFor();
  return chat;
}

/** Walks back from the composer until something in the form has the focus. */
async function walkTo(chat: Chat, selector: string): Promise<void> {
  const { page } = parley.window;
  const focused = chat.find('elicitation').locator(`${selector}:focus`);
  for (let step = 0; step < 12 && (await focused.count()) === 0; step++) {
    await page.keyboard.press('Shift+Tab');
  }
  expect(await focused.count()).toBe(1);
}

journey('R111 R113 a form is reached from the composer, filled in and sent by keyboard', async () => {
  const chat = await askedForm();
  const { page } = parley.window;
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('form', 'chat');
  await chat.input.focus();
  await walkTo(chat, 'input[type="email"]');
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  const problem = chat.find('elicitation').getByRole('alert');
  await problem.waitFor();
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('ada@example.org');
  await expect.poll(() => problem.count()).toBe(0);
  await walkTo(chat, 'input[type="number"]');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await chat.answers.getByText('You answered').waitFor();
  await expect.poll(() => chat.answers.last().textContent()).toContain('"cups": 2');
  await expect.poll(() => chat.answers.last().textContent()).toContain('"mail": "ada@example.org"');
  expect(await chat.find('elicitation').count()).toBe(0);
  // The focus is where the user goes on.
  await chat.input.and(parley.window.chat.locator(':focus')).waitFor();
});

test('R113 a form is declined by keyboard, and another is cancelled with its turn', async () => {
  const chat = await askedForm();
  await chat.input.focus();
  await walkTo(chat, '[data-action="decline"]');
  await parley.window.page.keyboard.press('Enter');
  await chat.answers.getByText('You declined to answer').waitFor();
  await chat.send('form');
  await chat.find('elicitation').waitFor();
  await chat.input.focus();
  await parley.window.page.keyboard.press('Escape');
  await expect.poll(() => chat.find('elicitation').count()).toBe(0);
  await chat.entries('turn').getByText('Stopped').waitFor();
});

test('a right click copies code and answers, quotes what is selected, and cuts only in the input', async () => {
  const { page } = parley.window;
  const chat = await freshSession();
  await chat.ask('read src/teas.js');
  const code = chat.answers.getByTestId('code-block').locator('code');
  const items = page.locator('.monaco-menu').getByRole('menuitem');
  const words = chat.answers.getByText('unsaved changes included');
  const open = async (place = code): Promise<string> => {
    await place.click({ button: 'right', position: { x: 20, y: 8 } });
    await items.first().waitFor();
    return (await items.allTextContents()).join();
  };
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
  };
  const choose = (name: string): Promise<void> => parley.window.chooseInMenu(items.filter({ hasText: name }));
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const file = parley.server.readFile('src/teas.js').trimEnd();
  await open();
  await choose('Copy as Markdown');
  await expect.poll(clipboard).toContain(`${file}\n\`\`\``);
  await open();
  await choose('Copy Code');
  await expect.poll(clipboard).toBe(file);
  const offered = await open();
  expect(offered).toContain('Copy Message');
  expect(offered).not.toContain('Cut');
  expect(offered).not.toContain('Quote Selection');
  await close();

  // As a user selects a paragraph; again where VS Code has given the focus elsewhere meanwhile.
  const offersSelection = async (): Promise<boolean> => {
    await words.click({ clickCount: 3 });
    if ((await open(words)).includes('Quote Selection')) return true;
    await close();
    return false;
  };
  await expect.poll(offersSelection, { timeout: 30_000 }).toBe(true);
  await choose('Quote Selection in Prompt');
  await expect.poll(() => chat.draft()).toMatch(/^> .*unsaved changes included/);
  await chat.input.click({ button: 'right' });
  await items.filter({ hasText: 'Cut' }).waitFor();
  expect((await items.allTextContents()).join()).not.toContain('Copy Message');
  await close();
});

journey('an entry is reached, read as plain text and left by keyboard alone', async () => {
  const { window } = parley;
  const { keyboard } = window.page;
  const chat = await freshSession();
  await chat.ask('help');

  const editor = window.page.locator('.editor-group-container .monaco-editor');
  const tab = (name: string) => window.page.locator('.tab').filter({ hasText: name });
  const kindOfFocused = async () =>
    await (await chat.document()).evaluate(() => document.activeElement?.getAttribute('data-kind'));

  await chat.input.focus();
  await keyboard.press('Control+ArrowUp');
  await expect.poll(kindOfFocused).toBe('agent');
  await keyboard.press('ArrowUp');
  await expect.poll(kindOfFocused).toBe('user');

  await keyboard.press('Alt+F2');
  await tab('Accessible View').waitFor();
  await editor.locator('.view-line').getByText('help', { exact: true }).waitFor();
  await keyboard.press('Alt+]');
  await expect.poll(() => editor.locator('.view-lines').innerText()).toContain('Demo');
  await keyboard.press('Escape');
  await tab('Accessible View').waitFor({ state: 'detached' });
  await expect.poll(kindOfFocused).toBe('agent');

  // VS Code learns a moment later that the chat has the focus again.
  const help = tab('Accessibility Help');
  await expect
    .poll(async () => {
      await keyboard.press('Alt+F1');
      await help.waitFor({ timeout: 5_000 }).catch(() => undefined);
      const isOpen = (await help.count()) > 0;
      // VS Code may have shown its own help, for the editor that had the focus before.
      if (!isOpen) await keyboard.press('Escape');
      return await help.count();
    })
    .toBe(1);
  await expect.poll(() => editor.locator('.view-lines').innerText()).toContain('transcript');
  await keyboard.press('Escape');
  await tab('Accessibility Help').waitFor({ state: 'detached' });
  await expect.poll(kindOfFocused).toBe('agent');

  // The workbench may still be on its way out of the help when the key comes.
  const focusedInput = chat.input.and(window.chat.locator(':focus'));
  await expect
    .poll(async () => {
      await keyboard.press('Control+ArrowDown');
      return focusedInput.count();
    })
    .toBe(1);
});
