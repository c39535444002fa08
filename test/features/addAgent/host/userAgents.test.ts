// The user's entries: names that are free, the exact text that is shown, and what is written.
import { beforeEach, expect, test } from 'vitest';
import {
  entryText,
  freeName,
  removeAgent,
  userAgents,
  writeAgent,
} from '../../../../src/features/addAgent/host/userAgents.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

beforeEach(resetVscode);

test('a name that is in use gets a number', () => {
  expect(freeName('Zeta')).toBe('Zeta');
  vscode.settings.set('agents', { Zeta: {}, 'Zeta 2': {} });
  expect(freeName('Zeta')).toBe('Zeta 3');
  expect(freeName('demo')).toBe('demo 2');
  expect(freeName('__proto__')).toBe('__proto__ 2');
});

test('an entry is added to the others, replaced, and removed', async () => {
  vscode.settings.set('agents', { A: { command: 'a' } });
  await writeAgent('B', { command: 'b' });
  await writeAgent('A', { command: 'c' });
  await removeAgent('A');
  expect(vscode.writes).toEqual([
    ['agents', { A: { command: 'a' }, B: { command: 'b' } }, 1],
    ['agents', { A: { command: 'c' } }, 1],
    ['agents', {}, 1],
  ]);
});

test('nothing is added to a setting that cannot be read', () => {
  vscode.settings.set('agents', ['qwen']);
  expect(() => userAgents()).toThrow('not an object');
});

test('an entry is shown as it will stand in the settings, and hides nothing', () => {
  const entry = { command: 'npx', args: ['-y', 'a b', '\u202Ex'], env: { KEY: 'v' } };
  expect(entryText('Zeta', entry)).toBe(
    [
      '"Zeta": {',
      '  "command": "npx",',
      '  "args": ["-y", "a b", "\\u{202e}x"],',
      '  "env": { "KEY": "v" }',
      '}',
    ].join('\n'),
  );
});
