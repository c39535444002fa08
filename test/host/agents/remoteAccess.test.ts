// What the user grants remote agents: tokens go to one address alone, and nothing unencrypted goes out unasked.
import { beforeEach, expect, test } from 'vitest';
import {
  confirmUnencrypted,
  enterToken,
  hasToken,
  preparedRemote,
  storeToken,
  type RemoteAccessContext,
} from '../../../src/host/agents/remoteAccess.ts';
import { rejection } from '../../support/agentHarness.ts';
import { resetVscode, storedContext, vscode } from '../../support/vscode.ts';

const url = 'https://agents.example.com/acp';
const { parts, secrets, state: stored } = storedContext();
const context: RemoteAccessContext = parts;

const prepared = (name: string, address: string) =>
  preparedRemote(name, { url: address, headers: {} }, context);

beforeEach(() => {
  resetVscode();
  stored.clear();
  secrets.clear();
});

test('a token is sent to the address for which it was entered, and to no other', async () => {
  vscode.answers.push(() => '  my-token ');
  expect(await enterToken('A', `${url}?tenant=1`, context)).toBe(true);
  expect(vscode.messages).toEqual([expect.stringContaining('https://agents.example.com/acp')]);
  expect(await prepared('A', url)).toEqual({ url, headers: {}, token: 'my-token' });
  expect(await prepared('B', url)).not.toHaveProperty('token');
  for (const other of [
    'https://agents.example.com/other/acp',
    'https://agents.example.com:8443/acp',
    'wss://agents.example.com/acp',
    'https://agents.example.com.evil.test/acp',
  ]) {
    expect(await prepared('A', other)).not.toHaveProperty('token');
  }
});

test('a token is kept when the box is closed, and removed when it is left empty', async () => {
  await storeToken('A', url, 'my-token', context);
  vscode.answers.push(() => undefined);
  expect(await enterToken('A', url, context)).toBe(false);
  expect(await hasToken('A', url, context)).toBe(true);
  vscode.answers.push(() => '');
  expect(await enterToken('A', url, context)).toBe(true);
  expect(await hasToken('A', url, context)).toBe(false);
});

test('a token that would break the header is not stored', async () => {
  vscode.answers.push(() => 'a\r\nHost: b');
  expect(await enterToken('A', url, context)).toBe(false);
  expect(secrets.size).toBe(0);
});

test('without encryption only servers of this machine are connected to before the user agrees', async () => {
  const plain = 'ws://agents.example.com:9000/acp';
  expect(await prepared('A', 'ws://127.0.0.1:9000/acp')).toHaveProperty('url');
  expect(await rejection(prepared('A', plain))).toMatchObject({
    code: 'unencrypted-not-allowed',
    actions: ['allow-unencrypted', 'edit-settings'],
  });
  vscode.answers.push(() => undefined);
  expect(await confirmUnencrypted('A', plain, context)).toBe(false);
  await expect(prepared('A', plain)).rejects.toThrow('not encrypted');
  vscode.answers.push(() => 'Connect Without Encryption');
  expect(await confirmUnencrypted('A', plain, context)).toBe(true);
  expect(vscode.messages.join('\n')).toContain(plain);
  expect(await prepared('A', plain)).toHaveProperty('url', plain);
  // It is this server that the user agreed to.
  await expect(prepared('A', 'ws://agents.example.com:9001/acp')).rejects.toThrow('not encrypted');
});

test('what is stored may be anything', async () => {
  stored.set('parley.remote.unencrypted', { length: 5 });
  await expect(prepared('A', 'http://agents.example.com/')).rejects.toThrow('not encrypted');
});
