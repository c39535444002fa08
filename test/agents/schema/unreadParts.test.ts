// Requests whose files are not all read, or stand where rules did not look: no wildcard allows them, and denials hold.
import { expect, test } from 'vitest';
import { readPermission } from '../../../src/agents/schema/permissionSchema.ts';
import { judge } from '../../../src/core/permissions/policy/permissionPolicy.ts';
import { readRules } from '../../../src/core/permissions/policy/permissionRule.ts';
import { factsOf } from '../../../src/core/permissions/policy/requestFacts.ts';
import { createToolCall } from '../../../src/core/session/toolCall/state.ts';

const userRules = readRules('user', [
  { action: 'deny', path: ['**/.env', 'sub/secret'] },
  { action: 'allow', kind: ['read', 'edit', 'other', 'search'], path: '**' },
]);
const A = { path: 'a.txt' };
const text = (said: string) => ({ type: 'content', content: { type: 'text', text: said } });

/** The verdict on a call as an agent sends it. */
function verdictOn(kind: string, fields: object): string {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
  const toolCall = { toolCallId: 'c', kind, locations: [A], ...fields };
  const { parsed } = readPermission({ sessionId: 's', toolCall, options });
  if (!parsed.success) throw new Error('not read');
  const facts = factsOf('A', createToolCall(parsed.data.question.call), 'posix');
  const realPath = (path: string): string => path;
  const scope = { cwd: '/w', home: '/home/me', family: 'posix', realPath } as const;
  return judge({ userRules, workspaceRules: [], isReadOnly: false }, { facts, scope }).action;
}

test.each<[string, string, object]>([
  ['a plain file', 'read', {}],
  ['one that is new', 'edit', { locations: [{ path: 'src/new.ts', line: 0, _meta: { a: 'b/c' } }] }],
  ['a place that repeats its file', 'read', { locations: [{ path: '/w/a.txt', uri: 'file:///w/a.txt#L3' }] }],
  ['places that say nothing', 'read', { locations: [A, null, {}, { path: null }, 7] }],
  ['a change of it', 'edit', { content: [{ type: 'diff', path: 'a.txt', old_text: 'x', new_text: 'y' }] }],
  ['prose with a name', 'edit', { content: [text('As package.json says, see --- a/b.')] }],
  ['a patch of it', 'edit', { content: [text('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n')] }],
  ['a block with notes', 'read', { content: [{ type: 'text', text: 'x', annotations: { a: './b' } }] }],
  ['data beside a patch of it', 'edit', { content: [{ data: '+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n', n: 1 }] }],
  ['input in JSON', 'read', { rawInput: { arguments: '{"file_path":"a.txt","limit":5}' } }],
  ['a name in its folder', 'read', { rawInput: { cwd: '/w', dir: 'src', name: 'a.ts' } }],
  ['an absolute path beside a folder', 'read', { rawInput: { cwd: '/w/src', path: '/w/b.txt' } }],
  ['code that names files', 'edit', { rawInput: { path: 'a.txt', search: "import './package.json' x" } }],
  ['a block to replace', 'edit', { rawInput: { diff: '<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n' } }],
])('%s is allowed', (_name, kind, fields) => {
  expect(verdictOn(kind, fields)).toBe('allow');
});

test.each<[string, string, object, 'ask' | 'deny']>([
  [
    'a file beside the changes of another',
    'edit',
    { content: [{ type: 'diff', path: '.env', changes: [{ path: 'a.txt', newText: '' }] }] },
    'ask',
  ],
  [
    'a change by its path',
    'edit',
    { content: { changes: { '.env': { type: 'add', content: 'x' } } } },
    'deny',
  ],
  [
    'a protected file in a patch',
    'edit',
    { content: [{ type: 'patch', path: 'package.json', patch: '+x' }] },
    'ask',
  ],
  [
    'a file around a result',
    'edit',
    { content: [{ type: 'tool_result', file: './.env', content: [{ type: 'text', text: 'x' }] }] },
    'ask',
  ],
  ['a file beside a text', 'edit', { content: [{ data: 'x', insert_file: './.env' }] }, 'ask'],
  ['a file in data beside a text', 'edit', { content: [{ text: 'x', data: { at: ['./.env'] } }] }, 'ask'],
  ['a path alone', 'read', { locations: [A, '.env'] }, 'deny'],
  ['another name of the path', 'read', { locations: [A, { file_path: '.env' }] }, 'deny'],
  ['one place', 'read', { locations: { path: '.env' }, rawInput: A }, 'deny'],
  ['a protected file by a URI', 'edit', { locations: [A, { uri: 'file:///w/.vscode/tasks.json' }] }, 'ask'],
  ['two files of one place', 'edit', { locations: [{ path: 'a.txt', file: 'package.json' }] }, 'ask'],
  ['a place of no known shape', 'read', { locations: [A, { where: { at: '.env' } }] }, 'ask'],
  ['lists of places', 'read', { locations: [A, [{ path: '.env' }]] }, 'ask'],
  ['a kind that is no text', 'read', { kind: { name: 'execute' }, name: 7 }, 'ask'],
  [
    'other names of a change',
    'edit',
    { content: [{ type: 'diff', file_path: 'package.json', new_text: '' }] },
    'ask',
  ],
  [
    'a change whose text before cannot be read',
    'edit',
    { content: [{ type: 'diff', path: 'package.json', oldText: ['x'], newText: 'y' }] },
    'ask',
  ],
  [
    'a change of a denied file whose text before cannot be read',
    'edit',
    { content: [{ type: 'diff', path: '.env', oldText: 7, newText: 'y' }] },
    'deny',
  ],
  ['a deletion', 'edit', { content: [{ type: 'diff', path: '.env', oldText: 'x', newText: null }] }, 'deny'],
  [
    'two files of one change',
    'edit',
    { content: [{ type: 'diff', path: 'a.txt', file: '.env', newText: '' }] },
    'ask',
  ],
  ['content of another kind', 'edit', { content: [{ type: 'file_change', path: 'package.json' }] }, 'ask'],
  ['a text with a file', 'edit', { content: [{ type: 'file', path: 'package.json', content: '{}' }] }, 'ask'],
  ['a file beside a text', 'read', { content: [{ ...text('x'), path: '.env' }] }, 'ask'],
  ['content that is an object', 'edit', { content: { files: ['package.json'] } }, 'ask'],
  [
    'a patch',
    'edit',
    { content: [text('*** Begin Patch\n*** Update File: .vscode/tasks.json\n@@\n-x\n+y')] },
    'ask',
  ],
  [
    'a diff',
    'edit',
    { content: [text('--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-x\n+y')] },
    'ask',
  ],
  ['a diff in a fence', 'edit', { content: [text('Now:\n```diff\n--- .env\n+++ .env\n```')] }, 'deny'],
  [
    'a change of mode',
    'edit',
    { content: [text('diff --git a/sub/secret b/sub/secret\nnew mode 100755')] },
    'deny',
  ],
  ['JSON', 'read', { content: [text('```json\n{"file_path": ".env"}\n```')] }, 'deny'],
  ['a link', 'read', { content: [{ type: 'resource_link', uri: 'file:///w/.env', name: 'x' }] }, 'deny'],
  [
    'an embedded file',
    'edit',
    {
      content: [
        {
          type: 'content',
          content: { type: 'resource', resource: { uri: 'file:///w/package.json', text: '' } },
        },
      ],
    },
    'ask',
  ],
  [
    'a file outside',
    'read',
    { content: [{ type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' }] },
    'ask',
  ],
  ['JSON in a field', 'read', { rawInput: { arguments: '{"file_path":".env"}' } }, 'deny'],
  ['JSON in JSON', 'read', { rawInput: { call: '{"arguments":"{\\"path\\":\\".env\\"}"}' } }, 'deny'],
  ['JSON with a protected file', 'edit', { rawInput: { arguments: '{"file_path":"package.json"}' } }, 'ask'],
  ['words of no command', 'read', { rawInput: { args: ['.env'] } }, 'ask'],
  ['a nested command', 'read', { rawInput: { input: { command: 'cat .env' } } }, 'ask'],
  ['markup', 'read', { rawInput: { tool: '<read_file>\n<path>.env</path>\n</read_file>' } }, 'ask'],
  ['an attribute', 'read', { rawInput: { tool: '<read path=".env"/>' } }, 'ask'],
  ['a call as text', 'read', { rawInput: { tool: "read_file(path='.env')" } }, 'ask'],
  ['YAML', 'read', { rawInput: { tool: 'name: read\npath: .env' } }, 'ask'],
  ['a sentence', 'edit', { rawInput: { task: 'Set the version in package.json.' } }, 'ask'],
  ['a name in a folder', 'read', { rawInput: { dir: 'sub', name: 'secret' } }, 'ask'],
  [
    'a name in a folder around it',
    'read',
    { rawInput: { cwd: '/w/sub', input: { file: 'secret' } } },
    'deny',
  ],
  ['a protected name', 'edit', { rawInput: { root: '.git', entry: { name: 'config' } } }, 'ask'],
  ['a folder outside', 'read', { rawInput: { cwd: '/etc', path: 'passwd' } }, 'ask'],
  ['a folder deep inside', 'read', { rawInput: { args: { directory: '/etc' } } }, 'ask'],
  [
    'a block to replace',
    'edit',
    { rawInput: { diff: '.vscode/tasks.json\n<<<<<<< SEARCH\nx\n=======\ny\n' } },
    'ask',
  ],
  ['one in a fence', 'edit', { rawInput: { diff: '.env\n```\n<<<<<<< SEARCH\nx\n=======\ny\n' } }, 'deny'],
  ['input of another name', 'read', { raw_input: { path: '.env' } }, 'deny'],
  ['arguments beside the call', 'read', { input: { path: '.env' } }, 'deny'],
])('%s is not allowed by a wildcard', (_name, kind, fields, verdict) => {
  expect(verdictOn(kind, fields)).toBe(verdict);
});

test.each([
  ['a patch without a file', { type: 'file_edit', patch: '@@ -1 +1 @@\n-a\n+b\n' }],
  ['a new text without a file', { type: 'patch', newText: 'hello' }],
  ['places without a file', { type: 'diff', edits: [{ oldText: 'a', newText: 'b' }] }],
  ['a change of ACP without a file', { type: 'diff', newText: 'hello' }],
])('%s is asked about, whatever the kind of the call', (_name, part) => {
  for (const kind of ['other', 'search', 'read', 'edit'])
    expect(verdictOn(kind, { content: [part] })).toBe('ask');
});

test('input that is too deep to be kept is not allowed', () => {
  let rawInput: unknown = { path: '.env' };
  for (let level = 0; level < 200; level++) rawInput = { inner: rawInput };
  expect(verdictOn('read', { rawInput })).toBe('ask');
});

test('a kind in other letters is that kind', () => {
  expect(verdictOn('READ', {})).toBe('allow');
  expect(verdictOn('Edit', { rawInput: { path: 'package.json' } })).toBe('ask');
  expect(verdictOn('Wibble', {})).toBe('ask');
});
