// Rules judge the file that is meant: lines, fragments, encodings, URIs, patterns and lists are not part of its name.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../../src/core/permissions/policy/permissionPolicy.ts';
import { readRules } from '../../../../src/core/permissions/policy/permissionRule.ts';
import { factsOf } from '../../../../src/core/permissions/policy/requestFacts.ts';
import { createToolCall } from '../../../../src/core/session/toolCall/state.ts';
import { ownToolCallId } from '../../../../src/core/session/toolCall/toolCallIds.ts';
import { propertyRuns } from '../../../support/cases/fullRun.ts';
import { startProcessorTimer } from '../../../support/clock.ts';

const there = new Set(['/work', '/work/src', '/work/my notes', '/work/my notes/a b.md', '/work/app/[id]']);

function action(rules: unknown, kind: string, paths: readonly string[], toolCallId = 't'): string {
  const call = createToolCall({ toolCallId, kind, locations: paths.map((path) => ({ path })) });
  const scope = {
    cwd: '/work',
    home: '/home/me',
    family: 'posix',
    realPath: (path: string) => path,
    exists: (path: string) => there.has(path.replace(/\/$/, '')),
  } as const;
  const settings = { userRules: readRules('user', rules), workspaceRules: [], isReadOnly: false };
  return judge(settings, { facts: factsOf('A', call, 'posix'), scope }).action;
}

/** Other spellings of a path by which one file is meant. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => `${path}:1-20`,
  (path) => `${path}:9`,
  (path) => `${path}:9:3`,
  (path) => `${path}:L10-L20`,
  (path) => `${path}#L10-L20`,
  (path) => `${path}#fragment`,
  (path) => `${path}#/definitions/a`,
  (path) => `${path}?raw`,
  (path) => `${path}:symbol`,
  (path) => `${path}(12)`,
  (path) => `${path}/`,
  (path) => `${path}/.`,
  (path) => `${path}.`,
  (path) => `${path}:1#L2`,
  (path) => `${path}/:9`,
  (path) => `${path}/(12)`,
  (path) => `file://${path}`,
  (path) => `FILE://localhost${path}:3`,
  (path) => `file:${path}#L3`,
  (path) => path.replaceAll('.', '%2E'),
  (path) => `file://${path.replaceAll('/', '%2F').replace('%2F', '/')}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('e', 'e\u200B'),
  (path) => `"${path}"`,
  (path) => `${path} (lines 1-20)`,
];

/** Texts that may name a file and others. */
const unclear: readonly ((path: string) => string)[] = [
  (path) => `/work/a.c:1-150; ${path}`,
  (path) => `/work/a.c, ${path}`,
  (path) => `/work/a.c ${path}`,
  (path) => `/work/a.c\n${path}`,
  (path) => `${path.slice(0, -1)}*`,
  (path) => `${path.slice(0, -1)}?`,
  (path) => `${path.slice(0, -1)}[a-z]`,
  (path) => `{${path},/work/b}`,
  (path) => `\${ROOT}${path}`,
  (path) => `vscode-remote://host${path}`,
  () => '/work/**',
];

describe('a file that a rule denies', () => {
  const rules = [
    { action: 'deny', path: ['**/.env', 'keys/é.pem'] },
    { action: 'allow', kind: 'read', path: '**' },
  ];

  test.each(spellings.map((spell) => spell('/work/a/.env')))('is denied as %j', (path) => {
    expect(action(rules, 'read', [path])).toBe('deny');
    expect(action(rules, 'read', ['/work/a.ts', path])).toBe('deny');
  });

  test.each(unclear.map((spell) => spell('/work/a/.env')))('is not allowed as %j', (path) => {
    expect(action(rules, 'read', [path])).not.toBe('allow');
  });

  test('is denied in each form of its letters', () => {
    for (const name of ['é.pem', 'e\u0301.pem', 'É.pem', 'é.pem:1']) {
      expect(action(rules, 'read', [`/work/keys/${name}`])).toBe('deny');
    }
  });

  test('stays denied through several spellings at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...spellings, ...unclear.slice(0, 6)), { maxLength: 3 }),
        (chosen) => {
          const path = chosen.reduce((text, spell) => spell(text), '/work/a/.env');
          expect([path, action(rules, 'read', [path])]).not.toEqual([path, 'allow']);
        },
      ),
      propertyRuns(500),
    );
  });
});

describe('a rule with a wildcard', () => {
  const rules = [{ action: 'allow', kind: ['read', 'edit'], path: '**' }];

  test.each(
    ['AGENTS.md', 'package.json', '.mcp.json', '.vscode/tasks.json'].flatMap((name) =>
      spellings.map((spell) => spell(`/work/${name}`)),
    ),
  )('does not let an agent edit %j', (path) => {
    expect(action(rules, 'edit', [path])).toBe('ask');
  });

  test('allows a file with lines, and a URI of it', () => {
    for (const path of [
      '/work/src/a.ts:1-20',
      'src/a.ts:9',
      'file:///work/src/a.ts#L3',
      '/work/src/a%2Ets',
    ]) {
      expect([path, action(rules, 'edit', [path])]).toEqual([path, 'allow']);
    }
  });

  test('allows names that are there, or new in a folder that is', () => {
    for (const path of [
      '/work/my notes/a b.md',
      '/work/my notes/new.md',
      '/work/app/[id]/page.tsx',
      'my notes/x.md:3',
    ]) {
      expect([path, action(rules, 'edit', [path])]).toEqual([path, 'allow']);
    }
  });

  test.each(unclear.map((spell) => spell('/work/src/b.ts')))('asks about %j', (path) => {
    expect(action(rules, 'edit', [path])).toBe('ask');
    expect(action([{ action: 'allow', kind: 'edit' }], 'edit', [path])).toBe('ask');
  });

  test.each([
    'file:.env',
    '@.env',
    '.env：1',
    '.env、a.txt',
    '.env–20',
    'package.json+1',
    'package.json!1',
    'AGENTS.md–1',
    '.env=1',
    'secrets.yaml!key',
    'a.txt:.env',
    'a.txt&.env',
    'a.txt→.env',
    'no/such [folder]/a.ts',
  ])('asks about %j, which is neither there nor plainly a new file', (path) => {
    expect(action(rules, 'edit', [path])).toBe('ask');
    expect(action(rules, 'read', [path])).toBe('ask');
  });

  test.each([
    'new/folder/a_b-c.d.ts',
    'ünï/ファイル.ts',
    '/work/app/[id]/new.tsx',
    'src/a.ts:L3',
    'src/a.ts#L3-L9',
  ])('allows %j, which is plainly one file', (path) => {
    expect(action(rules, 'edit', [path])).toBe('allow');
  });

  test('allows nothing outside by another spelling', () => {
    for (const spell of spellings) {
      expect(action(rules, 'read', [spell('/etc/passwd')])).toBe('ask');
    }
  });
});

test('a path that Parley opens itself is exact', () => {
  const rules = [
    { action: 'deny', path: '**/.env' },
    { action: 'allow', path: '**' },
  ];
  expect(action(rules, 'read', ['/work/new folder/a, b [1].md'], ownToolCallId('1'))).toBe('allow');
  expect(action(rules, 'read', ['/work/.env'], ownToolCallId('1'))).toBe('deny');
});

test('a path without end takes a bounded time', () => {
  const usedMs = startProcessorTimer();
  for (const part of [':', '#', '%', ' ', '(', '.', ':/', '"']) {
    action([{ action: 'deny', path: '**/.env' }], 'read', [part.repeat(200_000), part.repeat(4_000)]);
  }
  expect(usedMs()).toBeLessThan(3_000);
});
