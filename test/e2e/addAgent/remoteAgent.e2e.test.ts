// Agents on servers: added by URL, tried before they are written, cut off in the middle, and refused without a token.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { RemoteServer } from '../../support/remote/remoteServer.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { useParley } from '../harness/useParley.ts';

const TOKEN = 'Tok3n-of-the-Test';
const overWebSocket = await RemoteServer.start({ title: 'Far away', cookie: 'affinity=1' });
const overHttp = await RemoteServer.start({ title: 'With a token', token: TOKEN });

afterAll(async () => {
  await overWebSocket.dispose();
  await overHttp.dispose();
});

// Nothing answers there, and nothing has to.
const parley = useParley({ settings: { 'parley.registryUrl': 'http://127.0.0.1:9/registry.json' } });

const picker = () => parley.window.page.locator('.quick-input-widget:visible');
const dialog = () => parley.window.page.locator('.monaco-dialog-box');

async function enter(prompt: string, text?: string): Promise<void> {
  await picker().getByText(prompt).waitFor();
  if (text !== undefined) await picker().locator('.quick-input-box input').fill(text);
  await parley.window.page.keyboard.press('Enter');
}

async function confirmAdding(name: string): Promise<void> {
  await dialog().getByText(`Add ${name}?`).waitFor();
  await parley.window.page.keyboard.press('Enter');
  const { chat } = parley.window;
  await agentName(chat, name).waitFor();
  await chat.getByTestId('composer-input').and(chat.locator(':focus')).waitFor();
}

const machineSettings = () =>
  readFileSync(join(parley.server.directory, 'user-data', 'Machine', 'settings.json'), 'utf8');

function entries(): Readonly<Record<string, unknown>> {
  const settings = z.object({ 'parley.agents': z.record(z.string(), z.unknown()).default({}) });
  return settings.parse(JSON.parse(machineSettings()))['parley.agents'];
}

test('an agent is added by its URL, is cut off, and goes on with the session', async () => {
  const { window } = parley;
  await window.openChat();
  await window.chat.locator('[data-testid="agent-choice"][data-state="remote"]').click();
  await enter('The URL of the agent', 'http://user:password@127.0.0.1/');
  await enter('without a user name or a password', overWebSocket.url('ws'));
  await enter('The token to sign in to the server', '');
  await enter('The name of the agent in Parley');
  await confirmAdding('Far away');
  expect(entries()).toEqual({ 'Far away': { url: overWebSocket.url('ws') } });

  const chat = new Chat(window);
  await chat.ask('say one');
  await chat.answers.filter({ hasText: 'one' }).waitFor();
  await chat.send('say two\nhang');
  await chat.answers.filter({ hasText: 'two' }).waitFor();
  overWebSocket.cut();
  await chat.error.filter({ hasText: 'The connection to Far away was lost.' }).waitFor();
  await chat.ask('say three');
  await chat.answers.filter({ hasText: 'three' }).waitFor();
  expect(overWebSocket.calls).toContain('load');
  // What was there before is not there twice.
  expect(await chat.answers.filter({ hasText: 'one' }).count()).toBe(1);
  expect(await chat.answers.filter({ hasText: 'two' }).count()).toBe(1);
  expect(overWebSocket.requests.at(-1)?.headers.cookie).toBe('affinity=1');
});

test('a server that wants a token is tried again with one, which is stored in no setting and no log', async () => {
  const { window, server } = parley;
  await window.runCommand('Parley: Add Agent…');
  await window.quickPick.getByText('ACP Registry (not updated').first().waitFor();
  await window.page.keyboard.type('Remote Agent by URL');
  await window.quickPick.first().getByText('Remote Agent by URL…').waitFor();
  await window.page.keyboard.press('Enter');
  await enter('The URL of the agent', overHttp.url('http'));
  await enter('The token to sign in to the server', '');
  await dialog().getByText('requires a token').waitFor();
  await dialog().getByText('Edit Connection').click();
  await enter('The URL of the agent');
  await enter('The token to sign in to the server', TOKEN);
  await enter('The name of the agent in Parley');
  await confirmAdding('With a token');
  const chat = new Chat(window);
  await chat.ask('say hello');
  await chat.answers.filter({ hasText: 'hello' }).waitFor();
  expect(machineSettings()).not.toContain(TOKEN);
  const logs = join(server.directory, 'user-data', 'logs');
  const texts = readdirSync(logs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(texts.join('\n')).not.toContain(TOKEN);
});
