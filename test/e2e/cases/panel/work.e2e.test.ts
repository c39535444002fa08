// Work after a turn, with the demo agent: tasks that go on, what they ask and change, Stop, and sessions that wait until a
// usage limit is reset.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { axeViolations } from '../../harness/axe.ts';
import { Chat } from '../../harness/chat.ts';
import { filesLike } from '../../harness/persistedFiles.ts';
import { useParley } from '../../harness/useParley.ts';

/** How long it takes until a limit of seconds is over, in milliseconds. */
const LONG = 30_000;

const parley = useParley({ files: { 'notes.txt': 'milk\n' } });

async function freshSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  return chat;
}

const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');
const limit = (chat: Chat) => chat.find('limit');
const notes = (): string => join(parley.server.workspace, 'notes.txt');

test('tasks that go on after the turn are rows, each of which is stopped alone', async () => {
  const chat = await freshSession();
  await chat.ask('background 2 long');
  const card = chat.find('background');
  await expect.poll(() => card.getAttribute('data-count')).toBe('2');
  await expect.poll(state).toBe('background');
  await card.getByRole('button').first().click();
  await card.getByText('4 of 4').first().waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await card.getByRole('button', { name: 'Stop npm run build' }).click();
  await expect.poll(() => card.getAttribute('data-count')).toBe('1');
  await chat.find('stop').click();
  await card.waitFor({ state: 'detached' });
});

test('what a task asks and changes after its turn is reviewed and undone, and its answer is an entry', async () => {
  const chat = await freshSession();
  await chat.ask('background notes.txt');
  await chat.find('permission').waitFor();
  // Another turn begins and ends meanwhile.
  await chat.ask('title Elsewhere');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.answers.getByText('npm test has ended without an error.').waitFor();
  expect(readFileSync(notes(), 'utf8')).toContain('Edited by the Parley demo agent.');
  await chat.find('changes').waitFor();
});

test('a session that its agent goes on in is marked as unread where another one is shown', async () => {
  const chat = await freshSession();
  // Another session is shown before it ends.
  await chat.ask('background 20s');
  await chat.newSession();
  const row = await chat.sessionRow('Demo: background');
  await row.getByText('working in the background').waitFor();
  await row.getByText('finished').waitFor({ timeout: 60_000 });
});

test('a session says until when it waits, in the panel, the status bar and the list', async () => {
  const { window } = parley;
  const chat = await freshSession();
  await chat.ask('limit 3h 20m');
  await limit(chat)
    .getByText(/Waiting until .*3 hr/)
    .waitFor();
  const until = Date.parse((await limit(chat).getAttribute('data-until')) ?? '');
  expect(Math.abs(until - Date.now() - 200 * 60_000)).toBeLessThan(60_000);
  expect(await state()).toBe('limited');
  await window.page.locator('.statusbar-item', { hasText: 'Waiting until' }).waitFor();
  for (const width of [300, 420, 800]) {
    await window.setChatWidth(width);
    for (const theme of ['light', 'hc', 'dark'] as const) {
      await window.setTheme(theme);
      await window.screenshot(`limit-${width}-${theme}`, 'chat');
    }
  }
  await window.setChatWidth(420);
  expect(await axeViolations(chat)).toEqual([]);
  await chat.action('continue_at_reset').click();
  await limit(chat)
    .getByText(/Continues at/)
    .waitFor();
  await window.screenshot('limit-continues', 'chat');
  const row = await chat.sessionRow('waiting until');
  await row.waitFor();
  await window.screenshot('limit-list');
});

test('a session continues by itself after the reset, where that was asked for', async () => {
  const chat = await freshSession();
  await chat.ask('limit 8s');
  await chat.action('continue_at_reset').click();
  await chat.entries('user').getByText('Continue', { exact: true }).waitFor({ timeout: LONG });
  await limit(chat).waitFor({ state: 'detached', timeout: LONG });
  await expect.poll(state).toBe('ready');
});

test('without that it offers to continue, and a limit that is sent as an answer counts', async () => {
  const chat = await freshSession();
  await chat.ask('limit say 4s');
  await limit(chat).locator('[data-action="continue"]').waitFor({ timeout: LONG });
  await parley.window.screenshot('limit-over', 'chat');
  await chat.action('continue').click();
  await chat.entries('user').getByText('Continue', { exact: true }).waitFor({ timeout: LONG });
  await limit(chat).waitFor({ state: 'detached', timeout: LONG });
});

test('where nobody says when it resets, the user is asked, and it is kept over a reload', async () => {
  const { window } = parley;
  const chat = await freshSession();
  await chat.ask('limit');
  expect(await limit(chat).getAttribute('data-until')).toBe('');
  await window.screenshot('limit-no-time', 'chat');
  await chat.action('continue_at_reset').click();
  const input = window.page.locator('.quick-input-widget input');
  await input.fill('soon');
  await window.page.getByText('Enter a future time').waitFor();
  await input.fill('45m');
  await window.page.getByText('Continues at').first().waitFor();
  await window.screenshot('limit-ask');
  await input.press('Enter');
  await limit(chat)
    .getByText(/Continues at/)
    .waitFor();
  const until = await limit(chat).getAttribute('data-until');
  await window.reload();
  await limit(chat)
    .getByText(/Continues at/)
    .waitFor({ timeout: 60_000 });
  expect(await limit(chat).getAttribute('data-until')).toBe(until);
  await chat.action('dont_continue').click();
  await limit(chat)
    .getByText(/Waiting until/)
    .waitFor();
  await chat.action('dismiss').click();
  await limit(chat).waitFor({ state: 'detached' });
});

test(
  'after a restart a limit that has reset meanwhile is offered, and the next one is waited for',
  { timeout: 240_000 },
  async () => {
    const { window, server } = parley;
    const waits = async (time: string): Promise<Chat> => {
      const chat = await freshSession();
      await chat.ask(`limit ${time}`);
      await chat.action('continue_at_reset').click();
      await limit(chat)
        .getByText(/Continues at/)
        .waitFor();
      return chat;
    };
    // The chat does not show this one, which is restored all the same.
    await waits('50s');
    const chat = await waits('10s');
    const missed = (await limit(chat).getAttribute('data-until')) ?? '';
    await window.page.goto('about:blank');
    await server.restart();
    await expect.poll(() => Date.now() > Date.parse(missed)).toBe(true);
    await window.load();
    await window.openChat();
    await limit(chat).getByText('has reset').waitFor();
    const waiting = (): string =>
      filesLike(server, '.jsonl').find(({ text }) => text.includes('"limit 50s"'))?.text ?? '';
    await expect.poll(waiting, { timeout: 60_000 }).toContain('"Continue"');
    expect(await chat.entries('user').allTextContents()).toEqual(['limit 10s']);
    // The session of the test before has the same title, and this one has it once it has been answered.
    await expect.poll(waiting).toContain('Demo: Continue');
    await chat.switchTo('Demo: Continue');
    await limit(chat).waitFor({ state: 'detached', timeout: LONG });
    expect(await chat.entries('user').allTextContents()).toEqual(['limit 50s', 'Continue']);
  },
);
