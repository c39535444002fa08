// What a tool call is called where its agent's own title cannot be read.
import { expect, test } from 'vitest';
import { createToolCall, type ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { commandInTitle, toolCallTitle } from '../../../../src/core/session/toolCall/toolCallTitle.ts';

function title(call: Partial<ToolCallPatch>): string {
  return toolCallTitle(createToolCall({ toolCallId: '1', ...call }));
}

const at = (...paths: readonly string[]) => paths.map((path) => ({ path }));

test('a tool call goes by the first of its words that can be seen', () => {
  expect(title({ title: 'Read\n a.ts', name: 'read_file', kind: 'read' })).toBe('Read a.ts');
  expect(title({ title: '\u0007\u202E', name: 'read_file', kind: 'read' })).toBe('read_file');
  expect(title({ title: ' ', name: '\n', kind: 'read' })).toBe('read');
  expect(title({ kind: '' })).toBe('Tool call');
  expect(title({ kind: 'other' })).toBe('Tool call');
  expect(title({ kind: 'other', locations: at('/w/a.ts') })).toBe('Tool call: a.ts');
  expect(title({ kind: 'browse_web', locations: at('/w/a.ts') })).toBe('browse web: a.ts');
});

test('a title with a backtick that is not closed takes time in proportion to it', () => {
  const long = `\`${'a b '.repeat(200_000)}`;
  const start = performance.now();
  expect(title({ kind: 'execute', title: long })).toBe(long.trim());
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('a command between backticks goes without them, and other words keep theirs', () => {
  expect(title({ kind: 'execute', title: '`ls -la`', rawInput: { command: 'ls -la' } })).toBe('ls -la');
  expect(title({ kind: 'execute', title: '``echo `date` ``' })).toBe('echo `date`');
  expect(title({ kind: 'execute', title: '`a` and `b`' })).toBe('`a` and `b`');
  expect(title({ kind: 'execute', title: '``' })).toBe('``');
  expect(title({ kind: 'think', title: '`ls`' })).toBe('`ls`');
});

test.each<readonly [string, string, Partial<ToolCallPatch>]>([
  [
    'cut JSON with one file',
    'Read hello.txt',
    {
      title: 'read_files: {"files":[{"path":"/w/hello.txt"…',
      rawInput: { files: [{ path: '/w/hello.txt' }] },
    },
  ],
  [
    'cut JSON with several files',
    'Read a.ts and 2 more',
    { title: 'read_files: {"files":[', rawInput: { files: ['/w/a.ts', '/w/b.ts', { path: '/w/c.ts' }] } },
  ],
  [
    'whole JSON',
    'Edit a.ts',
    { title: '{"file_path":"/w/a.ts"}', kind: 'edit', rawInput: { file_path: '/w/a.ts' } },
  ],
  ['JSON of a search', 'Search TODO', { title: 'grep {"pattern":"TODO"}', rawInput: { pattern: 'TODO' } }],
  ['JSON of a command', 'npm test', { title: 'run: {"command":"npm', rawInput: { command: 'npm test' } }],
  ['JSON of nothing known', 'spawn agent', { title: 'spawn_agent: {"depth":1}', rawInput: { depth: 1 } }],
  [
    'JSON of a command without input',
    'ls -la',
    { title: '{"command":"ls -la","description":"List"}', kind: 'execute' },
  ],
  ['JSON in brackets without input', 'Read a.ts', { title: 'read_file({"path":"/w/a.ts"})', kind: 'read' }],
  ['JSON of the words of a command', 'git status', { title: '["git","status"]', kind: 'execute' }],
  [
    'JSON of a list of files',
    'Read a.ts and 1 more',
    { title: '[{"path":"/w/a.ts"},{"path":"/w/b.ts"}]', kind: 'read' },
  ],
  ['a color', 'Bold [1m title', { title: '\x1b[1;31mBold\x1b[0m [1m title' }],
  [
    'JSON beside the input',
    'npm test',
    { title: '{"command":"npm run t"}', rawInput: { command: 'npm test' } },
  ],
  ['JSON without input', 'apply patch', { title: 'apply_patch: {"input":"*** Begin' }],
])('%s is not shown', (_, expected, call) => {
  expect(title(call)).toBe(expected);
});

test.each([
  'Find [[wikilinks]] in docs',
  'Render { title } twice',
  'Rename [{"a": "]"}] to list',
  'Remove {} and [] from a.ts',
])('%s stays, as words go on behind the brackets', (words) => {
  expect(title({ title: words, rawInput: { path: '/w/a.ts' } })).toBe(words);
});

test('a title that is only a path gets the verb of its kind', () => {
  expect(title({ title: '/w/src/hello.txt', kind: 'edit', locations: at('/w/src/hello.txt') })).toBe(
    'Edit /w/src/hello.txt',
  );
  expect(title({ title: 'src/hello.txt', kind: 'read', locations: at('/w/src/hello.txt') })).toBe(
    'Read src/hello.txt',
  );
  expect(title({ title: 'C:\\w\\a.ts', kind: 'delete' })).toBe('Delete a.ts');
  expect(title({ title: '/compact', kind: 'other' })).toBe('/compact');
});

test('a title without a file gets the one that is known', () => {
  expect(title({ title: 'Edit file', kind: 'edit', locations: at('/w/a.ts') })).toBe('Edit a.ts');
  expect(title({ title: 'Create file', kind: 'edit', locations: at('/w/a.ts', '/w/a.ts') })).toBe(
    'Create a.ts',
  );
  expect(title({ title: 'Edit files', kind: 'edit', locations: at('/w/a.ts', '/w/b.ts') })).toBe(
    'Edit files',
  );
  expect(title({ title: 'Edit files', kind: 'edit' })).toBe('Edit files');
});

test('a command stands without the name of its tool', () => {
  const rawInput = { commands: ['printf one; ls'] };
  expect(title({ title: 'run_commands: printf one; ls', kind: 'execute', rawInput })).toBe('printf one; ls');
  expect(title({ title: 'run_commands: printf o...', kind: 'execute', rawInput })).toBe('printf one; ls');
  // A title that is not what is run is not taken for it.
  expect(title({ title: 'note: rm -rf', kind: 'execute', rawInput })).toBe('note: rm -rf');
});

test.each([
  'Fix {braces} in a.ts',
  'Say [hi]',
  'Array [1, 2]',
  'Search for "x => y"',
  'http://a/b',
  'Update: done',
])('a title in words stays: %s', (words) => {
  expect(title({ title: words, kind: 'other', rawInput: { path: '/w/a.ts' } })).toBe(words);
});

test('a path that its agent cut is the name of the file', () => {
  const file = at('/w/src/deep/hello.txt');
  expect(title({ title: 'Viewing .../…/hello.txt', kind: 'read', locations: file })).toBe(
    'Viewing hello.txt',
  );
  expect(title({ title: 'Editing …/deep/hello.txt', kind: 'edit', locations: file })).toBe(
    'Editing hello.txt',
  );
  expect(title({ title: 'Viewing .../…/other.txt', kind: 'read', locations: file })).toBe(
    'Viewing .../…/other.txt',
  );
});

test('the name of a tool that changes one file is what it does to it', () => {
  expect(title({ title: 'write', kind: 'edit', locations: at('/w/out.txt') })).toBe('Edit out.txt');
  expect(title({ title: 'read_file', kind: 'other', locations: at('/w/out.txt') })).toBe('Read out.txt');
  expect(title({ title: 'write', kind: 'edit' })).toBe('write');
  expect(title({ title: 'test', kind: 'execute', locations: at('/w') })).toBe('test');
});

test('what stands after a command in its title is not part of it', () => {
  const noted = 'ls -la [current working directory /w] (List the files)';
  expect(title({ title: noted, kind: 'execute' })).toBe('ls -la');
  const call = createToolCall({ toolCallId: '1', title: noted, kind: 'execute' });
  expect(commandInTitle(call)).toBe('ls -la');
  expect(commandInTitle({ ...call, rawInput: { command: 'ls' } })).toBeUndefined();
  expect(commandInTitle({ ...call, title: 'Run the tests' })).toBeUndefined();
});

test('a call without a title is called by its kind and what its input names', () => {
  expect(title({ kind: 'read', rawInput: { path: '/w/src/a.ts' } })).toBe('Read a.ts');
  expect(title({ kind: 'execute', rawInput: { command: 'npm test' } })).toBe('npm test');
  expect(title({ kind: 'read' })).toBe('read');
});
