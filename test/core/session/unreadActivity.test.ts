// What of a session is news to a user who looks elsewhere.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { unreadActivity } from '../../../src/core/session/unreadActivity.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const error = { code: 'test', message: 'It failed.', actions: [] };
const prompt: SessionEvent = {
  type: 'prompt_started',
  at: 1,
  content: [{ type: 'text', text: 'Make tea' }],
};
const asked = (requestId: string): SessionEvent => ({
  type: 'permission_requested',
  at: 2,
  request: { requestId, toolCallId: '1', at: 2, options: [] },
  call: { toolCallId: '1', title: 'Boil water' },
});

/** The news in the last of the events. */
function newsOf(...events: readonly SessionEvent[]) {
  const last = events.at(-1);
  if (last === undefined) throw new Error('No event.');
  const previous = events.slice(0, -1).reduce(reduce, emptySession('k', 'A', '/work'));
  return unreadActivity(previous, last, reduce(previous, last));
}

test('a turn that ends is news, one that the user stopped is not', () => {
  expect(newsOf(prompt, { type: 'turn_ended', at: 3, stopReason: 'end_turn' })).toBe('finished');
  expect(newsOf(prompt, { type: 'turn_ended', at: 3, stopReason: 'max_tokens' })).toBe('finished');
  expect(newsOf(prompt, { type: 'turn_ended', at: 3, stopReason: 'cancelled' })).toBeUndefined();
});

test('while the queue goes on nothing is finished', () => {
  const queue = [{ id: '1', content: [{ type: 'text' as const, text: 'More' }] }];
  const end: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'end_turn' };
  expect(newsOf(prompt, { type: 'queue_changed', at: 2, queue, held: false }, end)).toBeUndefined();
  expect(newsOf(prompt, { type: 'queue_changed', at: 2, queue, held: true }, end)).toBe('finished');
});

test('failures are news, a process that ended while nothing ran is not', () => {
  expect(newsOf(prompt, { type: 'turn_failed', at: 3, error })).toBe('failed');
  expect(newsOf({ type: 'open_failed', at: 3, error })).toBe('failed');
  expect(newsOf({ type: 'detached', at: 3, error })).toBeUndefined();
});

test('that a session waits is news once', () => {
  expect(newsOf(prompt, asked('1'))).toBe('waiting');
  expect(newsOf(prompt, asked('1'), asked('2'))).toBeUndefined();
});
