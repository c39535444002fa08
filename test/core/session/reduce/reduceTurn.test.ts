// What is left of a turn at its end.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce/reduce.ts';

const prompted: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'go' }] };
const ended: SessionEvent = { type: 'turn_ended', at: 9, stopReason: 'end_turn' };
const plan = (status: string): SessionEvent => ({
  type: 'plan',
  at: 2,
  entries: [
    { content: 'One', priority: 'high', status },
    { content: 'Two', priority: 'low', status: 'pending' },
  ],
});

function plansAfter(...events: readonly SessionEvent[]): number {
  const state = events.reduce(reduce, emptySession('k', 'A', '/w'));
  return state.entries.flat().filter(({ kind }) => kind === 'plan').length;
}

test('a plan that the agent only repeats is not shown again at the end of the turn (Claude)', () => {
  const first = [prompted, plan('pending'), ended];
  expect(plansAfter(...first)).toBe(1);
  expect(plansAfter(...first, prompted, plan('pending'), ended)).toBe(1);
  expect(plansAfter(...first, prompted, plan('completed'), ended)).toBe(2);
});
