// The parts of tool cards: lines of diffs, moved files, folding, labels of decisions, raw values.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToolCall, type ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { decisionLabel } from '../../../../webview/panel/toolCall/decisionLabel.ts';
import { diffLines } from '../../../../webview/panel/toolCall/diffLines.ts';
import { fileChanges } from '../../../../webview/panel/toolCall/fileChanges.ts';
import { groupLabel } from '../../../../webview/panel/toolCall/runs/groupLabel.ts';
import { highlightedLines } from '../../../../webview/panel/toolCall/highlightedLines.ts';
import { outputText, prettyText } from '../../../../webview/panel/toolCall/prettyText.ts';
import { shownCommand } from '../../../../webview/panel/toolCall/shownCommand.ts';

const call = (patch: Partial<ToolCallPatch>) => createToolCall({ toolCallId: '1', ...patch });
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 40 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('the lines of a diff are those of both texts, each once and in order', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { parts, added, removed } = diffLines(before, after);
      const lines = parts.flatMap((part) => part.lines);
      const without = (sign: string): string =>
        lines.flatMap((line) => (line.sign === sign ? [] : [`${line.text}\n`])).join('');
      expect(without('+')).toBe(before);
      expect(without('-')).toBe(after);
      expect(lines.filter(({ sign }) => sign === '+').length).toBe(added);
      expect(lines.filter(({ sign }) => sign === '-').length).toBe(removed);
      expect(
        parts.every(({ kind, lines: own }) => kind === 'shown' || own.every(({ sign }) => sign === ' ')),
      ).toBe(true);
    }),
  );
});

test('three unchanged lines stand around a change, the rest is a gap', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => `${index}\n`);
  const { parts } = diffLines(numbers.join(''), numbers.with(15, 'x\n').join(''));
  expect(parts.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['gap', 12],
    ['shown', 8],
    ['gap', 11],
  ]);
});

test('a change at the very start has its lines after it', () => {
  const { parts } = diffLines('x\na\nb\nc\nd\ne\nf\ng\n', 'a\nb\nc\nd\ne\nf\ng\n');
  expect(parts.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['shown', 4],
    ['gap', 4],
  ]);
});

test('other line ends are no change', () => {
  expect(diffLines('a\r\nb\r\n', 'a\nb\n')).toMatchObject({ added: 0, removed: 0 });
});

test('highlighted lines are the lines of the text', () => {
  const text = 'const a = `x\ny`; /* one\ntwo */\n';
  const lines = highlightedLines(text, 'src/a.ts') ?? [];
  expect(lines.map((pieces) => pieces.map((piece) => piece.text).join('')).join('\n')).toBe(text);
  expect(lines.flat().some(({ classes }) => classes?.includes('hljs-comment'))).toBe(true);
  expect(highlightedLines(text, 'a.unknown')).toBeUndefined();
});

test('R67 new, deleted, moved and modified files are distinguished', () => {
  const content = [
    { type: 'diff', path: 'old.ts', oldText: 'a\n', newText: '' },
    { type: 'diff', path: 'new.ts', newText: 'a\n' },
    { type: 'diff', path: 'made.ts', oldText: '', newText: 'b\n' },
    { type: 'diff', path: 'kept.ts', oldText: 'c\n', newText: 'd\n' },
  ] as const;
  const changes = fileChanges(call({ kind: 'edit', content }));
  expect([...changes].map(([index, { path, state, movedFrom }]) => [index, path, state, movedFrom])).toEqual([
    [1, 'new.ts', 'moved', 'old.ts'],
    [2, 'made.ts', 'new', undefined],
    [3, 'kept.ts', 'modified', undefined],
  ]);
  const deleted = fileChanges(call({ kind: 'delete', content: [content[0]] }));
  expect(deleted.get(0)?.state).toBe('deleted');
  const said = fileChanges(call({ kind: 'edit', content: [{ ...content[0], isDeleted: true }, content[3]] }));
  expect([...said.values()].map(({ state }) => state)).toEqual(['deleted', 'modified']);
});

test('the line for several says how many files and searches', () => {
  const read = (path: string) => call({ kind: 'read', locations: [{ path }] });
  expect(groupLabel([read('a'), read('b'), read('a')])).toBe('Read 2 files');
  expect(groupLabel([read('a'), call({ kind: 'search' })])).toBe('Read 1 file, 1 search');
  expect(groupLabel([call({ kind: 'search' }), call({ kind: 'search' })])).toBe('2 searches');
  expect(groupLabel([read('a:1-220'), read('a#L3'), read('b')])).toBe('Read 2 files');
  expect(groupLabel([read('a'), read('**'), read('src/*.ts')])).toBe('Read 1 file, 2 searches');
});

test('R72 a decision says who made it, and an unknown kind is not taken for allowed', () => {
  const option = (kind: string) => ({ name: 'Do it', kind });
  expect(decisionLabel({ by: 'user', option: option('allow_once') })).toBe('Allowed once');
  expect(decisionLabel({ by: 'rule', option: option('reject_once'), rule: 'user rule 1' })).toBe(
    'Rejected · Rule: user rule 1',
  );
  expect(decisionLabel({ by: 'rule', rule: 'user rule 1' })).toBe('Rejected · Rule: user rule 1');
  expect(decisionLabel({ by: 'user', option: option('other') })).toBe('Answered “Do it”');
  const edited = { by: 'user', option: option('allow_once') } as const;
  expect(decisionLabel({ ...edited, edit: 'written' })).toBe('Allowed once · With your edits');
  expect(decisionLabel({ ...edited, edit: 'unused' })).toBe(
    'Allowed once · The agent did not use your edits',
  );
});

test('output that is only in the raw output is read where agents put it', () => {
  expect(outputText({ stdout: 'out', stderr: 'err', exit_code: 1 })).toBe('out\nerr');
  expect(outputText({ formatted_output: 'both', stdout: 'out' })).toBe('both');
  expect(outputText([{ query: 'q', result: 'one', success: true }, { result: 'two' }])).toBe('one\ntwo');
  expect(outputText({ hits: 7 })).toBe('hits: 7');
  expect(outputText({ stdout: '', stderr: 'bad', exit_code: 2 })).toBe('bad');
  expect(outputText({ error: { message: 'deep', code: 'E' } })).toBe('deep');
  expect(outputText({ error: 'flat' })).toBe('flat');
  expect(outputText({ error: 'flat', hits: 7 })).toBe('error: flat\nhits: 7');
  expect(outputText({ exitCode: 1, output: '' })).toBe('');
  expect(outputText({ exitCode: 1, hits: 7 })).toBe('exitCode: 1\nhits: 7');
  expect(outputText({ exitCode: 1 })).toBe('exitCode: 1');
  expect(prettyText({ text: 'a\nb', list: [1] })).toBe('text: \n  a\n  b\nlist: [\n    1\n  ]');
});

test.each([
  ['Codex', '{"output":"inner","metadata":{"exit_code":3,"duration_seconds":0.1}}', 'inner'],
  ['both streams', '{"stdout":"out","stderr":"err","exitCode":1}', 'out\nerr'],
  ['nothing printed', '{"output":"","exit_code":0}', ''],
])('the report of a command as JSON from %s is what it printed', (_, text, printed) => {
  expect(outputText(text)).toBe(printed);
});

test.each(['{"output":"dist","name":"app"}', '{"output":"dist"}', '{"output":"dist","exit_code":'])(
  'a file that only looks like the report of a command is shown whole: %s',
  (text) => {
    expect(outputText(text)).toBe(text);
  },
);

test('a command is shown in full, with what cannot be seen', () => {
  expect(shownCommand(call({ kind: 'execute', rawInput: { command: ['rm', '-rf', 'a\u202Eb'] } }))).toBe(
    "rm -rf 'a\\u{202e}b'",
  );
  expect(shownCommand(call({ kind: 'edit', rawInput: { command: 'view' } }))).toBeUndefined();
  expect(shownCommand(call({ kind: 'read', rawInput: 'a.ts' }))).toBeUndefined();
});

test.each<readonly [string, unknown, string]>([
  [
    'Codex',
    {
      result: { content: [{ type: 'text', text: '{"diagnostics":[]}' }], structuredContent: null },
      error: null,
    },
    '{"diagnostics":[]}',
  ],
  [
    'an older Codex',
    {
      Ok: {
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
    },
    'one\ntwo',
  ],
  [
    'the protocol alone',
    { content: [{ type: 'resource', resource: { uri: 'a:/b', text: 'inner' } }] },
    'inner',
  ],
  ['a failure', { result: null, error: { message: 'The server is gone' } }, 'The server is gone'],
  ['nothing', { result: { content: [] }, error: null }, ''],
  ['JSON in a text', '{"content":[{"type":"text","text":"one"}],"isError":false}', 'one'],
  [
    'a file that only looks like one',
    '{"content":[{"type":"text","text":"one"}],"version":3}',
    '{"content":[{"type":"text","text":"one"}],"version":3}',
  ],
])('the result of an MCP tool from %s is its text', (_, rawOutput, text) => {
  expect(outputText(rawOutput)).toBe(text);
});

test('a result without text is shown whole', () => {
  const image = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
  expect(outputText(image)).toContain('image/png');
});

test.each<readonly [string, unknown, string]>([
  ['nothing', [{ query: 'git add -A', result: '', success: true }], ''],
  [
    'two commands',
    [
      { query: 'a', result: 'one', success: true },
      { query: 'b', result: '', success: true },
    ],
    'one',
  ],
  [
    'JSON in a text',
    '{"query":"sleep 30","result":"","error":"Command was aborted","success":false}',
    'Command was aborted',
  ],
  ['a list as JSON in a text', '[{"query":"ls","result":"a.ts","success":true}]', 'a.ts'],
  ['JSON that a command printed', '{"name":"a","success":true}', '{"name":"a","success":true}'],
])('the report of commands with %s is what they printed', (_, rawOutput, text) => {
  expect(outputText(rawOutput)).toBe(text);
});

test.each([
  ['trailing blanks', 'a  \n', 'a\n', ['white_space']],
  ['another blank', 'a b\n', 'a\u00A0b\n', ['white_space']],
  ['tabs', '\ta\nx\n', '    a\nx\n', ['white_space']],
  ['composed letters', 'caf\u00E9\n', 'cafe\u0301\n', ['encoding']],
  ['full-width forms', 'a(1)\n', 'a（1）\n', ['encoding']],
  ['a hidden character, which is spelled out', 'ab\n', 'a\u200Bb\n', []],
  ['another letter', 'a\n', 'b\n', []],
  ['both', 'a \nb\n\u00E9\n', 'a\nb\ne\u0301\n', ['white_space', 'encoding']],
])('a diff says how lines that look the same differ: %s', (_, before, after, alike) => {
  expect(diffLines(before, after).alike).toEqual(alike);
});
