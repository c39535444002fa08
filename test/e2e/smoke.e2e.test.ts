// The packaged extension in a real window: the chat opens and can be typed into.
import { expect, test } from 'vitest';
import { draftText } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

test('who opens the chat by its icon can type at once', async () => {
  const { window } = parley;
  await window.page.locator('.activitybar').getByRole('tab', { name: 'Parley' }).first().click();
  const input = window.chat.getByTestId('composer-input');
  await input.and(window.chat.locator(':focus')).waitFor();
  await window.page.keyboard.type('help');
  expect(await draftText(input)).toBe('help');
});

test('the chat view opens with a composer', async () => {
  await parley.window.openChat();
  await parley.window.chat.getByTestId('composer-input').waitFor();
  expect(await parley.window.chat.getByTestId('composer-input').isVisible()).toBe(true);
});
