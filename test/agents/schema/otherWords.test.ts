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
