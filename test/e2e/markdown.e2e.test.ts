// An agent's text in a real window: links open where they may, nothing else is opened, loaded or run.
import { expect, test } from 'vitest';
import { fakeAgent } from './agents/agentSettings.ts';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley({
  machineSettings: { 'parley.agents': { Scribe: fakeAgent('Scribe') } },
});

/** A new session of the configured agent in which it has said that. */
async function said(text: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.ask(`say ${text}`);
  return chat;
}

test('the agent of the setting is the one that is used', async () => {
  const chat = await said('hello **there**');
  await chat.answers.locator('strong', { hasText: 'there' }).waitFor();
  expect(await parley.window.chat.locator('.agent-name').textContent()).toBe('Scribe');
  expect(await parley.window.chat.getByText('demo', { exact: true }).count()).toBe(0);
});

test('a link to a file of the workspace opens an editor at the line', async () => {
  const { page } = parley.window;
  const chat = await said('see [the countdown](src/countdown.js#L3) for it');
  await chat.answers.getByRole('link', { name: 'the countdown' }).click();
  await page.locator('.tab.active', { hasText: 'countdown.js' }).waitFor();
  await page.locator('.statusbar-item', { hasText: 'Ln 3, Col 1' }).waitFor();
});

test('a file outside the workspace is not opened, and the user is notified', async () => {
  const chat = await said('see [the passwords](/etc/passwd)');
  await chat.answers.getByRole('link', { name: 'the passwords' }).click();
  await parley.window.notifications.getByText('outside the workspace').waitFor();
  expect(await parley.window.page.locator('.tab', { hasText: 'passwd' }).count()).toBe(0);
});

test('script, command and data links are plain text', async () => {
  const chat = await said(
    '[script](javascript:alert(1)) [command](command:workbench.action.quit) [data](data:text/html,hi) words',
  );
  await chat.answers.getByText('script command data words').waitFor();
  expect(await chat.answers.getByRole('link').count()).toBe(0);
  expect(await chat.answers.locator('a').count()).toBe(0);
  await chat.answers.getByText('script', { exact: true }).click();
  expect(await chat.answers.getByText('script', { exact: true }).isVisible()).toBe(true);
});

test('a web link is asked about by VS Code and leads nowhere on its own', async () => {
  const { page } = parley.window;
  const chat = await said('[the docs](https://docs.example/start) and more');
  const address = page.url();
  const pages = page.context().pages().length;
  await chat.answers.getByRole('link', { name: 'the docs' }).click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('https://docs.example/start').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  expect(page.context().pages()).toHaveLength(pages);
  await chat.answers.getByText('and more').waitFor();
});

test('raw HTML is text, and neither it nor a remote image loads or runs anything', async () => {
  const requested: string[] = [];
  parley.window.page.on('request', (request) => requested.push(request.url()));
  const html =
    '<img src="https://image.example/a.png" onerror="document.title=1"> <b onclick="x()">raw</b> ![a chart](https://image.example/chart.png)';
  const chat = await said(html);
  await chat.answers.getByText('<b onclick="x()">raw</b>').waitFor();
  await chat.answers.getByRole('link', { name: 'a chart' }).waitFor();
  expect(await chat.answers.locator('img, b').count()).toBe(0);
  expect(requested.filter((url) => url.includes('image.example'))).toEqual([]);
  expect(await axeViolations(chat)).toEqual([]);
});
