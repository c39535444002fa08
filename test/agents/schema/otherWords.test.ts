// What agents take from other protocols: ends of turns, kinds of options, content of calls, usage, commands.
import { expect, test } from 'vitest';
import { promptAnswer } from '../../../src/agents/schema/answerSchema.ts';
import { readPermission } from '../../../src/agents/schema/permissionSchema.ts';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';

function read(update: object): unknown {
  return readSessionUpdate({ sessionId: 's', update });
}

test.each([
  ['stop', 'end_turn'],
  ['completed', 'end_turn'],
  ['stop_sequence', 'end_turn'],
  ['canceled', 'cancelled'],
  ['interrupted', 'cancelled'],
  ['length', 'max_tokens'],
  ['MAX_TURNS', 'max_turn_requests'],
  ['content_filter', 'refusal'],
  ['paused', 'paused'],
])('a turn that ends with %s ended with %s', (stopReason, end) => {
  expect(promptAnswer.parse({ stopReason })).toMatchObject({ stopReason: end });
});

test.each([
  ['allowOnce', 'allow_once'],
  ['Reject-Always', 'reject_always'],
  ['allow', 'allow'],
])('an option of the kind %s is of the kind %s', (kind, expected) => {
  const params = { sessionId: 's', toolCall: { toolCallId: 't' }, options: [{ optionId: 'o', kind }] };
  expect(readPermission(params).parsed.data?.question.options[0]?.kind).toBe(expected);
});

test.each([
  ['{"command":"ls"}', { command: 'ls' }],
  ['ls -la', 'ls -la'],
  ['{ ls; }', '{ ls; }'],
])('the input %s is %j', (rawInput, expected) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', rawInput })).toMatchObject({
    update: { call: { rawInput: expected } },
  });
});

const a = { type: 'content', content: { type: 'text', text: 'a' } };
const b = { type: 'content', content: { type: 'text', text: 'b' } };
const texts = [
  { type: 'text', text: 'a' },
  { type: 'text', text: 'b' },
];
test.each([
  [[{ type: 'content', text: 'a' }], [a]],
  [[{ type: 'content', content: texts }], [a, b]],
  [{ type: 'tool_result', content: texts }, [a, b]],
  [[texts], [a, b]],
  [{ text: 'a' }, [a]],
  [{ parts: texts }, [a, b]],
  [[{ type: 'terminal', terminal_id: 'x' }], [{ type: 'terminal', terminalId: 'x' }]],
])('the content %j of a call is read', (content, expected) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', content })).toMatchObject({
    update: { call: { content: expected } },
  });
});

test.each([
  [{ status: 'failed', error: 'bad' }, 'bad'],
  [{ status: 'error', error: { message: 'bad' } }, 'bad'],
  [{ status: 'failed', reason: 'bad', rawOutput: 'bad' }, 'bad'],
  [{ status: 'completed', message: 'fine' }, undefined],
])('the reason of a call that failed is its output: %j', (fields, output) => {
  expect(read({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields })).toMatchObject({
    update: {
      call: output === undefined ? { status: 'completed' } : { status: 'failed', rawOutput: output },
    },
  });
});

test('usage in an object, commands as `command` or by their names', () => {
  expect(read({ sessionUpdate: 'usage_update', usage: { used: 1, size: 2 } })).toMatchObject({
    update: { usage: { used: 1, size: 2 } },
  });
  for (const availableCommands of [[{ command: 'compact' }], ['/compact'], { compact: { description: '' } }])
    expect(read({ sessionUpdate: 'available_commands_update', availableCommands })).toMatchObject({
      update: { commands: [{ name: 'compact', description: '' }] },
    });
});

const file = '/w/a.ts';
const change = (path: string, oldText: string, newText: string) => ({ type: 'diff', path, oldText, newText });
const one = change(file, 'a', 'b');
const two = change('/w/b.ts', 'c', 'd');
const bare = ({ path, oldText, newText }: typeof one) => ({ path, oldText, newText });

test.each<[string, unknown, unknown]>([
  ['in `diff`', [{ type: 'diff', diff: bare(one) }], [one]],
  ['of several files', [{ type: 'diff', changes: [bare(one), bare(two)] }], [one, two]],
  ['by their paths', { changes: { [file]: { old_string: 'a', new_string: 'b' } } }, [one]],
  [
    'as hunks',
    [{ type: 'diff', path: file, hunks: [bare(one), { before: 'c', after: 'd' }] }],
    [one, { ...two, path: file }],
  ],
  [
    'as edits of a file',
    [{ type: 'file_edit', file_path: file, edits: [{ oldText: 'a', newText: 'b' }] }],
    [one],
  ],
  [
    'of a new file',
    [{ type: 'diff', changes: { [file]: { type: 'add', content: 'b' } } }],
    [{ type: 'diff', path: file, newText: 'b' }],
  ],
  [
    'of a deleted file',
    [{ type: 'diff', changes: { [file]: { delete: { content: 'a' } } } }],
    [{ ...change(file, 'a', ''), isDeleted: true }],
  ],
  [
    'of one that its operation says to be deleted',
    [{ type: 'diff', path: file, oldText: 'a', newText: '', operation: 'delete' }],
    [{ ...change(file, 'a', ''), isDeleted: true }],
  ],
  [
    'that leaves nothing of a part',
    [{ type: 'diff', path: file, oldText: 'a', newText: '' }],
    [change(file, 'a', '')],
  ],
  [
    'in a list in a wrapper',
    [{ type: 'content', content: [{ type: 'diff', changes: [bare(one)] }, 'c'] }],
    [one, { type: 'content', content: { type: 'text', text: 'c' } }],
  ],
])('changes %s are read', (_name, content, expected) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', content })).toMatchObject({
    update: { call: { content: expected } },
  });
});

test.each<[unknown]>([['edit'], [['delete']], [{ delete: true }], [{ toString: 'delete', valueOf: null }]])(
  'a change that leaves nothing of a part deletes no file where its operation is %j',
  (operation) => {
    const content = [{ type: 'diff', path: file, oldText: 'a', newText: '', operation }];
    const update = read({ sessionUpdate: 'tool_call', toolCallId: 't', content });
    expect(update).toMatchObject({ update: { call: { content: [{ newText: '' }] } } });
    expect(update).not.toMatchObject({ update: { call: { content: [{ isDeleted: true }] } } });
  },
);

const LINES = '@@ -1,1 +1,1 @@\n-a\n+b';
const shownPatch = (text: string) => [{ type: 'content', content: { type: 'text', text } }];

test.each<[string, object, string]>([
  [
    'patch',
    { type: 'patch', patch: `--- a/a.ts\n+++ b/a.ts\n${LINES}\n` },
    `~~~diff\n--- a/a.ts\n+++ b/a.ts\n${LINES}\n~~~`,
  ],
  [
    'text of a diff',
    { type: 'diff', path: file, content: LINES },
    `~~~diff\n--- ${file}\n+++ ${file}\n${LINES}\n~~~`,
  ],
  [
    'unified diff by path',
    { type: 'diff', changes: { [file]: { update: { unified_diff: LINES } } } },
    `~~~diff\n--- ${file}\n+++ ${file}\n${LINES}\n~~~`,
  ],
  [
    'lines',
    {
      type: 'diff',
      path: file,
      hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
    },
    `~~~diff\n--- ${file}\n+++ ${file}\n${LINES}\n~~~`,
  ],
  [
    'lines with types',
    {
      type: 'diff',
      hunks: [
        {
          header: '@@ -1,1 +1,1 @@',
          lines: [
            { type: 'removed', content: 'a' },
            { type: 'add', text: 'b' },
          ],
        },
      ],
    },
    `~~~diff\n${LINES}\n~~~`,
  ],
  ['patch with fences', { type: 'patch', patch: '+~~~\n~~~~' }, '~~~~~diff\n+~~~\n~~~~\n~~~~~'],
])('a %s is shown as a patch', (_name, part, expected) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', content: [part] })).toMatchObject({
    update: { call: { content: shownPatch(expected) } },
  });
});

test.each<[object, string]>([
  [{ type: 'error', message: 'bad' }, 'bad'],
  [{ type: 'error', error: { message: 'bad', code: 3 } }, 'bad'],
  [{ type: 'stdout', stdout: 'x' }, 'x'],
  [{ type: 'stdout', data: 'x' }, 'x'],
  [{ type: 'command_output', stdout: 'x', stderr: 'y', exitCode: 1 }, 'x\n\ny'],
  [{ type: 'tool_result', tool_use_id: 'u', is_error: false, content: [{ type: 'text', text: 'x' }] }, 'x'],
  [{ type: 'tool_result', toolUseId: 'u', content: { result: [{ type: 'text', text: 'x' }] } }, 'x'],
  [{ stdout: 'x' }, 'x'],
])('what %j of a call says is shown', (part, text) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', content: [part] })).toMatchObject({
    update: { call: { content: [{ type: 'content', content: { type: 'text', text } }] } },
  });
});

const shownText = (text: string): object => ({ type: 'content', content: { type: 'text', text } });

test.each<[object, readonly string[]]>([
  [{ data: 'D', insert_text: 'T' }, ['D', 'T']],
  [{ text: 'T', output: 'O', mimeType: 'text/plain', id: 'i' }, ['T', 'O']],
  [
    { text: 'T', data: { rows: [1, 'two'] } },
    ['T', '```json\n{\n  "data": {\n    "rows": [\n      1,\n      "two"\n    ]\n  }\n}\n```'],
  ],
  [
    { message: { text: 'M', code: 3 }, extra: 'E' },
    ['M', '```json\n{\n  "message": {\n    "code": 3\n  },\n  "extra": "E"\n}\n```'],
  ],
  [{ text: 'T', message: 'T', error: null, logs: [], details: {} }, ['T']],
  [{ value: ['one', { text: 'two' }], isError: false }, ['one\n\ntwo']],
  [{ stdout: 'x', stderr: 'y' }, ['x\n\ny']],
])('all that %j without a type says is shown', (part, texts) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', content: [part] })).toMatchObject({
    update: { call: { content: texts.map((text) => shownText(text)) } },
  });
});

test('what a command printed beside its call is its output', () => {
  expect(read({ sessionUpdate: 'tool_call_update', toolCallId: 't', stdout: 'x' })).toMatchObject({
    update: { call: { rawOutput: 'x' } },
  });
  expect(
    read({ sessionUpdate: 'tool_call_update', toolCallId: 't', stdout: 'x', stderr: 'y' }),
  ).toMatchObject({
    update: { call: { rawOutput: { rawOutput: 'x', stderr: 'y' } } },
  });
});

test.each<[object, object]>([
  [
    { used: 1, size: 2, cost: 0.5 },
    { used: 1, size: 2, cost: { amount: 0.5, currency: '' } },
  ],
  [
    { used: 1, cost: '$0.50' },
    { used: 1, cost: { amount: 0.5, currency: 'USD' } },
  ],
  [
    { used_tokens: 1, max_tokens: 2, total_cost_usd: 0.5 },
    { used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } },
  ],
])('the usage %j is read', (fields, usage) => {
  expect(read({ sessionUpdate: 'usage_update', ...fields })).toMatchObject({ update: { usage } });
});

const entries = [
  { content: 'a', status: 'completed' },
  { content: 'b', status: 'in_progress' },
  { content: 'c\nof d', status: 'pending' },
];

test.each<[string, object]>([
  ['in `plan`', { sessionUpdate: 'plan', plan: '# Plan\n\n1. [x] a\n2. [~] b\n3. c\n   of d\n' }],
  ['in the place of the list', { sessionUpdate: 'plan', entries: '- [X] a\n- [-] b\n- [ ] c\n  of d' }],
  ['as a block', { sessionUpdate: 'plan', content: { type: 'text', text: '* [✓] a\n* [/] b\n* c\n  of d' } }],
  [
    'of the draft',
    { sessionUpdate: 'plan_update', plan: { type: 'markdown', content: '- [x] a\n- [~] b\n- c\n  of d' } },
  ],
])('a plan that is Markdown is read %s', (_name, update) => {
  expect(read(update)).toMatchObject({ update: { type: 'plan', entries } });
});

test('a plan without a list is its lines, one in a file its address, and switches say what is done', () => {
  const planOf = (plan: unknown): unknown => read({ sessionUpdate: 'plan', plan });
  expect(planOf('First this.\nThen that.')).toMatchObject({
    update: { entries: [{ content: 'First this.' }, { content: 'Then that.' }] },
  });
  expect(planOf({ type: 'file', uri: 'file:///p.md' })).toMatchObject({
    update: { entries: [{ content: 'file:///p.md' }] },
  });
  expect(
    planOf([
      { text: 'a', completed: true },
      { text: 'b', done: false, inProgress: true },
    ]),
  ).toMatchObject({
    update: { entries: [{ status: 'completed' }, { status: 'in_progress' }] },
  });
});

test.each<[object, object]>([
  [{ sessionInfo: { title: 'T' } }, { title: 'T' }],
  [{ info: { session_title: 'T', updated_at: '2026' } }, { title: 'T', updatedAt: '2026' }],
  [{ title: { type: 'text', text: 'T' } }, { title: 'T' }],
  [{ title: null, name: 'other' }, { title: null }],
])('the session information %j is read', (fields, patch) => {
  expect(read({ sessionUpdate: 'session_info_update', ...fields })).toMatchObject({ update: { patch } });
});

test.each<[object, object]>([
  [
    { sessionUpdate: 'error', message: 'bad' },
    { severity: 'error', text: 'bad' },
  ],
  [
    { sessionUpdate: 'agent_error', error: { message: 'bad' } },
    { severity: 'error', text: 'bad' },
  ],
  [
    { sessionUpdate: 'warning', title: 'Careful', text: 'hot' },
    { severity: 'warning', text: 'Careful\nhot' },
  ],
  [
    { sessionUpdate: 'notice', level: 'warn', message: 'hot' },
    { severity: 'warning', text: 'hot' },
  ],
])('%j is a notice', (update, notice) => {
  expect(read(update)).toMatchObject({ update: { type: 'notice', ...notice } });
});

test('a mode in an object, config options under another name, and a summary that is a text', () => {
  expect(read({ sessionUpdate: 'current_mode_update', current_mode: { id: 'x' } })).toMatchObject({
    update: { modeId: 'x' },
  });
  const options = [{ id: 'm', name: 'M', type: 'boolean', currentValue: true }];
  expect(read({ sessionUpdate: 'config_option_update', options })).toMatchObject({
    update: { options: [{ id: 'm' }] },
  });
  expect(read({ sessionUpdate: 'compaction_update', status: 'completed', summary: 'short' })).toMatchObject({
    update: { type: 'compaction', summary: [{ type: 'text', text: 'short' }] },
  });
});
