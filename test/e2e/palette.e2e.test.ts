// Nothing is silent: commands of the palette and settings do something that is seen, or say why they cannot.
import { expect, test } from 'vitest';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

const status = () => parley.window.page.locator('.statusbar-item', { hasText: 'Demo agent' });
const message = (text: string) => parley.window.page.locator('.statusbar').getByText(text);

test('stopping says when there is nothing to stop', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).connected();
  await window.runCommand('Parley: Stop Current Turn');
  await message('Nothing is running in this session.').waitFor();
});

test('read-only mode is seen as long as it is on', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).connected();
  await window.runCommand('Parley: Toggle Read-Only Mode');
  await message('Read-only mode is on').waitFor();
  await status().locator('.codicon-lock').waitFor();
  await window.runCommand('Parley: Toggle Read-Only Mode');
  await message('Read-only mode is off.').waitFor();
  await status().locator('.codicon-lock').waitFor({ state: 'detached' });
});

/** Opens the chat and gives its session a name. */
async function renamed(title: string): Promise<Chat> {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.connected();
  await chat.ask('help');
  await window.runCommand('Parley: Rename Session…');
  const name = window.page.locator('.quick-input-widget:visible .quick-input-box input');
  await expect.poll(() => name.inputValue()).not.toBe('');
  await name.fill(title);
  await name.press('Enter');
  await chat.find('session-title').getByText(title).waitFor();
  return chat;
}

test('the status bar shows the title that the session has now', async () => {
  await renamed('My own name');
  await expect.poll(() => status().getAttribute('aria-label')).toContain('My own name');
});

test('choosing a mode before the chat was opened is for the session of the window before', async () => {
  const { window } = parley;
  const chat = await renamed('The one before');
  await window.runCommand('View: Show Explorer');
  await window.reload();
  await window.runCommand('Parley: Cycle Mode');
  await window.openChat();
  await chat.find('session-title').getByText('The one before').waitFor();
});

test('an invalid “parley.agents” is reported with a button that opens the settings', async () => {
  const { server, window } = parley;
  server.changeSettings({ 'parley.agents': [{ command: 'qwen' }] }, 'machine');
  const notification = window.notifications.filter({ hasText: '“parley.agents” is ignored' });
  await notification.getByRole('button', { name: 'Open Settings' }).click();
  await window.page.locator('.settings-editor').waitFor();
});
