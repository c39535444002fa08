// What is typed right after a key that opens a quick pick is in that quick pick, and not in the prompt.
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({ machineSettings: { 'parley.agents': { Fake: fakeAgent('Fake') } } });

test.each([
  ['the sessions', 'Control+Alt+s'],
  ['the models', 'Control+Alt+/'],
  ['all options', 'Control+Shift+,'],
  ['the keyboard shortcuts', 'Shift+?'],
])('in the quick pick of %s', async (_name, key) => {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.newSession('Demo agent');
  await chat.input.press(key);
  await window.page.keyboard.type('model');
  const field = window.page.locator('.quick-input-widget:visible .quick-input-box input');
  await expect.poll(() => field.inputValue()).toBe('model');
  await window.page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  expect(await chat.draft()).toBe('');
});

test('in the prompt where no quick pick comes', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.newSession('Fake');
  await chat.input.press('Control+Shift+,');
  await window.page.keyboard.type('model');
  await expect.poll(() => chat.draft()).toBe('model');
});
