// Which rule decides a permission request: order, workspace rules, read-only mode, what is unknown, paths, MCP tools.
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, type Verdict } from '../../../../src/core/permissions/policy/permissionPolicy.ts';
import { READ_ONLY_MODE } from '../../../../src/core/permissions/policy/ruleLabel.ts';
import { hidesInput } from '../../../../src/core/permissions/policy/commands/commandFields.ts';
import { factsOf } from '../../../../src/core/permissions/policy/requestFacts.ts';
import type { JudgedRequest } from '../../../../src/core/permissions/policy/matchRule.ts';
import { readRules } from '../../../../src/core/permissions/policy/permissionRule.ts';
import { createToolCall, type ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { propertyRuns } from '../../../support/cases/fullRun.ts';
import { startProcessorTimer } from '../../../support/clock.ts';

/** Symbolic links of the tests: where a path leads. */
const links: Readonly<Record<string, string>> = { '/work/link': '/etc/passwd' };

function request(call: Partial<ToolCallPatch>, agent = 'A'): JudgedRequest {
  return {
    facts: factsOf(agent, createToolCall({ toolCallId: 't', ...call }), 'posix'),
    scope: { cwd: '/work', home: '/home/me', family: 'posix', realPath: (path) => links[path] ?? path },
  };
}

function run(command: string): JudgedRequest {
  return request({ kind: 'execute', rawInput: { command } });
}

function edit(...paths: readonly string[]): JudgedRequest {
  return request({ kind: 'edit', content: paths.map((path) => ({ type: 'diff', path, newText: '' })) });
}

function byUser(rules: unknown, asked: JudgedRequest): Verdict {
  return judge({ userRules: readRules('user', rules), workspaceRules: [], isReadOnly: false }, asked);
}

const strictness = { allow: 0, ask: 1, deny: 2 };

describe('the order of rules', () => {
  test('without a rule that matches the user is asked', () => {
    expect(byUser([], run('ls'))).toMatchObject({ action: 'ask' });
    expect(byUser([{ action: 'allow', command: 'git' }], run('ls'))).toMatchObject({ action: 'ask' });
  });

  test('the first match wins and is named', () => {
    const rules = [
      { action: 'deny', command: 'git push', name: 'No pushing' },
      { action: 'allow', command: 'git' },
      { action: 'deny', command: 'git status' },
    ];
    expect(byUser(rules, run('git push'))).toEqual({ action: 'deny', rule: 'No pushing (user rule 1)' });
    expect(byUser(rules, run('git status'))).toEqual({
      action: 'allow',
      rule: 'user rule 2: allow, command git',
    });
  });

  test('a rule has to meet every condition it names, by any of its words', () => {
    const rules = [
      { action: 'allow', agent: ['A', 'B'], kind: ['edit', 'move'], path: ['src/**', 'docs/**'] },
    ];
    expect(byUser(rules, edit('/work/src/a.ts')).action).toBe('allow');
    expect(byUser(rules, edit('/work/docs/a.md', '/work/src/a.ts')).action).toBe('allow');
    expect(byUser(rules, edit('/work/a.ts')).action).toBe('ask');
    const other = request({ kind: 'edit', locations: [{ path: '/work/src/a' }] }, 'C');
    expect(byUser(rules, other).action).toBe('ask');
    expect(byUser(rules, request({ kind: 'delete', locations: [{ path: '/work/src/a' }] })).action).toBe(
      'ask',
    );
  });

  test('a rule that denies is never weakened by rules about something else, wherever they stand', () => {
    const unrelated = fc.constantFrom<unknown>(
      { action: 'allow', kind: 'fetch' },
      { action: 'allow', agent: 'B' },
      { action: 'allow', command: 'git' },
      { action: 'allow', kind: 'read', path: '**' },
      { action: 'ask', kind: 'delete' },
      { action: 'deny', mcpTool: 'github/*' },
      { action: 'allow', mcpTool: '*' },
      { action: 'bogus' },
      'no rule',
      null,
    );
    const lines = fc.constantFrom(
      'rm a',
      'git status && rm a',
      'sudo rm a',
      'echo "$(rm a)"',
      "sh -c 'rm a'",
    );
    fc.assert(
      fc.property(fc.array(unrelated, { maxLength: 8 }), fc.nat(8), lines, (others, where, line) => {
        const rules = others.toSpliced(where, 0, { action: 'deny', command: 'rm' });
        expect(byUser(rules, run(line)).action).toBe('deny');
      }),
    );
  });

  test('a rule that denies comes before the widest that allows, or after it not at all', () => {
    const deny = { action: 'deny', command: 'rm' };
    expect(byUser([deny, { action: 'allow' }], run('ls; rm a')).action).toBe('deny');
    expect(byUser([{ action: 'allow' }, deny], run('ls; rm a')).action).toBe('allow');
  });
});

describe('rules of a workspace', () => {
  const anyRule = fc.record(
    {
      action: fc.constantFrom('allow', 'ask', 'deny'),
      kind: fc.constantFrom('execute', 'edit', 'read'),
      command: fc.constantFrom('git', 'rm', 'git status'),
      path: fc.constantFrom('**', 'src/**', '**/.env'),
    },
    { requiredKeys: ['action'] },
  );
  const anyRequest = fc.constantFrom(
    run('git status'),
    run('git status && rm a'),
    run('$X'),
    request({ kind: 'execute' }),
    edit('/work/src/a.ts'),
    edit('/work/.env'),
    edit('/etc/passwd'),
    request({ kind: 'other' }),
    request({ kind: 'read', locations: [{ path: '/work/src/a.ts' }] }),
  );

  test('only make it stricter', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule),
        fc.array(anyRule),
        fc.boolean(),
        anyRequest,
        (user, workspace, isReadOnly, asked) => {
          const settings = { isReadOnly, userRules: readRules('user', user), workspaceRules: [] };
          const alone = judge(settings, asked);
          const both = judge({ ...settings, workspaceRules: readRules('workspace', workspace) }, asked);
          expect(strictness[both.action]).toBeGreaterThanOrEqual(strictness[alone.action]);
        },
      ),
      propertyRuns(1_000),
    );
  });

  test('are named when they decide', () => {
    const settings = {
      isReadOnly: false,
      userRules: readRules('user', [{ action: 'allow' }]),
      workspaceRules: readRules('workspace', [{ action: 'allow' }, { action: 'deny', path: '**/.env' }]),
    };
    expect(judge(settings, edit('/work/.env'))).toEqual({
      action: 'deny',
      rule: 'workspace rule 2: deny, path **/.env',
    });
    expect(judge(settings, edit('/work/a')).action).toBe('allow');
  });

  test('that ask do not weaken a deny of the user', () => {
    const settings = {
      isReadOnly: false,
      userRules: readRules('user', [{ action: 'deny', command: 'rm' }]),
      workspaceRules: readRules('workspace', [{ action: 'ask', command: 'rm' }]),
    };
    expect(judge(settings, run('rm a')).action).toBe('deny');
  });
});

describe('read-only mode', () => {
  const settings = {
    isReadOnly: true,
    userRules: readRules('user', [{ action: 'allow' }]),
    workspaceRules: [],
  };

  test.each(['edit', 'delete', 'move', 'execute'])('denies %s, whatever the rules say', (kind) => {
    expect(judge(settings, request({ kind }))).toEqual({ action: 'deny', rule: READ_ONLY_MODE });
  });

  test.each(['read', 'search', 'think', 'fetch', 'other'])('leaves %s to the rules', (kind) => {
    expect(judge(settings, request({ kind })).action).toBe('allow');
  });

  test('denies a change or a command under another name', () => {
    const diff = { type: 'diff' as const, path: '/work/a', newText: '' };
    expect(judge(settings, request({ kind: 'other', content: [diff] })).action).toBe('deny');
    expect(judge(settings, request({ kind: 'odd', rawInput: { command: 'rm a' } })).action).toBe('deny');
  });
});

describe('what a request does not say', () => {
  test('never matches a rule that allows by command or path', () => {
    const rules = [
      { action: 'allow', command: 'git' },
      { action: 'allow', path: '**' },
    ];
    for (const rawInput of [
      undefined,
      {},
      { command: 5 },
      { command: [] },
      'git status',
      { description: 'git' },
    ]) {
      expect(byUser(rules, request({ kind: 'execute', rawInput, title: 'git status' })).action).toBe('ask');
      expect(byUser(rules, request({ kind: 'edit', rawInput })).action).toBe('ask');
    }
  });

  test('turns an allow into an ask when an earlier restrictive rule may match as well', () => {
    const rules = [
      { action: 'deny', command: 'rm' },
      { action: 'allow', kind: 'execute' },
    ];
    expect(byUser(rules, run('ls')).action).toBe('allow');
    for (const asked of [request({ kind: 'execute' }), run('$CMD a'), run('echo a > b')]) {
      expect(byUser(rules, asked)).toEqual({
        action: 'ask',
        rule: 'user rule 1: deny, command rm',
        wouldAllow: 'user rule 2: allow, kind execute',
      });
    }
    const paths = [{ action: 'deny', path: '**/.env' }, { action: 'allow' }];
    expect(byUser(paths, request({ kind: 'edit' })).action).toBe('ask');
    expect(byUser(paths, edit('/work/a')).action).toBe('allow');
  });

  test('a rule that cannot be read may have been meant to ask or deny', () => {
    for (const bad of [
      { action: 'deny', comand: 'rm' },
      { action: 'no' },
      5,
      {},
      { action: 'deny', kind: [] },
    ]) {
      const rules = [bad, { action: 'allow' }];
      expect(byUser(rules, run('rm a'))).toMatchObject({
        action: 'ask',
        rule: 'user rule 1 (cannot be read)',
      });
    }
    expect(readRules('user', [{ action: 'deny', comand: 'rm' }])[0]?.problem?.message).toContain('comand');
    expect(byUser('nonsense', run('ls')).action).toBe('ask');
    expect(byUser({ action: 'allow' }, run('ls')).action).toBe('allow');
  });
});

describe('a rule with the words of a command', () => {
  test('is offered where it would allow what is asked about', () => {
    expect(byUser([], run("npx tsc --noEmit false -p 'a b'")).ruleToAdd).toEqual({
      words: ["npx tsc --noEmit false -p 'a b'"],
      index: 0,
    });
    const git = { action: 'allow', command: 'git status' };
    const added = byUser([git], run('git status && git push -f')).ruleToAdd;
    expect(added).toEqual({ words: ['git status', 'git push -f'], index: 1 });
    const rules = [git, { action: 'allow', command: added?.words }];
    expect(byUser(rules, run('git status && git push -f')).action).toBe('allow');
    expect(byUser(rules, run('git push -f fork')).action).toBe('ask');
  });

  test('stands before the rule that asks, and is no way round one that denies', () => {
    const rules = [
      { action: 'deny', command: 'rm' },
      { action: 'ask', kind: 'execute' },
    ];
    expect(byUser(rules, run('make a')).ruleToAdd).toEqual({ words: ['make a'], index: 1 });
    for (const line of [
      'rm a',
      'some-tool -e x',
      'echo rm',
      'make $X',
      'make a > b',
      'cd /x && make',
      'ls | xargs cat',
      'bash',
    ]) {
      expect([line, byUser(rules, run(line)).ruleToAdd]).toEqual([line, undefined]);
    }
  });

  test('is not offered by what a workspace asks about, or for what is no command', () => {
    const settings = {
      userRules: [],
      workspaceRules: readRules('workspace', [{ action: 'ask', command: 'make' }]),
      isReadOnly: false,
    };
    expect(judge(settings, run('make a')).ruleToAdd).toBeUndefined();
    expect(byUser([], edit('/work/a')).ruleToAdd).toBeUndefined();
    expect(byUser([], run(`make ${'a'.repeat(1_000)}`)).ruleToAdd).toBeUndefined();
  });
});

describe('commands of a request', () => {
  const rules = [{ action: 'allow', command: ['git', 'npm test'] }];

  test.each<[string, unknown]>([
    ['a line', { command: 'git status && npm test' }],
    ['words', { command: ['git', 'status'] }],
    ['a shell and its line', { command: ['bash', '-lc', 'git status'] }],
    ['a program and its arguments', { command: 'git', args: ['log', '--grep', '; rm a'] }],
    ['another key', { cmd: 'git status' }],
    ['a list of one line', { command: 'git status', commands: ['git status'] }],
    [
      'a line with what describes it',
      { command: 'git status', description: 'Look', timeout_ms: 5, background: true },
    ],
    ['a line and the session’s folder', { command: 'git status', cwd: '/work', Workdir: '.' }],
    [
      'a line and empty fields',
      { command: 'git status', env: {}, stdin: '', shell: false, options: { env: {} } },
    ],
  ])('are read from %s', (_name, rawInput) => {
    expect(byUser(rules, request({ kind: 'execute', rawInput })).action).toBe('allow');
  });

  test.each<[string, unknown]>([
    ['a list that is joined for a shell', { command: ['git', 'status', '&&', 'rm', 'a'] }],
    ['a list with a redirection', { command: ['git', 'log', '2>', 'a'] }],
    ['a list with a file to write', { command: ['git', 'log', '>a'] }],
    ['a list with an operator in a word', { command: ['git', 'a;rm', '-rf', 'x'] }],
    ['a list with a substitution', { command: ['git', 'log', '$(id)'] }],
    ['a list with an operator at a word', { command: ['git', 'log&&', 'rm', 'a'] }],
    ['a safety that is off', { command: 'git status', sandbox: false }],
    ['a switch that nobody knows', { command: 'git status', dangerouslyDisableSandbox: true }],
    ['a switch among options', { command: 'git status', options: { sudo: true } }],
    ['a user by number', { command: 'git status', uid: 0 }],
    ['a second command', { command: 'git status', cmd: 'rm a' }],
    ['a line after a shell', { command: ['bash', '-lc', 'git status; rm a'] }],
    ['variables', { command: 'git status', env: { GIT_PAGER: 'evil' } }],
    ...[
      { Env: { A: '1' } },
      { ENV: ['A=1'] },
      { environment: 'A=1' },
      { environmentVariables: { A: 1 } },
      { environment_variables: { A: 1 } },
      { env_vars: [{ name: 'A', value: '1' }] },
      { 'environment-variables': { A: '1' } },
      { options: { env: { A: 1 } } },
      { options: { nested: [{ Shell: true }] } },
      { cwd: '/elsewhere' },
      { CWD: 'sub' },
      { workdir: '..' },
      { working_directory: '/work/../other' },
      { directory: '~' },
      { dir_path: 'sub' },
      { cwd: ['/work'] },
      { shell: '/tmp/sh' },
      { Shell: true },
      { interpreter: 'python' },
      { stdin: 'x' },
      { STDIN: 'x' },
      { input: ['x'] },
      { argv: ['push', 7] },
      { Args: ['-C', '/tmp'] },
      { arguments: 'push' },
      { executable: '/tmp/git' },
      { uid: 'root' },
      { preamble: 'rm a;' },
      { description: { env: 'x' } },
    ].map((beside): [string, unknown] => [JSON.stringify(beside), { command: 'git status', ...beside }]),
    ['arguments that are none', { command: 'git status', args: ['a'] }],
    ['a command among others that cannot be read', { command: 'git status', commands: [{ run: 'rm' }] }],
  ])('with %s are not allowed', (_name, rawInput) => {
    expect(byUser(rules, request({ kind: 'execute', rawInput })).action).toBe('ask');
  });

  test.each<[string, Partial<ToolCallPatch>]>([
    ['a change of another file', { content: [{ type: 'diff', path: '/etc/hosts', newText: '' }] }],
    ['a change of a file of the project', { content: [{ type: 'diff', path: 'src/a.ts', newText: '' }] }],
    ['a file elsewhere', { kind: 'read', locations: [{ path: '/etc/shadow' }] }],
    ['a link to a file elsewhere', { kind: 'search', locations: [{ path: '/work/link' }] }],
    ['a file elsewhere in its input', { rawInput: { command: 'git status', file_path: '/etc/passwd' } }],
  ])('allow nothing else: %s', (_name, call) => {
    const command = { kind: 'execute', rawInput: { command: 'git status' } };
    expect(byUser(rules, request({ ...command, ...call })).action).toBe('ask');
  });

  test('may name the session’s folder and files in it', () => {
    for (const path of ['/work', '.', '/work/src/a.ts', 'src/a.ts']) {
      const call = { kind: 'read', rawInput: { command: 'git log' }, locations: [{ path }] };
      expect([path, byUser(rules, request(call)).action]).toEqual([path, 'allow']);
    }
  });

  test('in the arguments of another tool allow nothing and still count for restrictive rules', () => {
    const tool = request({ kind: 'other', name: 'mcp__x__y', rawInput: { command: 'git status' } });
    expect(byUser(rules, tool).action).toBe('ask');
    expect(byUser([{ action: 'deny', command: 'git' }], tool).action).toBe('deny');
  });
});

describe('paths of a request', () => {
  const inside = [{ action: 'allow', path: '**' }];

  test('lie in the session’s folder, or an allow does not reach them', () => {
    expect(byUser(inside, edit('/work/a/b.ts')).action).toBe('allow');
    expect(byUser(inside, edit('a/.hidden')).action).toBe('allow');
    for (const path of [
      '/etc/passwd',
      '/workshop/a',
      '../a',
      'a/../../b',
      '/work/../etc/passwd',
      '~/.ssh/id',
      'file:///etc/passwd',
      'untitled:a',
      'a\0b',
      'link',
    ]) {
      expect([path, byUser(inside, edit(path)).action]).toEqual([path, 'ask']);
      expect(byUser(inside, edit('/work/ok.ts', path)).action).toBe('ask');
    }
  });

  test('that cannot be followed are not allowed', () => {
    const asked = edit('/work/a');
    const lost = { ...asked, scope: { ...asked.scope, realPath: () => undefined } };
    expect(byUser(inside, lost).action).toBe('ask');
  });

  test('are restricted when any of them matches, in any spelling', () => {
    const rules = [{ action: 'deny', path: ['**/.env', '~/.ssh/**', '/etc/**'] }, { action: 'allow' }];
    for (const path of [
      '.env',
      '/work/a/.env',
      'a/./b//.env',
      'a/../.env',
      '.ENV',
      '/other/.env',
      '~/.ssh/id',
      '/home/me/.ssh/id',
      'file:///etc/passwd',
      'file:///work/%2Eenv',
      'link',
    ]) {
      expect([path, byUser(rules, edit('/work/a', path)).action]).toEqual([path, 'deny']);
    }
    expect(byUser(rules, edit('/work/env')).action).toBe('allow');
  });

  test('are taken from diffs, locations and raw input together', () => {
    const diff = { type: 'diff' as const, path: '/work/src/a', newText: '' };
    const rules = [{ action: 'allow', path: 'src/**' }];
    const one = { kind: 'edit', content: [diff] };
    expect(byUser(rules, request(one)).action).toBe('allow');
    expect(byUser(rules, request({ ...one, locations: [{ path: '/work/b' }] })).action).toBe('ask');
    expect(byUser(rules, request({ ...one, rawInput: { file_path: '/work/b' } })).action).toBe('ask');
    expect(byUser(rules, request({ ...one, rawInput: { changes: { '/work/b': {} } } })).action).toBe('ask');
  });

  test('of a command or an MCP tool are not all that it affects', () => {
    const locations = [{ path: '/work/src/a' }];
    for (const call of [
      { kind: 'execute', locations },
      { kind: 'read', locations, rawInput: { command: 'cat src/a' } },
      { kind: 'edit', locations, name: 'mcp__x__y' },
      { kind: 'other', locations },
    ]) {
      expect(byUser(inside, request(call)).action).toBe('ask');
    }
  });

  test('on Windows are matched whatever their slashes and case', () => {
    const windows = (path: string): JudgedRequest => ({
      facts: factsOf(
        'A',
        createToolCall({ toolCallId: 't', kind: 'edit', locations: [{ path }] }),
        'windows',
      ),
      scope: { cwd: 'C:\\work', home: 'C:\\Users\\me', family: 'windows', realPath: (real) => real },
    });
    const rules = [{ action: 'allow', path: 'src/**' }];
    expect(byUser(rules, windows('c:\\Work\\src\\a.ts')).action).toBe('allow');
    expect(byUser(rules, windows('src\\a.ts')).action).toBe('allow');
    expect(byUser(rules, windows('src\\..\\a.ts')).action).toBe('ask');
    expect(byUser(rules, windows('D:\\work\\src\\a.ts')).action).toBe('ask');
  });

  test('a glob of a workspace cannot take long', () => {
    const glob = `${'+(+(a|aa)|'.repeat(20)}b${')'.repeat(20)}`;
    const rules = [{ action: 'deny', path: [glob, '**/'.repeat(40), '*a'.repeat(20)] }];
    const usedMs = startProcessorTimer();
    byUser(rules, edit(`/work/${'a'.repeat(60)}`));
    expect(usedMs()).toBeLessThan(1_000);
  });
});

describe('what a request carries under a kind that looks', () => {
  const reading = [{ action: 'allow', kind: ['read', 'search', 'fetch', 'think', 'write'], path: '**' }];
  const locations = [{ path: 'a.txt' }];

  test.each([
    { kind: 'read', rawInput: { path: 'AGENTS.md', new_string: 'b' } },
    { kind: 'read', rawInput: { path: 'a.txt', content: 'b' } },
    { kind: 'read', locations, rawInput: { patch: '*** Begin Patch\n*** Update File: .envrc\n+x' } },
    { kind: 'search', locations, rawInput: { pattern: 'x', replace: 'y' } },
    { kind: 'read', locations, rawInput: { script: 'rm' } },
    { kind: 'read', locations, rawInput: { input: { command: 'rm x' } } },
    { kind: 'search', locations, rawInput: { tool: 'bash', input: '{"command":"rm x"}' } },
    { kind: 'read', locations, rawInput: [{ command: 'rm x' }] },
    { kind: 'read', locations, rawInput: [[{ cmd: ['rm', 'x'] }]] },
    { kind: 'fetch', locations, rawInput: { argv: ['rm', 'x'] } },
    { kind: 'read', locations, rawInput: { executable: 'rm', arguments: ['x'] } },
    { kind: 'think', locations, rawInput: { step: { program: 'rm', args: ['x'] } } },
    { kind: 'read', locations, rawInput: { bash: 'rm x' } },
    { kind: 'read', rawInput: { path: 'a.txt', newPath: 'b.txt' } },
    { kind: 'search', rawInput: { source: 'a.txt', destination: 'b.txt' } },
    { kind: 'read', rawInput: { path: 'a.txt', action: 'delete' } },
    { kind: 'read', rawInput: [{ path: 'a.txt', operation: 'write_file' }] },
  ])('is not allowed by a rule for the kind: %j', (fields) => {
    expect(byUser(reading, request(fields)).action).toBe('ask');
  });

  test.each([
    { kind: 'read', rawInput: { path: 'a.txt', limit: 5 } },
    { kind: 'search', locations, rawInput: { pattern: 'new_string', path: 'a.txt' } },
    { kind: 'read', locations, rawInput: [{ path: 'a.txt' }, { path: 'src/b.ts' }] },
    { kind: 'read', rawInput: { path: 'a.txt', action: 'view', dest: '' } },
    { kind: 'read', locations, rawInput: { path: 'a.txt', arguments: { encoding: 'utf8' } } },
    { kind: 'read', locations, rawInput: { action: 'create_summary' } },
  ])('is allowed where it only looks: %j', (fields) => {
    expect(byUser(reading, request(fields)).action).toBe('allow');
  });

  test.each([
    { kind: 'search', rawInput: { input: { command: 'rm x' } } },
    { kind: 'fetch', rawInput: { params: { cmd: 'rm x' } } },
    { kind: 'think', rawInput: { code: 'rm x' } },
    { kind: 'read', rawInput: [{ command: 'rm x' }] },
    { kind: 'fetch', rawInput: { argv: ['rm', 'x'] } },
    { kind: 'read', rawInput: { executable: 'rm', arguments: ['x'] } },
  ])('is asked about where a rule denies a command: %j', (fields) => {
    const rules = [
      { action: 'deny', command: 'rm' },
      { action: 'allow', kind: fields.kind },
    ];
    expect(byUser(rules, request(fields)).action).toBe('ask');
  });

  test.each([
    { kind: 'read', rawInput: { command: 'npm test' } },
    { kind: 'think', rawInput: { command: 'rm -rf x' } },
    { kind: 'write', rawInput: { path: 'a.txt', content: 'x' } },
    { kind: 'other', rawInput: { path: 'a.txt', content: 'x' } },
    { kind: 'fetch', rawInput: { input: { command: 'rm x' } } },
    { kind: 'other', rawInput: { file_path: 'a.txt', edits: [{ old: 'a', new: 'b' }] } },
    { kind: 'other', rawInput: { path: 'a.txt', old: 'a', new: 'b' } },
    { kind: 'other', rawInput: { notebook_path: 'a.ipynb', new_source: 'x' } },
    { kind: 'other', rawInput: { file_path: 'a.txt', lines: ['a', 'b'] } },
    { kind: 'other', name: 'mcp__fs__delete_file', rawInput: { path: 'a.txt' } },
    { kind: 'other', name: 'moveFile', rawInput: { source: 'a', destination: 'b' } },
    { kind: 'read', name: 'create', rawInput: { path: 'a.txt' } },
    { kind: 'mkdir', rawInput: { path: 'a' } },
    { kind: 'bash', rawInput: 'ls' },
    { kind: 'other', rawInput: [{ command: 'ls' }] },
    { kind: 'fetch', rawInput: { argv: ['touch', 'a'] } },
    { kind: 'other', rawInput: { source: 'a.txt', destination: 'b.txt' } },
    { kind: 'other', name: 'mcp__tasks__run_task', rawInput: { task: 'build' } },
  ])('is denied in read-only mode: %j', (fields) => {
    const userRules = readRules('user', [{ action: 'allow', command: 'npm test' }, ...reading]);
    const settings = { isReadOnly: true, userRules, workspaceRules: [] };
    expect(judge(settings, request(fields)).action).toBe('deny');
  });

  test.each([
    { kind: 'read', name: 'Read', rawInput: { path: 'a.txt', lines: [1, 20] } },
    { kind: 'other', name: 'mcp__fs__read_file', rawInput: { path: 'a.txt' } },
    { kind: 'think', name: 'update_plan', rawInput: { plan: [] } },
    { kind: 'search', rawInput: { path: 'src', pattern: 'delete' } },
  ])('is not denied in read-only mode: %j', (fields) => {
    const settings = { isReadOnly: true, userRules: [], workspaceRules: [] };
    expect(judge(settings, request(fields)).action).toBe('ask');
  });
});

describe('other spellings of an MCP tool', () => {
  const rules = [
    { action: 'deny', mcpTool: 'github/*' },
    { action: 'deny', mcpTool: 'drop_table' },
    { action: 'allow', kind: ['other', 'edit', 'read', 'fetch'] },
  ];

  test.each([
    { name: 'github_push_files' },
    { name: 'github-push_files' },
    { name: 'mcp.github.push_files' },
    { name: 'mcp__GitHub__push_files' },
    { name: 'mcp__plugin_github_github__push_files' },
    { title: 'github/push_files' },
    { title: 'push_files (github MCP Server)' },
    { title: 'Github: Push Files' },
    { title: 'Tool: github/push_files' },
    { title: 'Please call github/push_files with a.txt' },
    { title: 'GitHub Push' },
    { rawInput: { name: 'mcp__github__push', path: 'a.txt' } },
    { name: 'call', rawInput: { server_name: 'github', tool_name: 'push_files', arguments: {} } },
    { name: 'db.dropTable' },
  ])('are asked about: %j', (fields) => {
    const asked = request({ kind: 'edit', locations: [{ path: 'a.txt' }], ...fields });
    expect(byUser(rules, asked).action).not.toBe('allow');
  });

  test.each([
    { name: 'githubber' },
    { name: 'read_file' },
    { title: 'Edit the workflow of github' },
    { title: 'Edit github.md' },
    { title: 'Edit github', locations: [{ path: 'docs/github' }] },
  ])('are not what has other words: %j', (fields) => {
    const asked = request({ kind: 'edit', locations: [{ path: 'a.txt' }], ...fields });
    expect(byUser(rules, asked).action).toBe('allow');
  });
});

describe('globs of rules', () => {
  const edited = (rules: readonly unknown[], path: string): string =>
    byUser(rules, request({ kind: 'edit', locations: [{ path }] })).action;
  const allowed = { action: 'allow', path: '**' };

  test.each([
    ['src/[!s]*', 'src/a.ts', 'allow'],
    ['src/[!s]*', 'src/secret.ts', 'ask'],
    ['src/[!a-m]*.ts', 'src/b.ts', 'ask'],
    ['src/[^s]*', 'src/a.ts', 'allow'],
    ['src', 'src/a.ts', 'ask'],
    ['src/./a.ts', 'src/a.ts', 'allow'],
    ['lib/../src//*', 'src/a.ts', 'allow'],
    ['../work/src/*', 'src/a.ts', 'allow'],
    ['*/../../etc/*', '/etc/a', 'ask'],
  ])('%s allows %s: %s', (path, file, action) => {
    expect(edited([{ action: 'allow', path }], file)).toBe(action);
  });

  test.each([
    'secrets/',
    'secrets',
    '**/secrets',
    './/secrets/./**',
    'src/../secrets/**',
    '../work/secrets/**',
    '/work/secrets',
    'secrets/[!x]*',
  ])('%s denies what is in a folder', (path) => {
    expect(edited([{ action: 'deny', path }, allowed], 'secrets/a.pem')).toBe('deny');
    expect(edited([{ action: 'deny', path }, allowed], 'secret/a.pem')).toBe('allow');
  });

  test.each(['.', './', 'src/..', '..', '/'])('%s denies what is in the session’s folder', (path) => {
    expect(edited([{ action: 'deny', path }, allowed], 'src/a.txt')).toBe('deny');
    expect(edited([{ action: 'allow', path }], 'src/a.txt')).toBe('ask');
  });

  test.each([
    '**/*.@(pem|key)',
    '+(secrets)/**',
    '!secrets/**',
    '**/*.{pem,key',
    'pem}',
    'secrets/[a',
    '${workspaceFolder}/secrets/**',
    'file:///work/secrets/**',
    '"secrets/**"',
  ])('%s cannot be read, and asks', (path) => {
    const [read] = readRules('user', [{ action: 'deny', path }]);
    expect(JSON.stringify(read?.problem?.issues)).toContain('This glob pattern is not valid.');
    expect(edited([{ action: 'deny', path }, allowed], 'a.txt')).toBe('ask');
  });

  test.each(['app/(group)/[id]/page.tsx', 'a{b,{c,d}}/**', String.raw`a\[b`, "it's/*"])(
    '%s can be read',
    (path) => {
      expect(readRules('user', [{ action: 'deny', path }])[0]?.problem).toBeUndefined();
    },
  );
});

describe('MCP tools', () => {
  test.each([
    [{ name: 'mcp__github__create_issue' }],
    [{ rawInput: { server: 'github', tool: 'create_issue', arguments: {} } }],
    [{ rawInput: { invocation: { server: 'github', tool: 'create_issue' } } }],
  ])('are known by %j', (call) => {
    for (const mcpTool of ['github/create_issue', 'github/*', 'create_issue', '*']) {
      expect(byUser([{ action: 'allow', mcpTool }], request(call)).action).toBe('allow');
    }
    for (const mcpTool of ['github', 'github/create', 'gitlab/*', 'gitlab/create_issue']) {
      expect(byUser([{ action: 'allow', mcpTool }], request(call)).action).toBe('ask');
    }
  });

  test('are not what a tool’s arguments or title say', () => {
    const rules = [{ action: 'allow', mcpTool: 'github/*' }];
    for (const call of [
      { name: 'mcp__evil__x', rawInput: { server: 'github', tool: 'create_issue' } },
      { name: 'shell', rawInput: { server: 'github', tool: 'create_issue' } },
      { rawInput: { server: 'github', tool: 'create_issue', more: 1 } },
      { title: 'github/create_issue' },
    ]) {
      expect(byUser(rules, request(call)).action).toBe('ask');
    }
  });
});

test('only a rule that names it lets an agent switch its mode', () => {
  const asked = request({ kind: 'switch_mode' });
  expect(byUser([{ action: 'allow' }], asked).action).toBe('ask');
  expect(byUser([{ action: 'allow', kind: 'switch_mode' }], asked).action).toBe('allow');
  expect(byUser([{ action: 'deny' }], asked).action).toBe('deny');
});

test('variables and standard input are more than the command that is named', () => {
  const hides = (rawInput: unknown): boolean =>
    hidesInput(createToolCall({ toolCallId: 't', kind: 'execute', rawInput }));
  expect(hides({ command: 'npm test', description: 'Test', cwd: '/work', timeout: 5 })).toBe(false);
  expect(hides({ command: 'npm test', env: {}, stdin: '' })).toBe(false);
  expect(hides({ command: 'npm test', env: { NODE_OPTIONS: '-r ./x.js' } })).toBe(true);
  expect(hides({ command: 'sh', stdin: 'rm -rf .' })).toBe(true);
  expect(hides({ command: 'npm test', ENV: { NODE_OPTIONS: '-r ./x.js' } })).toBe(true);
  expect(hides({ command: 'npm test', environment_variables: ['A=1'], shell: '/tmp/sh' })).toBe(true);
  expect(hides('npm test')).toBe(false);
});

describe('what Codex sends beside a command', () => {
  const rules = [{ action: 'deny', command: 'rm' }, { action: 'allow' }];

  test.each([
    { parsed_cmd: [{ type: 'unknown', cmd: 'git status' }] },
    { parsedCmd: [{ type: 'read', cmd: 'cat a', path: 'a' }] },
    { proposed_execpolicy_amendment: { command: ['git'] } },
  ])('is no other command: %j', (beside) => {
    const rawInput = { command: ['bash', '-lc', 'git status'], cwd: '/work', ...beside };
    expect(byUser(rules, request({ kind: 'execute', rawInput })).action).toBe('allow');
  });

  test('may be one where none is named', () => {
    const rawInput = { parsed_cmd: [{ cmd: 'rm a' }] };
    expect(byUser(rules, request({ kind: 'other', name: 'mcp__a__b', rawInput })).action).toBe('ask');
  });

  test('a script in a list is judged by its commands, also without blanks', () => {
    const actionOf = (...command: readonly string[]): string =>
      byUser(
        [{ action: 'allow', command: ['git status', 'pwd', 'rg'] }],
        request({ kind: 'execute', rawInput: { command } }),
      ).action;
    expect(actionOf('/bin/bash', '-lc', 'pwd&&git status')).toBe('allow');
    expect(actionOf('bash', '-lc', 'pwd;pwd')).toBe('allow');
    expect(actionOf('bash', '-lc', 'pwd;rm')).toBe('ask');
    expect(actionOf('rg', '-c', 'a;pwd')).toBe('ask');
    expect(actionOf('rg', `a${';'.repeat(1_000_000)} x`)).toBe('allow');
  });
});

test.each([
  ['deny', 'my__srv/*', 'deny'],
  ['deny', 'my/*', 'deny'],
  ['allow', ['my/*'], 'ask'],
  ['allow', ['my/*', 'my__srv/*'], 'allow'],
])('every reading of the name of an MCP tool counts: %s %j', (action, mcpTool, expected) => {
  const call = request({ kind: 'other', name: 'mcp__my__srv__drop' });
  expect(byUser([{ action, mcpTool }], call).action).toBe(expected);
});

describe('a rule for every file of the session’s folder', () => {
  const rules = [
    { action: 'deny', path: '**/.env' },
    { action: 'allow', kind: ['read', 'search', 'delete', 'move'], path: '**' },
  ];
  const actionOf = (fields: object): string => byUser(rules, request(fields)).action;

  test.each([
    { kind: 'search', rawInput: { pattern: 'foo', path: '.' } },
    { kind: 'search', rawInput: { pattern: 'foo', path: '/work' } },
    { kind: 'search', locations: [{ path: '/work/' }] },
    { kind: 'read', locations: [{ path: '/work/.' }] },
    { kind: 'read', rawInput: { path: 'src' } },
  ])('holds for reading the folder itself: %j', (fields) => {
    expect(actionOf(fields)).toBe('allow');
  });

  test.each([
    { kind: 'delete', locations: [{ path: '/work' }] },
    { kind: 'move', locations: [{ path: '.' }, { path: 'src' }] },
    { kind: 'search', rawInput: { pattern: 'foo', path: '..' } },
    { kind: 'search', rawInput: { pattern: 'foo', path: '/' } },
    { kind: 'search', rawInput: { pattern: 'foo', path: '/workshop' } },
    { kind: 'search', rawInput: { pattern: 'foo', path: '.', include: '.env' } },
  ])('holds for no other folder, and not for a change of it: %j', (fields) => {
    expect(actionOf(fields)).not.toBe('allow');
  });

  /** On a disk with these files outside. */
  const onDisk = (fields: object): string => {
    const { facts, scope } = request({ locations: [{ path: 'a.txt' }], ...fields });
    const exists = (path: string): boolean =>
      ['/etc/passwd', '/etc', '/tmp', '/home/me', '/home/me/.ssh/id', '/'].includes(
        posix.normalize(path).replace(/(?<=.)\/$/, ''),
      );
    return byUser(rules, { facts, scope: { ...scope, exists } }).action;
  };

  test.each([
    { kind: 'read', rawInput: { uri: 'file:///etc/passwd' } },
    { kind: 'read', rawInput: { uri: 'file:///etc/new' } },
    { kind: 'read', rawInput: { files: [{ p: '/etc/passwd' }] } },
    { kind: 'read', rawInput: { files: { '/etc/passwd': true } } },
    { kind: 'search', rawInput: ['/etc/passwd'] },
    { kind: 'read', rawInput: { target_of_read: '~/.ssh/id' } },
    { kind: 'read', rawInput: { x: '../etc/passwd' } },
    { kind: 'search', rawInput: { pattern: '/etc/passwd', files: { '/etc/passwd': true } } },
    { kind: 'search', rawInput: { files: [{ p: '/etc/passwd' }], pattern: '/etc/passwd' } },
    { kind: 'read', rawInput: { out: '/tmp/elsewhere/new.txt' } },
    { kind: 'read', rawInput: { source: 'a.txt', dst: '/tmp/elsewhere/new.txt' } },
    { kind: 'read', rawInput: { x: '../new.txt' } },
    { kind: 'read', rawInput: { x: '~/new.txt' } },
    { kind: 'search', rawInput: { path: '.', pattern: '/etc/*' } },
    { kind: 'search', rawInput: { path: '.', pattern: '../**/*.key' } },
    { kind: 'search', rawInput: { path: '.', glob: '/etc/*' } },
    { kind: 'search', rawInput: { path: '.', include: '../*.key' } },
  ])('holds for no file elsewhere that the input names anywhere: %j', (fields) => {
    expect(onDisk(fields)).not.toBe('allow');
  });

  test.each([
    { kind: 'read', rawInput: { uri: 'file:///work/a.txt' } },
    { kind: 'search', rawInput: { pattern: '/api/v1/users', path: 'src' } },
    { kind: 'search', rawInput: { pattern: '// TODO', path: 'src' } },
    { kind: 'search', rawInput: { pattern: '//.*TODO', path: 'src' } },
    { kind: 'read', rawInput: { instruction: 'Read what ../x exports, and ~/y' } },
    { kind: 'search', rawInput: { pattern: '/etc/passwd', path: 'src' } },
    { kind: 'read', rawInput: { x: '/work/a.txt' } },
    { kind: 'search', rawInput: { pattern: '/api/.*', path: 'src' } },
    { kind: 'search', rawInput: { pattern: 'src/**/*.ts', glob: '**/*.key' } },
    { kind: 'read', rawInput: { x: '/api/v1/users' } },
  ])('holds for what names none: %j', (fields) => {
    expect(onDisk(fields)).toBe('allow');
  });

  test('does not hold where the rule names a part of it', () => {
    const part = [{ action: 'allow', kind: 'search', path: 'src/**' }];
    const fields = { kind: 'search', rawInput: { pattern: 'foo', path: '.' } };
    expect(byUser(part, request(fields)).action).not.toBe('allow');
  });
});

describe('files that a request names elsewhere', () => {
  const rules = [
    { action: 'deny', path: ['**/.env', 'keys/**'] },
    { action: 'allow', kind: ['read', 'edit', 'search'], path: '**' },
    { action: 'allow', command: ['cat', 'grep', 'git', 'cd'] },
  ];
  const actionOf = (kind: string, rawInput: unknown): string =>
    byUser(rules, request({ kind, rawInput, locations: [{ path: 'a.txt' }] })).action;

  test.each([
    { files: [{ path: '.env' }] },
    { file: { path: '.env' } },
    { uri: 'file:///work/.env' },
    { glob: '.env' },
    { include: ['src', './.env'] },
    { relative_workspace_path: '.env' },
    { options: { deep: [{ resource: 'keys/a.pem' }] } },
    { input_file: '/work/x/.env' },
    { '.env': {} },
  ])('are not read unasked: %j', (rawInput) => {
    expect(actionOf('read', rawInput)).not.toBe('allow');
  });

  test.each([
    { edits: [{ file_path: 'package.json', new: 'x' }] },
    { changes: [{ path: '.vscode/tasks.json' }] },
    { input: '*** Begin Patch\n*** Add File: .vscode/tasks.json\n+x\n*** End Patch' },
    { patch: '--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1 +1 @@\n-a\n+b' },
    { patch: '*** Begin Patch\n*** Update File: a.ts\n*** Move to: .husky/pre-commit\n' },
    { dest: '.vscode/tasks.json' },
    { output_path: '.vscode/tasks.json' },
    { rename_to: 'package.json' },
    { edits: [{ path: 'src/$X' }] },
    { files: Array.from({ length: 3_000 }, (_, index) => `src/${index}.ts`) },
  ])('are not written unasked: %j', (rawInput) => {
    expect(actionOf('edit', rawInput)).not.toBe('allow');
  });

  test.each([
    { edits: [{ old_string: 'package.json', new_string: "import './.env';" }] },
    { edits: [{ file_path: 'src/a.ts', text: 'x' }], description: 'Not .env' },
    { content: '# About\n.env and package.json' },
    { files: ['src/a.ts', 'src/b.ts'], encoding: 'utf-8' },
  ])('are none of what is put into a file: %j', (rawInput) => {
    expect(actionOf('edit', rawInput)).toBe('allow');
  });

  test.each([
    { changes: { 'src/a.ts': { unified_diff: "@@ -1 +1 @@\n-import '../b';\n+import '../../d';\n" } } },
    { notebook_path: 'a.ipynb', new_source: "open('../b'); open('/tmp/c')" },
    { file_path: 'src/a.ts', edits: [{ old: "import '../b'", new: "import '../c'" }] },
  ])('are none of the code that is put into a file: %j', (rawInput) => {
    const { facts, scope } = request({ kind: 'edit', rawInput, locations: [{ path: 'src/a.ts' }] });
    expect(byUser(rules, { facts, scope: { ...scope, exists: () => true } }).action).toBe('allow');
  });

  test.each([
    'cat .env',
    'cat ./x/.env',
    'grep x .env',
    'sudo cat .env',
    'tool --env=.env',
    'cd keys && cat a',
    'git show HEAD:.env',
  ])('are denied in the command %j', (command) => {
    expect(byUser(rules, run(command)).action).toBe('deny');
  });

  test('are asked about in a revision that is too long to be one', () => {
    expect(byUser(rules, run(`git show ${':a'.repeat(500_000)}`)).action).toBe('ask');
  });

  test.each(['cat src/a.ts', 'grep .env src', "git log --grep '.env'", 'cat keys.txt'])(
    'are none of the texts of the command %j',
    (command) => {
      expect(byUser(rules, run(command)).action).toBe('allow');
    },
  );
});
