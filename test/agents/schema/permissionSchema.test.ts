// Permission requests as hostile and careless agents send them.
import { expect, test } from 'vitest';
import { commandText } from '../../../src/core/permissions/policy/commands/commandFields.ts';
import { createToolCall } from '../../../src/core/session/toolCall/state.ts';
import { permissionParams, readPermission } from '../../../src/agents/schema/permissionSchema.ts';

function optionsOf(options: readonly unknown[]): readonly unknown[] {
  return permissionParams.parse({ sessionId: 's', toolCall: { toolCallId: 't' }, options }).question.options;
}

test('of two options with one id the first counts, because the agent could not say which was chosen', () => {
  const reject = { optionId: 'x', name: 'Reject', kind: 'reject_once' };
  const allow = { optionId: 'x', name: 'Allow', kind: 'allow_always' };
  const other = { optionId: 'y', name: 'Allow', kind: 'allow_once' };
  expect(optionsOf([reject, allow, other, allow])).toEqual([reject, other]);
});

test('an option without an id is left out, and one without a kind never allows', () => {
  expect(optionsOf([{ name: 'Allow', kind: 'allow_once' }, { optionId: 'x' }, 7, null])).toEqual([
    { optionId: 'x', name: 'x', kind: 'other' },
  ]);
});

test.each([
  ['is another option', { optionId: 'x', name: 'Reject', kind: 'reject_once' }, true],
  ['is the same option', { optionId: 'x', name: 'Allow', kind: 'allow_once' }, false],
])('an option that is left out is missed where it %s', (_what, second, isShort) => {
  const options = [{ optionId: 'x', name: 'Allow', kind: 'allow_once' }, second];
  const read = readPermission({ sessionId: 's', toolCall: { toolCallId: 't' }, options });
  expect(read.isShort).toBe(isShort);
  expect(read.leftOut.length > 0).toBe(isShort);
});

test.each([
  ['payload', { payload: { command: 'rm -rf /' } }, {}],
  ['function', { function: { name: 'bash', arguments: '{"command":"rm"}' } }, {}],
  ['diffs', { diffs: [{ path: '.envrc', newText: 'x' }] }, {}],
  ['path', { path: '/etc/passwd' }, {}],
  ['toolInput', {}, { toolInput: { command: 'rm' } }],
])('what a question says under a name that nobody knows is part of its input: %s', (name, inCall, beside) => {
  const toolCall = { toolCallId: 't', kind: 'execute', rawInput: { command: 'git status' }, ...inCall };
  const read = readPermission({ sessionId: 's', toolCall, options: [], ...beside });
  expect(read.parsed.data?.question.call.rawInput).toMatchObject({
    command: 'git status',
    [name]: expect.anything() as unknown,
  });
});

test.each(['filename', 'pathname', 'newName', 'rename', 'file_name', 'hostname', 'functionName', 'format'])(
  'a file, host or function that a question names under “%s” is part of its input',
  (name) => {
    const toolCall = { toolCallId: 't', kind: 'execute', rawInput: { command: 'git status' }, [name]: 'x' };
    const read = readPermission({ sessionId: 's', toolCall, options: [] });
    expect(read.parsed.data?.question.call.rawInput).toMatchObject({ command: 'git status', [name]: 'x' });
  },
);

test.each([{ fileId: '.env' }, { targetId: 'a.txt' }, { lastUsedAt: 'src/a.ts' }])(
  'an id that may be the name of a file is part of the input of a question: %j',
  (fields) => {
    const toolCall = { toolCallId: 't', kind: 'read', rawInput: { path: 'b' }, ...fields };
    const read = readPermission({ sessionId: 's', toolCall, options: [] });
    expect(read.parsed.data?.question.call.rawInput).toMatchObject(fields);
  },
);

test('numbers, and switches that are off, are no part of the input of a question', () => {
  const toolCall = {
    toolCallId: 't',
    rawInput: { command: 'git status' },
    startedAt: 5,
    isError: false,
    createdAt: '2026-11-26T10:00:00Z',
    agentName: 'sub-1',
    requestId: 'r1',
    modelId: 'fast-5.1',
    icon: '',
  };
  const read = readPermission({ sessionId: 's', toolCall, options: [] });
  expect(read.parsed.data?.question.call.rawInput).toEqual({ command: 'git status' });
});

test.each([{ requestId: 'r1' }, { tool_name: 'Bash', toolName: 'Shell' }, { command_id: 'c', agent: 'sub' }])(
  'an input that is a text stays a command beside %j',
  (inCall) => {
    const toolCall = { toolCallId: 't', kind: 'read', rawInput: 'rm -rf src', ...inCall };
    const read = readPermission({ sessionId: 's', toolCall, options: [] });
    const call = read.parsed.data?.question.call ?? { toolCallId: 't' };
    expect(commandText(createToolCall(call))).toBe('rm -rf src');
  },
);
