// What users enter to sign in: where it is stored, and which agent it is given to.
import { expect, test } from 'vitest';
import { AgentSecrets, type AgentSecretsOptions } from '../../../src/host/agents/agentSecrets.ts';
import { storedContext } from '../../support/vscode.ts';

function setUp() {
  const { parts: context, secrets, state } = storedContext();
  const folders = new Map<string, string>();
  // With the parts of VS Code that a test comes to.
  const options: AgentSecretsOptions = Object.assign(Object.create(null), {
    context,
    agentSettings: { agent: (name: string) => ({ setting: {}, folder: folders.get(name) }) },
  });
  return { stored: new AgentSecrets(options), secrets, state, folders };
}

test('values are in the secret storage alone, and only names are known without it', async () => {
  const { stored, secrets, state } = setUp();
  const changed: string[] = [];
  stored.onChange((agent) => changed.push(agent));
  await stored.store('A', { KEY: 'one' });
  await stored.store('A', { URL: 'two' });
  expect(await stored.read('A')).toEqual({ KEY: 'one', URL: 'two' });
  expect(stored.names('A')).toEqual(['KEY', 'URL']);
  expect(JSON.stringify([...state])).not.toMatch(/one|two/);
  expect([...secrets.keys()]).toHaveLength(1);
  expect(changed).toEqual(['A', 'A']);
});

test('another agent is given nothing, nor one of a workspace with the same name', async () => {
  const { stored, folders } = setUp();
  await stored.store('A', { KEY: 'one' });
  expect(await stored.read('B')).toEqual({});
  folders.set('A', '/cloned/repository');
  expect(await stored.read('A')).toEqual({});
  expect(stored.names('A')).toEqual([]);
});

test('what is forgotten is gone', async () => {
  const { stored, secrets } = setUp();
  await stored.store('A', { KEY: 'one' });
  expect(await stored.forget('A')).toBe(true);
  expect(await stored.forget('A')).toBe(false);
  expect(secrets.size).toBe(0);
  expect(stored.names('A')).toEqual([]);
});

test('what cannot be read counts as nothing', async () => {
  const { stored, secrets } = setUp();
  await stored.store('A', { KEY: 'one' });
  for (const [key] of secrets) secrets.set(key, 'no JSON');
  expect(await stored.read('A')).toEqual({});
});

test('a key replaces that of another method, and is forgotten without the variables', async () => {
  const { stored, secrets } = setUp();
  await stored.store('A', { KEY: 'one' });
  await stored.store('A', { 'api-key:first': 'two' });
  await stored.store('A', { 'api-key:second': 'three' });
  expect(await stored.read('A')).toEqual({ KEY: 'one', 'api-key:second': 'three' });
  await stored.forgetKeys('A');
  expect(await stored.read('A')).toEqual({ KEY: 'one' });
  await stored.store('B', { 'api-key:first': 'two' });
  await stored.forgetKeys('B');
  expect(stored.names('B')).toEqual([]);
  expect(secrets.size).toBe(1);
});

test('the method that worked is stored for each agent, and not for one of a workspace with the same name', async () => {
  const { stored, folders, state } = setUp();
  await stored.rememberMethod('A', 'token');
  expect(stored.method('A')).toBe('token');
  expect(stored.method('B')).toBeUndefined();
  folders.set('A', '/cloned/repository');
  expect(stored.method('A')).toBeUndefined();
  folders.delete('A');
  await stored.rememberMethod('A', undefined);
  expect(stored.method('A')).toBeUndefined();
  state.set('parley.signInMethods', 7);
  expect(stored.method('A')).toBeUndefined();
});
