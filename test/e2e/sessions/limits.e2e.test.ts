// Sessions that meet a usage limit: until when they wait, and how they continue.
import { expect, test } from 'vitest';
import { axeViolations } from '../harness/axe.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley();
const LONG = 30_000;

const card = (chat: Chat) => chat.find('limit');
const state = () => parley.window.chat.getByTestId('connection-state').getAttribute('data-state');

async function newChat(): Promise<Chat> {
  await parley.window.openChat();
  const chat = new Chat(parley.window);
  await chat.newSession();
  return chat;
}

test('a session says until when it waits, in the panel, the status bar and the list', async () => {
  const { window } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.connected();
  await chat.ask('limit 3h 20m');
  await card(chat)
    .getByText(/Waiting until .*3 hr/)
    .waitFor();
  const until = Date.parse((await card(chat).getAttribute('data-until')) ?? '');
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
  await card(chat)
    .getByText(/Continues at/)
    .waitFor();
  await window.screenshot('limit-continues', 'chat');
  const row = await chat.sessionRow('waiting until');
  await row.waitFor();
  await window.screenshot('limit-list');
});

test('a session continues by itself after the reset, where that was asked for', async () => {
  const chat = await newChat();
  await chat.ask('limit 8s');
  await chat.action('continue_at_reset').click();
  await chat.entries('user').getByText('Continue', { exact: true }).waitFor({ timeout: LONG });
  await card(chat).waitFor({ state: 'detached', timeout: LONG });
  await expect.poll(state).toBe('ready');
});

test('without that it offers to continue, and a limit that is sent as an answer counts', async () => {
  const chat = await newChat();
  await chat.ask('limit say 4s');
  await card(chat).locator('[data-action="continue"]').waitFor({ timeout: LONG });
  await parley.window.screenshot('limit-over', 'chat');
  await chat.action('continue').click();
  await chat.entries('user').getByText('Continue', { exact: true }).waitFor({ timeout: LONG });
  await card(chat).waitFor({ state: 'detached', timeout: LONG });
});

test('where nobody says when it resets, the user is asked, and it is kept over a reload', async () => {
  const { window } = parley;
  const chat = await newChat();
  await chat.ask('limit');
  expect(await card(chat).getAttribute('data-until')).toBe('');
  await window.screenshot('limit-no-time', 'chat');
  await chat.action('continue_at_reset').click();
  const input = window.page.locator('.quick-input-widget input');
  await input.fill('soon');
  await window.page.getByText('Enter a future time').waitFor();
  await input.fill('45m');
  await window.page.getByText('Continues at').first().waitFor();
  await window.screenshot('limit-ask');
  await input.press('Enter');
  await card(chat)
    .getByText(/Continues at/)
    .waitFor();
  const until = await card(chat).getAttribute('data-until');
  await window.reload();
  await card(chat)
    .getByText(/Continues at/)
    .waitFor({ timeout: 60_000 });
  expect(await card(chat).getAttribute('data-until')).toBe(until);
  await chat.action('dont_continue').click();
  await card(chat)
    .getByText(/Waiting until/)
    .waitFor();
  await chat.action('dismiss').click();
  await card(chat).waitFor({ state: 'detached' });
});
