// What is left of a turn at its end.
import { expect, test } from 'vitest';
import type { Entry } from '../../../../src/core/session/entries.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { isWorking } from '../../../../src/core/session/selectors.ts';

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

const fold = (...events: readonly SessionEvent[]): SessionState =>
  events.reduce(reduce, emptySession('k', 'A', '/w'));
const call = (toolCallId: string, status: string): SessionEvent => ({
  type: 'tool_call',
  at: 3,
  call: { toolCallId, status },
});
const cancel: SessionEvent = { type: 'cancel_requested', at: 4 };
const usage = (used: number): SessionEvent => ({ type: 'usage', at: 4, usage: { used, size: 200 } });
const statuses = (state: SessionState): readonly string[] =>
  state.entries.flat().flatMap((entry) => (entry.kind === 'tool' ? [entry.call.status] : []));
const turnsOf = (state: SessionState): readonly Entry[] =>
  state.entries.flat().filter(({ kind }) => kind === 'turn');

test('a turn that was stopped says so, whatever the agent calls its end, and holds what waits', () => {
  const queued = { id: 'q', content: [{ type: 'text' as const, text: 'next' }] };
  const waiting: SessionEvent = { type: 'queue_changed', at: 2, queue: [queued], held: false };
  const state = fold(prompted, waiting, cancel, ended);
  expect(turnsOf(state)).toMatchObject([{ stopReason: 'cancelled' }]);
  expect(state.queueHeld).toBe(true);
  expect(turnsOf(fold(prompted, cancel, { ...ended, stopReason: 'max_tokens' }))).toMatchObject([
    { stopReason: 'max_tokens' },
  ]);
});

test('what a stopped turn did not count is not shown: tokens of zero, an empty context', () => {
  const zero: SessionEvent = {
    type: 'turn_ended',
    at: 9,
    stopReason: 'cancelled',
    tokens: { total: 0, input: 0 },
  };
  const stopped = fold(usage(120), prompted, cancel, usage(0), zero);
  expect(stopped.usage?.used).toBe(120);
  expect(turnsOf(stopped)[0]).not.toHaveProperty('tokens');
  expect(reduce(stopped, usage(0)).usage?.used).toBe(120);
  expect(reduce(stopped, usage(90)).usage?.used).toBe(90);
  expect(fold(usage(120), prompted, usage(0), ended).usage?.used).toBe(0);
  expect(turnsOf(fold(prompted, { ...zero, stopReason: 'end_turn' }))).toMatchObject([
    { tokens: { total: 0 } },
  ]);
});

test('an agent that adds up tokens begins anew with each opening, also of the same session', () => {
  const opened: SessionEvent = { type: 'opened', at: 1, sessionId: 's' };
  const sum = (total: number): SessionEvent => ({ ...ended, type: 'turn_ended', sessionTokens: { total } });
  const state = fold(opened, prompted, sum(2_740), opened, prompted, sum(2_860), prompted, sum(2_980));
  expect(turnsOf(state)).toMatchObject([
    { tokens: { total: 2_740 } },
    { tokens: { total: 2_860 } },
    { tokens: { total: 120 } },
  ]);
});

test('a call that runs after the turn is work in the background, until it ends', () => {
  const later = fold(prompted, ended, call('bg', 'in_progress'));
  expect(later.background).toBe(1);
  expect(isWorking(later)).toBe(true);
  expect(isWorking(reduce(later, call('bg', 'completed')))).toBe(false);
  expect(isWorking(fold(prompted, call('t', 'in_progress'), ended))).toBe(false);
  expect(fold(prompted, call('t', 'in_progress'), ended, call('t', 'in_progress')).background).toBe(1);
});

test('work in the background goes on over the next turn, and Stop ends it', () => {
  const later = fold(prompted, ended, call('bg', 'in_progress'), prompted, call('t', 'pending'), ended);
  expect(statuses(later)).toEqual(['in_progress', 'unfinished']);
  expect(isWorking(later)).toBe(true);
  const stopped = reduce(later, cancel);
  expect(statuses(stopped)).toEqual(['cancelled', 'unfinished']);
  expect(isWorking(stopped)).toBe(false);
  const inTurn = fold(prompted, ended, call('bg', 'in_progress'), prompted, cancel);
  expect(statuses(inTurn)).toEqual(['cancelled']);
});

test('what the agent said of the end of a call stays when the turn ends, in whatever word', () => {
  for (const word of ['rejected', 'failed', 'deferred']) {
    expect(statuses(fold(prompted, call('t', word), ended))).toEqual([word]);
  }
  expect(isWorking(fold(prompted, ended, call('t', 'rejected')))).toBe(false);
  expect(statuses(fold(prompted, call('t', 'pending'), ended))).toEqual(['unfinished']);
  expect(statuses(fold(prompted, call('t', 'deferred'), cancel, ended))).toEqual(['cancelled']);
});

test('a call that its turn left open runs when the agent reports on it again, whatever the report says', () => {
  const left = fold(prompted, call('t', 'in_progress'), ended);
  expect(statuses(left)).toEqual(['unfinished']);
  for (const patch of [
    { status: 'in_progress' },
    { status: 'pending' },
    { title: 'Half done' },
    { rawOutput: 1 },
  ]) {
    const report: SessionEvent = { type: 'tool_call', at: 10, call: { toolCallId: 't', ...patch } };
    const again = reduce(left, report);
    expect(statuses(again)).toEqual(['in_progress']);
    expect(isWorking(again)).toBe(true);
    expect(statuses(reduce(again, cancel))).toEqual(['cancelled']);
    expect(isWorking(reduce(again, call('t', 'failed')))).toBe(false);
    // Also while the next turn runs, whose end does not end it.
    const inNext = fold(prompted, call('t', 'in_progress'), ended, prompted, report, ended);
    expect(statuses(inNext)).toEqual(['in_progress']);
    expect(isWorking(inNext)).toBe(true);
  }
});

test('a call that is not reported on again does not run, nor one that only an answer began', () => {
  expect(isWorking(fold(prompted, call('t', 'in_progress'), ended, prompted, ended))).toBe(false);
  const question = { requestId: 'r', toolCallId: 't', options: [], at: 5 };
  const asked: SessionEvent = {
    type: 'permission_requested',
    at: 5,
    call: { toolCallId: 't' },
    request: question,
  };
  const decision = { by: 'user' as const, option: { name: 'Yes', kind: 'allow_once' } };
  const allowed: SessionEvent = { type: 'permission_closed', at: 6, requestId: 'r', decision };
  const orders = [
    [prompted, asked, ended, allowed],
    [prompted, ended, asked, allowed],
    [prompted, ended, call('t', 'in_progress'), asked, allowed],
    [prompted, asked, ended, prompted, allowed],
  ];
  for (const events of orders) {
    const running = fold(...events);
    expect(statuses(running)).toEqual(['in_progress']);
    expect(isWorking(running)).toBe(true);
    const forgotten = [prompted, ended].reduce(reduce, running);
    expect(statuses(forgotten)).toEqual(['unfinished']);
    expect(isWorking(forgotten)).toBe(false);
    const reported = [call('t', 'in_progress'), prompted, ended].reduce(reduce, running);
    expect(statuses(reported)).toEqual(['in_progress']);
    expect(statuses(reduce(forgotten, call('t', 'completed')))).toEqual(['completed']);
  }
});

test('nothing runs in the background once the agent or the window is gone, or the session is opened anew', () => {
  const later = fold(prompted, ended, call('bg', 'in_progress'));
  const ends: readonly SessionEvent[] = [
    { type: 'detached', at: 9 },
    { type: 'restored', at: 9 },
    { type: 'opened', at: 9, sessionId: 's' },
  ];
  for (const end of ends) {
    expect(statuses(reduce(later, end))).toEqual(['unfinished']);
    expect(isWorking(reduce(later, end))).toBe(false);
  }
  expect(isWorking(fold({ type: 'opening', at: 1 }, call('old', 'in_progress')))).toBe(false);
});
