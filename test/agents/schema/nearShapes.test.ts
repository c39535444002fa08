// Messages in shapes near to those of ACP: read as what they were meant to be.
import { expect, test } from 'vitest';
import { readPermission } from '../../../src/agents/schema/permissionSchema.ts';
import { readSessionUpdate, type SessionUpdateReading } from '../../../src/agents/schema/updateSchema.ts';

const text = (words: string) => ({ type: 'text', text: words });
const chunk = { sessionUpdate: 'agent_message_chunk' };

function updatesOf(reading: SessionUpdateReading): readonly unknown[] {
  return reading.kind === 'parsed' ? [reading.update, ...(reading.more ?? []).flatMap(updatesOf)] : [];
}

const read = (update: object) => updatesOf(readSessionUpdate({ sessionId: 's', update }));

test.each([
  ['a text as content', { ...chunk, content: 'Hi' }],
  ['content without a type', { ...chunk, content: { text: 'Hi' } }],
  ['the text beside', { ...chunk, text: 'Hi' }],
  ['a delta', { ...chunk, delta: { text: 'Hi' } }],
  ['a type of another API', { ...chunk, content: { type: 'output_text', text: 'Hi' } }],
  ['one more type of another API', { ...chunk, content: { type: 'text_delta', text: 'Hi' } }],
  ['a list', { ...chunk, content: [text('Hi')] }],
  ['a message as content', { ...chunk, content: { role: 'assistant', content: [text('Hi')] } }],
  ['wrapped content', { ...chunk, content: { type: 'content', content: text('Hi') } }],
  ['the name without its end', { sessionUpdate: 'agent_message', content: text('Hi') }],
  ['the name in camel case', { sessionUpdate: 'agentMessageChunk', content: text('Hi') }],
  ['the name in capitals', { sessionUpdate: 'AGENT-MESSAGE-CHUNK', content: text('Hi') }],
  ['`type` for the name', { type: 'agent_message_chunk', content: text('Hi') }],
  ['`session_update` for the name', { session_update: 'agent_message_chunk', content: text('Hi') }],
])('the text of a chunk with %s is shown', (_what, update) => {
  expect(read(update)).toEqual([expect.objectContaining({ role: 'agent', content: text('Hi') })]);
});

test.each([
  ['session_id', { session_id: 's', update: { ...chunk, content: text('Hi') } }],
  ['sessionID', { sessionID: 's', update: { ...chunk, content: text('Hi') } }],
  ['a number', { sessionId: 7, update: { ...chunk, content: text('Hi') } }],
  ['the update beside it', { sessionId: 's', ...chunk, content: text('Hi') }],
])('a session that is named by %s is found', (_what, params) => {
  expect(updatesOf(readSessionUpdate(params))).toEqual([expect.objectContaining({ content: text('Hi') })]);
});

test('of a list of blocks each is shown, and one that cannot be read keeps its place', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  expect(read({ ...chunk, content: [text('one'), 'two', { odd: 1 }, image], messageId: 'm' })).toEqual([
    expect.objectContaining({ content: text('one'), messageId: 'm' }),
    expect.objectContaining({ content: text('two') }),
    expect.objectContaining({ content: { type: 'unknown', name: 'content' } }),
    expect.objectContaining({ content: image }),
  ]);
});

test.each([
  ['agent_thought', 'thought'],
  ['reasoning', 'thought'],
  ['userMessage', 'user'],
])('a chunk called %s is of its role', (sessionUpdate, role) => {
  expect(read({ sessionUpdate, content: 'Hi' })).toEqual([expect.objectContaining({ role })]);
});

test.each([
  ['nothing', { ...chunk }],
  ['a number', { ...chunk, content: 7 }],
  ['an empty list', { ...chunk, content: [] }],
  ['another kind', { sessionUpdate: 'hologram', content: 'Hi' }],
])('what says %s is no chunk', (_what, update) => {
  expect(read(update)).toEqual([]);
});

test.each([
  [{ toolCallId: 7 }, '7'],
  [{ tool_call_id: 'c' }, 'c'],
  [{ toolCall: { toolCallId: 'c' } }, 'c'],
  [{ callId: 'c' }, 'c'],
  [{ title: 'Without an id' }, expect.stringMatching(/^unnamed-/)],
])('a tool call with %j is shown', (fields, toolCallId) => {
  expect(read({ sessionUpdate: 'tool_call', title: 'T', status: 'completed', ...fields })).toEqual([
    expect.objectContaining({
      isAnnouncement: true,
      call: expect.objectContaining({ toolCallId, status: 'completed' }),
    }),
  ]);
});

test('a report without an id belongs to no call', () => {
  expect(read({ sessionUpdate: 'tool_call_update', title: 'T' })).toEqual([]);
});

test.each([
  ['success', 'completed'],
  ['DONE', 'completed'],
  ['Succeeded', 'completed'],
  ['error', 'failed'],
  ['failure', 'failed'],
  ['inProgress', 'in_progress'],
  ['running', 'in_progress'],
  ['paused', 'paused'],
])('the status %s of a call is %s', (status, expected) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 'c', status })).toEqual([
    expect.objectContaining({ call: { toolCallId: 'c', status: expected } }),
  ]);
});

test.each([
  ['a text', 'Said', text('Said')],
  ['a block', text('Said'), text('Said')],
  ['a list of texts', ['Said'], text('Said')],
  ['a text that is wrapped', [{ type: 'content', content: 'Said' }], text('Said')],
  ['a text of another type', [{ type: 'output_text', text: 'Said' }], text('Said')],
])('content of a call that is %s is shown', (_what, content, block) => {
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 'c', content })).toEqual([
    expect.objectContaining({ call: { toolCallId: 'c', content: [{ type: 'content', content: block }] } }),
  ]);
});

test.each([
  ['a text', { entries: ['Step'] }, 'pending'],
  ['a title', { entries: [{ title: 'Step', status: 'done' }] }, 'completed'],
  ['a step', { entries: [{ step: 'Step', status: 'in-progress' }] }, 'in_progress'],
  ['another list', { plan: [{ content: 'Step', status: 'todo' }] }, 'pending'],
  ['items', { items: [{ content: 'Step', status: 'complete' }] }, 'completed'],
  ['a list inside', { plan: { steps: ['Step'] } }, 'pending'],
])('a plan with %s is shown', (_what, fields, status) => {
  expect(read({ sessionUpdate: 'plan', ...fields })).toEqual([
    { type: 'plan', entries: [{ content: 'Step', priority: 'medium', status }] },
  ]);
});

test('an entry of a plan that is a number, or whose text is one, is shown as the others are', () => {
  const sent = [
    { content: 'Read', status: 'completed' },
    { content: 42, status: 'in_progress' },
    7,
    { title: 0 },
  ];
  expect(read({ sessionUpdate: 'plan', entries: [...sent, { content: true }] })).toMatchObject([
    {
      type: 'plan',
      entries: [
        { content: 'Read', status: 'completed' },
        { content: '42', status: 'in_progress' },
        { content: '7', status: 'pending' },
        { content: '0', status: 'pending' },
      ],
    },
  ]);
});

const call = { toolCallId: 'c', title: 'Run' };
const [yes, no] = [
  { optionId: 'yes', name: 'yes', kind: 'other' },
  { optionId: 'no', name: 'no', kind: 'other' },
];
const asked = (fields: object) => {
  const { parsed, isShort } = readPermission({ sessionId: 's', toolCall: call, ...fields });
  return { ...parsed.data?.question, isShort };
};

test.each([
  ['texts', ['yes', 'no'], [yes, no]],
  ['ids and labels', [{ id: 'yes', label: 'yes' }, { option_id: 'no' }], [yes, no]],
  ['one as it should be', [yes, { id: 'no', title: 'no' }], [yes, no]],
  ['numbers for ids', [{ optionId: 1, name: 'yes' }], [{ ...yes, optionId: '1' }]],
  ['names by their ids', { yes: 'yes', no: { name: 'no' } }, [yes, no]],
])('options that are %s are shown, and none of them is known to allow', (_what, options, expected) => {
  expect(asked({ options })).toEqual({ call, options: expected, isShort: false });
});

test('an option that cannot be shown is missed', () => {
  expect(asked({ options: [yes, { kind: 'reject_once' }] })).toEqual({ call, options: [yes], isShort: true });
  expect(asked({ options: [yes, yes] })).toEqual({ call, options: [yes], isShort: false });
});

test.each([
  ['tool_call', { tool_call: call }],
  ['call', { call }],
  ['a number for its id', { toolCall: { ...call, toolCallId: 5 } }],
  ['fields beside', { title: 'Run' }],
])('the call of a question is found in %s', (_what, fields) => {
  expect(asked({ toolCall: undefined, options: ['yes'], ...fields })).toMatchObject({
    call: { title: 'Run' },
    options: [yes],
  });
});

test('a question about nothing is none', () => {
  expect(asked({ toolCall: undefined, options: ['yes'] })).toEqual({ isShort: false });
});

const input = (fields: object): unknown => {
  const [update] = read({ sessionUpdate: 'tool_call', toolCallId: 'c', ...fields });
  return update;
};
const withInput = (call: object) => expect.objectContaining({ call: { toolCallId: 'c', ...call } });

test.each<[string, object, object]>([
  ['the same in another spelling', { rawInput: { a: 1 }, raw_input: { a: 1 } }, { rawInput: { a: 1 } }],
  ['the same as JSON', { rawInput: { a: 1 }, arguments: '{"a": 1}' }, { rawInput: { a: 1 } }],
  ['another input', { rawInput: { a: 1 }, input: { a: 2 } }, { rawInput: { a: 1, input: { a: 2 } } }],
  [
    'another spelling that differs',
    { rawInput: { a: 1 }, raw_input: 'b' },
    { rawInput: { a: 1, raw_input: 'b' } },
  ],
  [
    'an input that is a text',
    { rawInput: 'a', arguments: ['b'] },
    { rawInput: { rawInput: 'a', arguments: ['b'] } },
  ],
  [
    'an input with a field of that name',
    { rawInput: { input: 1 }, input: { a: 2 } },
    { rawInput: { rawInput: { input: 1 }, input: { a: 2 } } },
  ],
  ['two inputs and none of ACP', { input: { a: 1 }, args: ['b'] }, { rawInput: { a: 1, args: ['b'] } }],
  ['a command alone', { command: 'ls' }, { rawInput: { command: 'ls' } }],
  [
    'the command of the input',
    { rawInput: { command: 'ls' }, command: 'ls' },
    { rawInput: { command: 'ls' } },
  ],
  ['another command', { rawInput: { a: 1 }, command: 'rm b' }, { rawInput: { a: 1, command: 'rm b' } }],
  [
    'what affects its command beside it',
    { command: 'git status', cwd: '/etc', env: { A: '1' }, note: 'x', title: 'Look' },
    { title: 'Look', rawInput: { command: 'git status', cwd: '/etc', env: { A: '1' }, note: 'x' } },
  ],
  [
    'the folder of the command of its input',
    { input: { command: 'git status' }, work_dir: '/etc', note: 'x' },
    { rawInput: { command: 'git status', workDir: '/etc' } },
  ],
  ['a folder and no command', { rawInput: { path: 'a' }, cwd: '/etc' }, { rawInput: { path: 'a' } }],
  ['another name', { name: 'read', toolName: 'bash' }, { name: 'read', rawInput: { toolName: 'bash' } }],
  ['a name of another field', { tool_name: 'bash' }, { name: 'bash' }],
  ['an output of another field', { output: 'out' }, { rawOutput: 'out' }],
  ['another output', { rawOutput: { code: 0 }, result: 'out' }, { rawOutput: { code: 0, result: 'out' } }],
])('of a call with %s nothing is lost', (_what, fields, expected) => {
  expect(input(fields)).toEqual(withInput(expected));
});

test.each<[string, object, object]>([
  ['input beside its call', { input: { b: 2 } }, { ...call, rawInput: { b: 2 } }],
  [
    'input that differs from that of its call',
    { toolCall: { ...call, rawInput: { command: 'ls' } }, command: 'rm b' },
    { ...call, rawInput: { rawInput: { command: 'ls' }, command: 'rm b' } },
  ],
  [
    'the folder of a command beside its call',
    { toolCall: { ...call, rawInput: { command: 'ls' } }, cwd: '/etc', note: 'x' },
    { ...call, rawInput: { command: 'ls', cwd: '/etc' } },
  ],
  [
    'a command beside a title',
    { toolCall: undefined, title: 'Run', command: 'rm b', description: 'Why' },
    {
      title: 'Run',
      rawInput: { command: 'rm b' },
      content: [{ type: 'content', content: text('Why') }],
    },
  ],
])('of a question with %s nothing is lost', (_what, fields, expected) => {
  expect(asked({ options: [yes], ...fields })).toMatchObject({ call: expected });
});
