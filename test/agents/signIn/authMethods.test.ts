// The methods of an agent with what each runs or asks for, by how the agent was started.
import { describe, expect, test } from 'vitest';
import { authMethods } from '../../../src/agents/signIn/authMethodSchema.ts';
import { authMethodsOf } from '../../../src/agents/signIn/authMethods.ts';
import type { ProcessLaunch } from '../../../src/core/settings/agentSettings.ts';

const launch: ProcessLaunch = {
  command: 'agent',
  args: ['--acp'],
  env: { HOME: '/home/ada', LANG: 'en' },
  secretEnv: { KEY: 'secret' },
  cwd: '/work',
};
const remote = { url: 'wss://example.com', headers: {} };

const methodsOf = (reported: unknown, by: Parameters<typeof authMethodsOf>[1] = launch) =>
  authMethodsOf(authMethods.parse(reported), by, (program) => program === 'on-path');

describe('R27 a terminal method', () => {
  test("runs the agent's own program: its arguments are appended, its variables replace", () => {
    const [method] = methodsOf([
      { id: 't', name: 'T', type: 'terminal', args: ['--login'], env: [{ name: 'LANG', value: 'th' }] },
    ]);
    expect(method?.command).toEqual({
      program: 'agent',
      args: ['--acp', '--login'],
      env: { HOME: '/home/ada', LANG: 'th' },
      methodEnv: { LANG: 'th' },
      cwd: '/work',
    });
  });

  test('of an older agent runs the command that it names, without the secrets of the user', () => {
    const [method] = methodsOf([
      { id: 't', name: 'T', _meta: { 'terminal-auth': { command: '/opt/copilot', args: ['login'] } } },
    ]);
    expect(method).toMatchObject({ kind: 'terminal', command: { program: '/opt/copilot', args: ['login'] } });
    expect(JSON.stringify(method)).not.toContain('secret');
  });

  test.each([
    [{ command: '/opt/opencode.exe', args: ['acp'] }, '/opt/opencode.exe', []],
    [{ command: 'npx', args: ['-y', 'opencode-ai', 'acp'] }, 'npx', ['-y', 'opencode-ai']],
    [
      { command: 'npx.cmd', args: ['--package', 'a', '-y', 'cmd', 'acp'] },
      'npx.cmd',
      ['--package', 'a', '-y', 'cmd'],
    ],
    [
      { command: 'node', args: ['--require', 'x', '/a/b.mjs', '--acp'] },
      'node',
      ['--require', 'x', '/a/b.mjs'],
    ],
    [{ command: 'bun', args: ['x', 'agent', 'acp'] }, 'bun', ['x', 'agent']],
    [{ command: 'uvx', args: ['--from', 'pkg==1', 'agent', 'acp'] }, 'uvx', ['--from', 'pkg==1', 'agent']],
    [{ command: 'python3', args: ['-m', 'agent', 'acp'] }, 'python3', ['-m', 'agent']],
  ])('that names a program which is not on the PATH runs its own: %o', (own, program, args) => {
    const meta = { 'terminal-auth': { command: 'opencode', args: ['auth', 'login'] } };
    const [method] = methodsOf([{ id: 't', name: 'T', _meta: meta }], { ...launch, ...own });
    expect(method?.command).toMatchObject({ program, args: [...args, 'auth', 'login'] });
  });

  test('that names a program on the PATH runs that', () => {
    const meta = { 'terminal-auth': { command: 'on-path', args: ['login'] } };
    const [method] = methodsOf([{ id: 't', name: 'T', _meta: meta }]);
    expect(method?.command).toMatchObject({ program: 'on-path', args: ['login'] });
  });

  test('of both kinds runs what the protocol says', () => {
    const meta = { 'terminal-auth': { command: '/bin/other' } };
    const [method] = methodsOf([{ id: 't', name: 'T', type: 'terminal', args: ['a'], _meta: meta }]);
    expect(method?.command?.program).toBe('agent');
  });
});

test('a variable that is only described is asked for as well, once', () => {
  const methods = methodsOf([
    {
      id: 'openai',
      name: 'OpenAI',
      description: 'Requires setting the `OPENAI_API_KEY` environment variable',
    },
    { id: 'again', name: 'Again', description: 'OPENAI_API_KEY or HTTP_PROXY' },
    { id: 'gemini', name: 'Gemini', type: 'env_var', vars: [{ name: 'GEMINI_API_KEY' }] },
    { id: 'other', name: 'Other', description: 'Uses GEMINI_API_KEY' },
  ]);
  expect(methods.map(({ id, kind }) => [id, kind])).toEqual([
    ['openai', 'agent'],
    ['again', 'agent'],
    ['gemini', 'env'],
    ['other', 'agent'],
    ['parley.variable:OPENAI_API_KEY', 'env'],
  ]);
});

test('a key that an older agent is passed with `authenticate` is asked for, of a remote agent too', () => {
  const gemini = {
    id: 'gemini-api-key',
    name: 'Gemini API key',
    _meta: { 'api-key': { provider: 'google' } },
  };
  for (const by of [launch, remote]) {
    expect(methodsOf([gemini], by)).toEqual([
      {
        id: 'gemini-api-key',
        name: 'Gemini API key',
        description: '',
        kind: 'env',
        passesKey: true,
        variables: [
          { name: 'api-key:gemini-api-key', label: 'Gemini API key', isSecret: true, isOptional: false },
        ],
      },
    ]);
  }
  const others = [{ 'api-key': null }, { 'api-key': false }, { gateway: {} }, null].map((meta, index) => ({
    id: String(index),
    name: 'Other',
    _meta: meta,
  }));
  expect(new Set(methodsOf(others).map(({ kind }) => kind))).toEqual(new Set(['agent']));
});

test('a remote agent signs users in itself: nothing of it is run or set here', () => {
  const methods = methodsOf(
    [
      { id: 'own', name: 'Own', description: 'Set API_KEY' },
      { id: 't', name: 'T', type: 'terminal', args: [] },
      { id: 'm', name: 'M', _meta: { 'terminal-auth': { command: 'rm' } } },
      { id: 'e', name: 'E', type: 'env_var', vars: [{ name: 'KEY' }] },
    ],
    remote,
  );
  expect(methods.map(({ id, kind }) => [id, kind])).toEqual([['own', 'agent']]);
});

test.each([
  undefined,
  [null, 7, 'x', {}],
  [{ id: '', name: 'Empty' }],
  [{ id: 'x'.repeat(1_000), name: 'Long' }],
  [{ id: 't', type: 'terminal', env: { 'A=B': 'c' } }],
  [{ id: 't', type: 'terminal', args: [1] }],
])('%j lists no method', (reported) => {
  expect(methodsOf(reported ?? [])).toEqual([]);
});
