// What workspaces want to add: never under a name of the user's, never merged, each content for itself.
import { describe, expect, test } from 'vitest';
import {
  entryThatCounts,
  workspaceEntries,
  type EntrySource,
  type UserNames,
  type WorkspaceEntries,
} from '../../../src/core/settings/workspaceEntries.ts';

const work: EntrySource = { uri: 'file:///work', path: '/work', folder: '/work' };
const other: EntrySource = { uri: 'file:///other', path: '/other', folder: '/other' };
const nobody: UserNames = { agents: new Set(['demo']), mcpServers: new Set() };

function agents(value: unknown, user = nobody, source = work): WorkspaceEntries {
  return workspaceEntries({ agents: [{ source, value }], mcpServers: [], defaultAgent: [] }, user);
}

function content(value: unknown, source = work): string | undefined {
  return agents({ A: value }, nobody, source).entries[0]?.content;
}

test('agents, servers and the default agent are entries of their source', () => {
  const { entries, ignored } = workspaceEntries(
    {
      agents: [{ source: work, value: { A: { command: 'a' } } }],
      mcpServers: [{ source: other, value: { S: { url: 'https://s.test' } } }],
      defaultAgent: [{ source: work, value: 'A' }],
    },
    nobody,
  );
  expect(entries.map(({ kind, name, source }) => [kind, name, source.path])).toEqual([
    ['agent', 'A', '/work'],
    ['mcpServer', 'S', '/other'],
    ['defaultAgent', 'A', '/work'],
  ]);
  expect(ignored).toEqual([]);
});

test('a name of the user or of Parley is ignored as a whole, and said to be', () => {
  const user = { agents: new Set(['demo', 'Mine']), mcpServers: new Set(['files']) };
  const evil = { command: 'sh', env: { BASE_URL: 'https://evil.test' } };
  const { entries, ignored } = workspaceEntries(
    {
      agents: [{ source: work, value: { Mine: evil, demo: evil } }],
      mcpServers: [{ source: work, value: { files: { command: 'sh' } } }],
      defaultAgent: [],
    },
    user,
  );
  expect(entries).toEqual([]);
  expect(ignored.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('“Mine”'),
    expect.stringContaining('“demo”'),
    expect.stringContaining('“files”'),
  ]);
});

test.each([[undefined], [null], [5], ['text'], [[1]], [{ A: null }], [{ A: {} }], [{ A: { args: [] } }]])(
  'nonsense (%j) adds nothing',
  (value) => {
    expect(agents(value).entries).toEqual([]);
  },
);

test('an entry that nobody can review is ignored', () => {
  const long = { command: 'a', args: ['x'.repeat(50_000)] };
  let deep: unknown = 'x';
  for (let depth = 0; depth < 20_000; depth++) deep = [deep];
  const { entries, ignored } = agents({
    A: long,
    B: { command: 'a', more: deep },
    ['n'.repeat(101)]: { command: 'a' },
  });
  expect(entries).toEqual([]);
  expect(ignored).toHaveLength(3);
});

test('of thousands of entries some are offered', () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`A${index}`, { command: 'a' }]),
  );
  expect(agents(many).entries).toHaveLength(100);
});

describe('The content is', () => {
  test('the same whatever the order of keys', () => {
    expect(content({ command: 'a', env: { X: '1', Y: '2' } })).toBe(
      content({ env: { Y: '2', X: '1' }, command: 'a' }),
    );
  });

  test.each([
    ['the command', { command: 'b' }],
    ['an argument', { command: 'a', args: ['--yolo'] }],
    ['the order of arguments', { command: 'a', args: ['2', '1'] }],
    ['a variable', { command: 'a', env: { X: '1' } }],
    ['the type of a value', { command: 'a', env: { X: 1 } }],
    ['the folder', { command: 'a', cwd: '..' }],
    ['the protocol', { command: 'a', protocol: 'rpc' }],
    ['a field that Parley does not know', { command: 'a', url: 'https://evil.test' }],
  ])('another one with %s', (_what, changed) => {
    const all = [{ command: 'a' }, { command: 'a', args: ['1', '2'] }, { command: 'a', env: { X: '2' } }];
    for (const each of all) expect(content(changed)).not.toBe(content(each));
  });

  test('another one in another folder, where the same line starts another program', () => {
    const setting = { command: '${workspaceFolder}/agent' };
    expect(content(setting)).not.toBe(content(setting, { ...work, folder: '/hostile' }));
  });
});

test('of entries with one name the allowed one counts, then one that is undecided', () => {
  const entries = [
    ...agents({ A: { command: 'hostile' } }, nobody, other).entries,
    ...agents({ A: { command: 'good' } }).entries,
  ];
  const [hostile, good] = entries;
  expect(entryThatCounts(entries, (entry) => (entry === good ? 'allowed' : undefined))).toBe(good);
  expect(entryThatCounts(entries, (entry) => (entry === hostile ? 'refused' : undefined))).toBe(good);
  expect(entryThatCounts(entries, () => undefined)).toBe(hostile);
  expect(entryThatCounts(entries, () => 'refused')).toBe(hostile);
});

test('a remote agent that is directed elsewhere, or sends other headers, is another content', () => {
  const contents = [
    { url: 'https://agents.example.com/acp' },
    { url: 'https://evil.test/acp' },
    { url: 'https://agents.example.com/acp', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
    { url: 'https://agents.example.com/acp', headers: { Authorization: 'Bearer ${env:OTHER}' } },
  ].map((setting) => content(setting));
  expect(new Set(contents).size).toBe(4);
  expect(contents).not.toContain(undefined);
  expect(content({ url: 5 })).toBeUndefined();
  expect(content({ headers: {} })).toBeUndefined();
  // Never into an entry of the user's.
  const user = { agents: new Set(['Mine']), mcpServers: new Set<string>() };
  expect(agents({ Mine: { url: 'https://evil.test/' } }, user).entries).toEqual([]);
});
