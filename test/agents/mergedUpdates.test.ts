// Updates that came in one go: what becomes one of them, and that none is lost, swapped or held back.
import { expect, test } from 'vitest';
import { MergedUpdates } from '../../src/agents/mergedUpdates.ts';
import type { UpdateEvent } from '../../src/core/session/events.ts';

const said = (text: string, messageId?: string): UpdateEvent => ({
  type: 'message_chunk',
  at: 1,
  role: 'agent',
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});
const call: UpdateEvent = { type: 'tool_call', at: 1, call: { toolCallId: 't1', title: 'Look' } };

function merger() {
  const delivered: string[] = [];
  const updates = new MergedUpdates((sessionId, event) => {
    const isText = event.type === 'message_chunk' && event.content.type === 'text';
    delivered.push(`${sessionId}: ${isText ? event.content.text : event.type}`);
  });
  return { updates, delivered };
}

test('pieces of one text are delivered as one, when they are flushed', () => {
  const { updates, delivered } = merger();
  for (const text of ['one ', 'two ', 'three']) updates.add('a', said(text));
  expect(delivered).toEqual([]);
  updates.flush();
  updates.flush();
  expect(delivered).toEqual(['a: one two three']);
});

test('anything else stays where it is in between', () => {
  const { updates, delivered } = merger();
  updates.add('a', said('one '));
  updates.add('a', said('two'));
  updates.add('a', call);
  updates.add('a', call);
  updates.add('a', said('three'));
  updates.add('b', said('other'));
  updates.add('a', said('four', 'm1'));
  updates.add('a', said('five', 'm2'));
  updates.flush();
  expect(delivered).toEqual([
    'a: one two',
    'a: tool_call',
    'a: tool_call',
    'a: three',
    'b: other',
    'a: four',
    'a: five',
  ]);
});

test('a delivery that fails loses nothing that comes after it', () => {
  const delivered: string[] = [];
  const updates = new MergedUpdates((_sessionId, event) => {
    delivered.push(event.type);
    if (event.type === 'tool_call') throw new Error('it broke');
  });
  updates.add('a', call);
  expect(() => updates.add('a', said('one'))).toThrow('it broke');
  updates.flush();
  expect(delivered).toEqual(['tool_call', 'message_chunk']);
});
