// What of many events is stored.
import { expect, test } from 'vitest';
import { mergeEvents } from '../../../src/core/history/mergeEvents.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const plan = (at: number, planId: string, text: string): SessionEvent => ({
  type: 'plan_document',
  at,
  planId,
  text,
});

test('of a plan that is written line by line only the last text is stored, as of the time of the first', () => {
  const lines = Array.from({ length: 40 }, (_, index) => plan(index, 'p', '- line\n'.repeat(index + 1)));
  expect(mergeEvents(lines)).toEqual([plan(0, 'p', '- line\n'.repeat(40))]);
});

test('of a plan of a sub-agent as well, beside those of others and what it says', () => {
  const written = (toolCallId: string, text: string, role: 'plan' | 'agent' = 'plan'): SessionEvent => ({
    type: 'subagent_message',
    at: text.length,
    toolCallId,
    messageId: 'plan p',
    role,
    content: { type: 'text', text },
  });
  const events = [written('a', '1'), written('a', '1 2'), written('b', '1'), written('b', '1!', 'agent')];
  expect(mergeEvents(events)).toEqual([{ ...written('a', '1 2'), at: 1 }, events[2], events[3]]);
});

test('plans of other names, and what came between, are stored as they came', () => {
  const between: SessionEvent = { type: 'plan', at: 3, entries: [] };
  const events = [plan(1, 'p', 'A'), plan(2, 'q', 'B'), between, plan(4, 'q', 'C')];
  expect(mergeEvents(events)).toEqual(events);
});

test('the file of a plan stays where only the first report names it', () => {
  const events: readonly SessionEvent[] = [
    { type: 'plan_document', at: 1, planId: 'p', text: 'A', file: '/work/p.md' },
    plan(2, 'p', 'A\nB'),
  ];
  const start = emptySession('key', 'agent', '/work');
  expect(mergeEvents(events).reduce(reduce, start)).toEqual(events.reduce(reduce, start));
});
