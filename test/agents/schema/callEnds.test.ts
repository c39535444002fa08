// How calls ended, in the words of agents, and the results of commands that are JSON in a text.
import { expect, test } from 'vitest';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';

function read(update: object): unknown {
  return readSessionUpdate({
    sessionId: 's',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 't', ...update },
  });
}

function reads(call: object): unknown {
  return expect.objectContaining({
    update: expect.objectContaining({ call: expect.objectContaining(call) }),
  });
}

test.each([
  ['rejected', 'rejected'],
  ['Denied', 'rejected'],
  ['timed_out', 'failed'],
  ['blocked', 'failed'],
  ['skipped', 'cancelled'],
  ['deferred', 'deferred'],
  ['in_progress', 'in_progress'],
])('a call that is %s is %s', (status, expected) => {
  expect(read({ status })).toEqual(reads({ status: expected }));
});

test('a step of a plan that is blocked goes on', () => {
  const update = { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'low', status: 'blocked' }] };
  expect(JSON.stringify(readSessionUpdate({ sessionId: 's', update }))).toContain('"status":"blocked"');
});

test.each(['', '  '])('the title %j takes none away', (title) => {
  expect(JSON.stringify(read({ title, status: 'completed' }))).not.toContain('"title"');
  expect(JSON.stringify(read({ title, status: 'done' }))).not.toContain('"title"');
});

test('the reason of a rejection is kept, as that of a failure', () => {
  expect(read({ status: 'denied', reason: 'by policy' })).toEqual(reads({ rawOutput: 'by policy' }));
  expect(read({ status: 'failed', error: 'disk full' })).toEqual(reads({ rawOutput: 'disk full' }));
});

test.each([
  ['{"output":"x","metadata":{"exit_code":1}}', { output: 'x', metadata: { exit_code: 1 } }],
  ['{"stdout":"","stderr":"boom","returncode":1}', { stdout: '', stderr: 'boom', returncode: 1 }],
  ['{"exit_code":1}', '{"exit_code":1}'],
  ['{"output":"data of a file"}', '{"output":"data of a file"}'],
])('the output %s is %j', (rawOutput, expected) => {
  expect(read({ status: 'completed', rawOutput })).toEqual(reads({ rawOutput: expected }));
});
