// The packaged extension in a real window: the chat opens and can be typed into.
import { expect, test } from 'vitest';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

test('the chat view opens with a composer', async () => {
  await parley.window.openChat();
  await parley.window.chat.getByTestId('composer-input').waitFor();
  expect(await parley.window.chat.getByTestId('composer-input').isVisible()).toBe(true);
});
