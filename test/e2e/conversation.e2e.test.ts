// The main job in a real window, with the demo agent: prompt, stream, stop, queue, permission, thoughts, sessions.
import { expect, test } from 'vitest';
import { stillRunning } from '../../scripts/processTree.mjs';
import { axeViolations } from './harness/axe.ts';
import { isStored } from './harness/browserStorage.ts';
import { answerPermission, selectAnswer } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

async function openedChat(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  return chat;
}

async function freshSession(): Promise<Chat> {
  const chat = await openedChat();
  await chat.newSession();
  return chat;
}

test('who opens the chat by its icon can type at once', async () => {
  const { window } = parley;
  await window.page.locator('.activitybar').getByRole('tab', { name: 'Parley' }).first().click();
  const chat = new Chat(window);
  await chat.input.and(window.chat.locator(':focus')).waitFor();
  await window.page.keyboard.type('help');
  expect(await chat.draft()).toBe('help');
  await chat.input.fill('');
});

test('no key is lost where VS Code has given the focus only to its frame around the chat', async () => {
  const { page, chat: panel } = parley.window;
  const chat = await openedChat();
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget:visible input').and(page.locator(':focus')).waitFor();
  await (await chat.document()).parentFrame()?.evaluate(() => window.focus());
  await chat.input.and(panel.locator(':focus')).waitFor();
  await page.keyboard.type('help');
  expect(await chat.draft()).toBe('help');
  await chat.input.fill('');
});

journey(
  'an empty session says what to do, and the answer to a prompt streams in as formatted text',
  async () => {
    const chat = await openedChat();
    await chat.find('suggestion').first().waitFor();
    expect(await axeViolations(chat)).toEqual([]);

    await chat.send('explain');
    expect(await chat.entries('user').textContent()).toContain('explain');
    await chat.answers.getByRole('heading', { name: 'This folder' }).waitFor();
    await chat.answers.locator('strong', { hasText: 'tea-timer' }).waitFor();
    await chat.answers.getByRole('cell', { name: 'README.md' }).waitFor();
    await chat.turnEnd(-1);
    await chat.find('stop').waitFor({ state: 'detached' });
    expect(await chat.find('tool-card').getAttribute('data-status')).toBe('completed');
    expect(await axeViolations(chat)).toEqual([]);
  },
);

test('Stop ends a turn with what was received, and keeps what is typed', async () => {
  const chat = await freshSession();
  await chat.send('slow');
  await chat.answers.getByText('one word after').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await chat.input.fill('my next thought');
  await chat.find('stop').click();
  await chat.entries('turn').getByText('Stopped').waitFor();
  expect(await chat.answers.textContent()).toContain('one word after');
  expect(await chat.draft()).toBe('my next thought');
  await chat.find('send').waitFor();
  expect(await chat.find('stop').count()).toBe(0);
});

test('prompts queue while a turn runs; they can be edited, reordered, removed and sent now', async () => {
  const chat = await freshSession();
  await chat.send('slow');
  await chat.answers.getByText('one word').waitFor();
  for (const text of ['first in line', 'second in line', 'think third']) await chat.send(text);
  const queued = chat.find('queued');
  await queued.nth(2).waitFor();
  const act = async (row: string, button: string): Promise<void> => {
    const item = queued.filter({ hasText: row });
    await item.hover();
    await item.getByRole('button', { name: button }).click();
  };
  const order = (): Promise<readonly string[]> => queued.locator('.queued-text').allTextContents();
  await act('first in line', 'Edit');
  await chat.find('queued-edit').fill('first in line, edited');
  await chat.find('queued-edit').press('Enter');
  await queued.filter({ hasText: 'first in line, edited' }).press('Alt+ArrowDown');
  await expect.poll(order).toEqual(['second in line', 'first in line, edited', 'think third']);
  const source = queued.filter({ hasText: 'think third' });
  const target = queued.filter({ hasText: 'second in line' });
  await expect
    .poll(async () => {
      await source
        .locator('.queued-text')
        .dragTo(target, { sourcePosition: { x: 10, y: 8 }, targetPosition: { x: 20, y: 2 } });
      return order();
    })
    .toEqual(['think third', 'second in line', 'first in line, edited']);
  for (const text of ['first in line, edited', 'second in line']) await act(text, 'Remove');
  await expect.poll(() => queued.count()).toBe(1);
  await act('think third', 'Send Now');
  await chat.entries('user').getByText('think third').waitFor();
  await chat.entries('turn').getByText('Stopped').waitFor();
  await chat.answers.getByText('as far as a demo can').waitFor();
  await queued.waitFor({ state: 'detached' });
  expect(await chat.entries('user').allTextContents()).toEqual([
    expect.stringContaining('slow'),
    expect.stringContaining('think third'),
  ]);
});

journey(
  'a permission request takes no key in its first moments, then number keys reject and allow',
  async () => {
    const chat = await freshSession();
    const before = parley.server.readFile('src/countdown.js');
    const panel = await chat.document();
    // Whoever types on while the card appears must not answer it: keys in every frame of its first 250 ms.
    const keysPressed = panel.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let pressed = 0;
          const press = (since: number): void => {
            if (performance.now() - since > 250) return resolve(pressed);
            const key = new KeyboardEvent('keydown', { key: '1', bubbles: true });
            document.querySelector('[data-testid="composer-input"]')?.dispatchEvent(key);
            pressed++;
            requestAnimationFrame(() => press(since));
            return undefined;
          };
          const observer = new MutationObserver(() => {
            if (document.querySelector('[data-testid="permission"]') === null) return;
            observer.disconnect();
            press(performance.now());
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await chat.send('edit src/countdown.js');
    // A frame may be longer than that.
    expect(await keysPressed).toBeGreaterThan(0);
    await chat.find('permission').waitFor();
    expect(await chat.find('permission').getByTestId('diff').count()).toBeGreaterThan(0);
    expect(await axeViolations(chat)).toEqual([]);
    // One signal: nothing turns and nothing says that it works while the user is waited for.
    expect(await chat.find('working').textContent()).toBe('');
    expect(await (await chat.document()).locator('.spinner, .codicon-modifier-spin').count()).toBe(0);

    // What came too early is text.
    await expect.poll(() => chat.draft()).toMatch(/^1+$/);
    await chat.input.fill('');
    await selectAnswer(chat, '1');
    // No time that passes is an answer, and what else is typed makes it a text.
    await chat.input.press('.');
    expect(await chat.draft()).toBe('1.');
    expect(await chat.find('permission').locator('[data-armed]').count()).toBe(0);
    await answerPermission(chat, '2');
    await chat.answers.getByText('You rejected it').waitFor();
    expect(parley.server.readFile('src/countdown.js')).toBe(before);

    await chat.find('stop').waitFor({ state: 'detached' });
    await chat.send('edit src/countdown.js');
    await chat.find('permission').waitFor();
    // A digit in a text is a digit.
    await chat.input.pressSequentially('take 1');
    await chat.find('permission').waitFor();
    expect(await chat.draft()).toBe('take 1');
    await chat.input.fill('');
    await answerPermission(chat, '1');
    await chat.answers.getByText('Done: the change').waitFor();
    await expect
      .poll(() => parley.server.readFile('src/countdown.js'))
      .toContain('Edited by the Parley demo agent');
  },
);

test('thoughts are one line that opens, apart from the answer', async () => {
  const chat = await freshSession();
  await chat.ask('think why is the sky blue');
  const thought = chat.entries('thought');
  const line = thought.getByRole('button', { name: /^Thought for / });
  expect(await line.getAttribute('aria-expanded')).toBe('false');
  expect(await thought.textContent()).not.toContain('why is the sky blue');
  expect(await chat.answers.textContent()).not.toContain('why is the sky blue');
  await line.click();
  await thought.getByText('It says: why is the sky blue').waitFor();
  await line.click();
  await thought.getByText('It says: why is the sky blue').waitFor({ state: 'detached' });
});

test('the code of a block can be copied', async () => {
  const { page } = parley.window;
  const chat = await freshSession();
  await chat.ask('read src/teas.js');
  const block = chat.answers.getByTestId('code-block');
  await block.hover();
  await block.getByTestId('copy-code').click();
  await block.getByText('Copied').waitFor();
  const code = parley.server.readFile('src/teas.js').trimEnd();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('sessions are switched with their transcripts and drafts', async () => {
  const chat = await freshSession();
  await chat.ask('title Blue session');
  await chat.input.fill('a draft for blue');
  await chat.newSession();
  expect(await chat.draft()).toBe('');
  await chat.ask('title Green session');

  await chat.switchTo('Blue session');
  await chat.find('session-title').getByText('Blue session').waitFor();
  await chat.answers.getByText('This session is called “Blue session” now.').waitFor();
  expect(await chat.draft()).toBe('a draft for blue');

  await (await chat.sessionRow('Green session')).click();
  await chat.find('session-title').getByText('Green session').waitFor();
  await chat.answers.getByText('This session is called “Green session” now.').waitFor();
  expect(await chat.draft()).toBe('');
});

test('the transcript stays where the user scrolled to, and a button leads back to what is new', async () => {
  const { window } = parley;
  const chat = await freshSession();
  await chat.ask('help');
  await chat.send('slow');
  await chat.answers.last().getByText('one word').waitFor();
  const transcript = chat.find('transcript');
  const scrolled = (): Promise<{ top: number; fromEnd: number }> =>
    transcript.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      top: scrollTop,
      fromEnd: scrollHeight - clientHeight - scrollTop,
    }));
  await expect.poll(async () => (await scrolled()).fromEnd).toBeLessThan(2);

  await transcript.hover();
  await window.page.mouse.wheel(0, -300);
  const button = chat.find('jump-to-bottom');
  await button.getByText('New messages').waitFor();
  await expect.poll(async () => (await scrolled()).fromEnd).toBeGreaterThan(100);
  // The wheel scrolls for a while.
  let top = -1;
  const hasStopped = async (): Promise<boolean> => top === (top = (await scrolled()).top);
  await expect.poll(hasStopped).toBe(true);
  await chat.answers.last().getByText('nothing ends this sentence').waitFor({ state: 'attached' });
  expect(Math.abs((await scrolled()).top - top)).toBeLessThan(2);

  await button.click();
  await button.waitFor({ state: 'detached' });
  await expect.poll(async () => (await scrolled()).fromEnd).toBeLessThan(2);
  await chat.find('stop').click();
  await chat.entries('turn').getByText('Stopped').waitFor();
});

test('everything on the main path works with the keyboard alone', async () => {
  const { window } = parley;
  const { keyboard } = window.page;
  const chat = await freshSession();
  await window.runCommand('View: Show Explorer');
  await keyboard.press('Control+Alt+P');
  await chat.find('composer-input').and(window.chat.locator(':focus')).waitFor();

  await keyboard.type('slow');
  await keyboard.press('Enter');
  await chat.answers.getByText('one word').waitFor();
  await keyboard.press('Escape');
  await chat.entries('turn').getByText('Stopped').waitFor();

  await keyboard.press('ArrowUp');
  await expect.poll(() => chat.draft()).toBe('slow');
  await keyboard.press('ArrowDown');
  await expect.poll(() => chat.draft()).toBe('');

  await keyboard.type('two');
  await keyboard.press('Shift+Enter');
  await keyboard.type('lines');
  expect(await chat.draft()).toBe('two\nlines');
  await keyboard.press('Enter');
  await chat.entries('user').getByText('two\nlines').waitFor();
  await chat.answers.last().getByText('I have your message').waitFor();
  await chat.find('stop').waitFor({ state: 'detached' });

  await keyboard.type('look at @teas');
  await chat.find('mention-option').and(chat.find('mention-list').locator('[data-name="teas.js"]')).waitFor();
  await keyboard.press('Enter');
  const chip = chat.input.getByTestId('attachment');
  await chip.waitFor();
  await keyboard.press('Backspace');
  await keyboard.press('Backspace');
  await chip.waitFor({ state: 'detached' });
  expect(await chat.draft()).toBe('look at ');
  await keyboard.press('Control+Z');
  await chip.waitFor();
  // A second undo would bring back the blank behind it. The chip says its size a moment later.
  await expect.poll(() => chat.draft()).toMatch(/^look at teas\.js.*\S$/);
  await keyboard.press('Enter');
  await chat.entries('user').locator('[data-kind="file"][data-name="teas.js"]').waitFor();
  await chat.find('stop').waitFor({ state: 'detached' });

  await keyboard.press('Control+N');
  await chat.find('session-title').getByText('New session', { exact: true }).waitFor();
  await chat.find('composer-input').and(window.chat.locator(':focus')).waitFor();

  await keyboard.type('?');
  await window.quickPick.filter({ hasText: 'Focus Transcript' }).first().waitFor();
  await keyboard.press('Escape');
  await window.quickPick.first().waitFor({ state: 'detached' });
});

test('a prompt is composed in an editor, and sent from there', async () => {
  const { window } = parley;
  const chat = await freshSession();
  await chat.input.fill('think about');
  await chat.find('compose-in-editor').click();
  await chat.find('draft-in-editor').waitFor();
  const editor = window.page.locator('.monaco-editor[role="code"]').filter({ hasText: 'think about' });
  await editor.locator('.native-edit-context, textarea').first().focus();
  await window.page.keyboard.type(' tea');
  await editor.filter({ hasText: /think.about.tea/ }).waitFor();
  await window.page.keyboard.press('Control+Enter');
  await chat.entries('user').getByText('think about tea').waitFor();
  await chat.find('composer-input').waitFor();
  expect(await chat.draft()).toBe('');
  await editor.waitFor({ state: 'detached' });
});

test('Shift+Tab leads from the composer to the permission request that waits', async () => {
  const { window } = parley;
  const chat = await freshSession();
  await chat.send('edit src/countdown.js');
  await chat.find('permission').waitFor();
  await chat.input.press('Shift+Tab');
  await chat.find('permission').and(window.chat.locator(':focus')).waitFor();
  // In its first moments the card takes no key.
  await expect
    .poll(async () => {
      await window.page.keyboard.press('2');
      return chat.find('permission').count();
    })
    .toBe(0);
  await chat.answers.getByText('You rejected it').waitFor();
});

test('a draft is there again after the window was reloaded, and no agent process is left behind', async () => {
  const { window, server } = parley;
  await window.reload();
  const chat = await openedChat();
  await chat.input.fill('a draft that\nsurvives');
  const pids = (await server.agentProcesses()).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(0);
  await expect.poll(() => isStored(window.page, 'survives'), { timeout: 60_000 }).toBe(true);
  await window.reload();
  await window.openChat();
  await expect.poll(() => chat.draft()).toBe('a draft that\nsurvives');
  await expect.poll(() => stillRunning(pids)).toEqual([]);
});
