// Where a copy of a demo session ends, by the key that names an answer.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { updatesUpTo } from '../../../../packages/demo-agent/src/session/demoFork.ts';
import type { StoredUpdate } from '../../../../packages/demo-agent/src/session/demoTranscript.ts';

const asked = (text: string): StoredUpdate => ({
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text },
});
const said = (text: string, messageId: string): StoredUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text },
});
const updates = [
  asked('one'),
  said('OK', 'm1'),
  { sessionUpdate: 'tool_call', toolCallId: 't' },
  asked('two'),
  said('OK', 'm2'),
  asked('three'),
  said('Done', 'm3'),
];
const fingerprint = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

test('a copy ends with the turn of the answer', () => {
  expect(updatesUpTo(updates, { version: 1, messageId: 'm1', messageOccurrence: 1 })).toHaveLength(3);
  expect(updatesUpTo(updates, { version: 1, messageId: 'm3', messageOccurrence: 1 })).toEqual(updates);
});

test('an answer whose id is not known is found by its text, and which one of that text it is', () => {
  const key = { version: 1, messageId: 'gone', messageFingerprint: fingerprint('OK') } as const;
  expect(updatesUpTo(updates, { ...key, messageOccurrence: 2 })).toHaveLength(5);
  expect(updatesUpTo(updates, { ...key, messageOccurrence: 1 })).toHaveLength(3);
});

test('an answer that is not there is refused', () => {
  const key = { version: 1, messageId: 'gone', messageOccurrence: 1 } as const;
  expect(() => updatesUpTo(updates, key)).toThrow(expect.objectContaining({ code: -32602 }));
  expect(() => updatesUpTo(updates, { ...key, messageFingerprint: fingerprint('other') })).toThrow();
});
