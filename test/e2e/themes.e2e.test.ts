// Every theme of VS Code, whose own styles for code and keys are under the panel's, and motion as it is set there.
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();
const THEMES = ['light', 'hc', 'hcLight', 'dark'] as const;

afterAll(() => parley.window.setTheme('dark'));

test('code and the list of commands can be read and reached', async () => {
  const { window } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.connected();
  await chat.ask('stream 16');
  await chat.answers.locator('.hljs-keyword').first().scrollIntoViewIfNeeded();
  await chat.input.fill('/');
  await chat.find('suggestion').first().waitFor();
  for (const theme of THEMES) {
    await window.setTheme(theme);
    expect(await axeViolations(chat), theme).toEqual([]);
  }
  await chat.input.fill('');
});

test('the number of an answer has the colour of its words', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await chat.send('run npm test');
  const option = chat.find('permission-option').first();
  await option.waitFor();
  for (const theme of THEMES) {
    await window.setTheme(theme);
    const [words, number] = await option.evaluate((button) => {
      const key = button.querySelector('kbd');
      const inside = button.shadowRoot?.querySelector('button');
      return [inside, key].map((element) => element && getComputedStyle(element).color);
    });
    expect(number, theme).toBe(words);
  }
  await chat.find('stop').click();
});

test('nothing moves when VS Code is set to reduce motion', async () => {
  const { server, window } = parley;
  const panel = await new Chat(window).document();
  const motion = () =>
    panel.evaluate(() => {
      const connection = document.createElement('div');
      connection.className = 'connection';
      connection.dataset['state'] = 'starting';
      const dot = document.createElement('span');
      dot.className = 'connection-dot';
      connection.append(dot);
      document.body.append(connection);
      const { animationName } = getComputedStyle(dot);
      connection.remove();
      return animationName;
    });
  expect(await motion()).toBe('connection-turn');
  server.changeSettings({ 'workbench.reduceMotion': 'on' }, 'machine');
  await window.chat.locator('body.vscode-reduce-motion').waitFor();
  expect(await motion()).toBe('none');
});
