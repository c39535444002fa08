// What a check says of a program and its environment.
import { expect, test } from 'vitest';
import type { Finding } from '../../../../src/features/agentCheck/core/checkReport.ts';
import { findingsOf } from '../../../../src/features/agentCheck/core/findings.ts';
import type { EditorFacts, ProgramFacts } from '../../../../src/core/ports/programFacts.ts';

const launch = { command: 'agent', args: [], env: {}, cwd: '/work' };
const found: ProgramFacts = {
  command: 'agent',
  path: '/bin/agent',
  realPath: undefined,
  offPath: undefined,
  version: '1.0.0',
  interpreter: undefined,
  isFolderThere: true,
  pathFolders: ['/bin'],
  tools: [],
  proxies: [],
  certificates: undefined,
};
const local: EditorFacts = { proxy: '', remoteName: undefined };

function problems(facts: Partial<ProgramFacts>, editor: Partial<EditorFacts> = {}): readonly Finding[] {
  return findingsOf(launch, { ...found, ...facts }, { ...local, ...editor }).filter(
    ({ severity }) => severity !== 'info',
  );
}

test('a program in order has no warning', () => {
  expect(problems({})).toEqual([]);
});

test('a program that is not on PATH is named with where it is', () => {
  const [missing, hint] = problems({ path: undefined, offPath: '/home/me/.npm-global/bin/agent' });
  expect(missing).toMatchObject({ severity: 'error', topic: 'program' });
  expect(hint?.text).toContain('/home/me/.npm-global/bin/agent');
});

test('a script whose interpreter is missing is an error', () => {
  const interpreter = { name: 'node', path: undefined, version: undefined };
  expect(problems({ interpreter })).toMatchObject([{ severity: 'error', topic: 'program' }]);
});

test('an old Node is a warning for a script that runs on it alone', () => {
  const node = { name: 'node', path: '/bin/node', version: '16.20.0' };
  expect(problems({ tools: [node] })).toEqual([]);
  expect(problems({ tools: [node], interpreter: node })).toMatchObject([{ topic: 'node' }]);
});

test('a proxy of VS Code that the environment does not name is a warning', () => {
  const proxy = 'http://proxy.test:3128';
  expect(problems({}, { proxy })).toMatchObject([{ topic: 'proxy' }]);
  expect(problems({ proxies: [{ name: 'HTTPS_PROXY', value: proxy }] }, { proxy })).toEqual([]);
  expect(problems({ proxies: [{ name: 'no_proxy', value: 'localhost' }] }, { proxy })).toHaveLength(1);
});

test('a program of Windows is a warning in WSL alone', () => {
  const path = '/mnt/c/Program Files/agent.exe';
  expect(problems({ path }, { remoteName: 'wsl' })).toMatchObject([{ topic: 'remote' }]);
  expect(problems({ path }, { remoteName: 'ssh-remote' })).toEqual([]);
});

test('variables of the settings are named without their values', () => {
  const withKey = { ...launch, env: { KEY: 'value-of-key' } };
  const text = JSON.stringify(findingsOf(withKey, found, local));
  expect(text).toContain('KEY');
  expect(text).not.toContain('value-of-key');
});
