// The setting `parley.agents`: command lines, variables, and what cannot be used.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launchFromSetting } from '../../../src/core/settings/launchFromSetting.ts';
import { ParleyError } from '../../../src/core/errors.ts';

const variables = {
  workspaceFolder: '/work',
  userHome: '/home/me',
  environment: { TOKEN: 'secret' },
  isAbsolute: (path: string) => posix.isAbsolute(path),
  join: (folder: string, path: string) => posix.join(folder, path),
  rpcProgram: { node: '/usr/bin/node', script: '/ext/dist/rpc-agent.js' },
};

test('a command alone runs in the workspace folder', () => {
  expect(launchFromSetting('A', { command: 'agent' }, variables)).toEqual({
    command: 'agent',
    args: [],
    env: {},
    cwd: '/work',
  });
});

test('variables are replaced everywhere, and numbers in the environment are text', () => {
  const setting = {
    command: '${userHome}/bin/agent',
    args: ['--dir', '${workspaceFolder}', '${unknown}'],
    env: { KEY: '${env:TOKEN}', MISSING: '${env:NOPE}', PORT: 80 },
    cwd: 'sub',
  };
  expect(launchFromSetting('A', setting, variables)).toEqual({
    command: '/home/me/bin/agent',
    args: ['--dir', '/work', '${unknown}'],
    env: { KEY: 'secret', MISSING: '', PORT: '80' },
    cwd: '/work/sub',
    expanded: [{ name: 'TOKEN', value: 'secret' }],
  });
});

test('a CLI that speaks RPC mode stands behind the program that speaks ACP', () => {
  const setting = { command: '${userHome}/bin/pi', args: ['--model', 'a'], env: { KEY: 1 }, protocol: 'rpc' };
  expect(launchFromSetting('My pi', setting, variables)).toEqual({
    command: '/usr/bin/node',
    args: ['/ext/dist/rpc-agent.js', '--title', 'My pi', '--', '/home/me/bin/pi', '--model', 'a'],
    env: { KEY: '1', ELECTRON_RUN_AS_NODE: '1' },
    cwd: '/work',
    behind: { command: '/home/me/bin/pi', args: ['--model', 'a'] },
  });
});

describe('a setting that cannot be used says which part', () => {
  test.each([
    ['text', 'object'],
    [{}, 'command'],
    [{ command: '' }, 'command'],
    [{ command: 'a', args: 'b' }, 'args'],
    [{ command: 'a', env: { A: null } }, 'env'],
    [{ command: 'a', protocol: 'http' }, 'protocol'],
  ])('%j', (setting, part) => {
    expect(() => launchFromSetting('A', setting, variables)).toThrow(ParleyError);
    expect(() => launchFromSetting('A', setting, variables)).toThrow(part);
  });
});

describe('a remote agent', () => {
  test('has its address and headers, with variables replaced', () => {
    const setting = { url: 'wss://${env:HOST}/acp', headers: { 'X-Key': '${env:TOKEN}', 'X-Level': 3 } };
    const environment = { HOST: 'agents.example.com', TOKEN: 'secret' };
    expect(launchFromSetting('A', setting, { ...variables, environment })).toEqual({
      url: 'wss://agents.example.com/acp',
      headers: { 'X-Key': 'secret', 'X-Level': '3' },
      expanded: [
        { name: 'HOST', value: 'agents.example.com' },
        { name: 'TOKEN', value: 'secret' },
      ],
    });
  });

  test.each([
    [{ url: 'agents.example.com' }, '“url” must be an address'],
    [{ url: 'wss://me:secret@example.com/' }, '“url” must be an address'],
    [{ url: 5 }, '“url” must be an address'],
    [{ url: 'wss://example.com/', headers: ['a'] }, '“headers” has an invalid value'],
    [{ url: 'wss://example.com/', headers: { Host: 'other' } }, '“Host” is set by Parley'],
    [{ url: 'wss://example.com/', headers: { 'X-A': 'secret\nX-B: c' } }, '“X-A” is not valid'],
  ])('%j says what is wrong', (setting, reason) => {
    expect(() => launchFromSetting('A', setting, variables)).toThrow(reason);
    expect(() => launchFromSetting('A', setting, variables)).not.toThrow('secret');
  });

  test('with a command too is that command', () => {
    expect(launchFromSetting('A', { command: 'agent', url: 'wss://example.com/' }, variables)).toHaveProperty(
      'command',
      'agent',
    );
  });
});
