// Questions of an agent in a real window: a form answered, declined and stopped, all by keyboard.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

async function askedForm(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
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
