// Sessions that met a limit: until when they wait, and when they continue by themselves.
import { expect, test } from 'vitest';
import { classifiedError } from '../../../src/core/failures/failureErrors.ts';
import type { ReportedClass } from '../../../src/core/failures/classifyFailure.ts';
import { ParleyError } from '../../../src/core/errors.ts';
import { SessionLimits } from '../../../src/features/limits/core/sessionLimits.ts';
import { chunk, openSession, text } from '../../support/sessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When the limits of these tests reset: an hour after the clock begins. */
const RESET = 1_000 + HOUR;

/** An open session whose first prompt, `one`, met a limit. */
async function limited(resetsAt: number | undefined = RESET, failure: ReportedClass = 'quota-exhausted') {
  const context = await openSession();
  const { agent, key, sessions, store, clock } = context;
  const reports: (readonly string[])[] = [];
  const missed: string[] = [];
  const limits = new SessionLimits({
    store,
    clock,
    send: (of, content) => sessions.retries.send(of, content),
    onWaiting: (keys) => reports.push(keys),
    onMissed: (of) => missed.push(of),
  });
  store.onEvent(['turn_ended', 'turn_failed', 'restored'], (change) => limits.check(change.key));
  const fail = async (at: number | undefined): Promise<void> => {
    const error = classifiedError('A', { class: failure, ...(at === undefined ? {} : { resetsAt: at }) }, '');
    agent.prompts.at(-1)?.reject(new ParleyError(error));
    await flushMicrotasks();
  };
  const advance = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await flushMicrotasks();
  };
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  const limit = () => context.state(key).limit;
  const sent = () => agent.prompts.map(({ content }) => content);
  return { ...context, limits, reports, missed, fail, advance, limit, sent, resetsAt };
}

async function met(...parameters: Parameters<typeof limited>) {
  const context = await limited(...parameters);
  await context.fail(context.resetsAt);
  return context;
}

test('a session that met a limit waits until it resets', async () => {
  const { limit, advance, sent, missed } = await met();
  expect(limit()).toMatchObject({ resetsAt: RESET });
  await advance(HOUR - 1);
  expect(limit()?.isOver).toBeUndefined();
  await advance(5_000);
  expect(limit()?.isOver).toBe(true);
  expect(sent()).toEqual([text('one')]);
  // Nobody asked for more.
  expect(missed).toEqual([]);
});

test.each<[string, ReportedClass, number | undefined, boolean]>([
  ['a limit of the account without a time', 'quota-exhausted', undefined, true],
  ['a limit of requests with a time', 'rate-limited', 20_000, true],
  ['a limit of requests without one', 'rate-limited', undefined, false],
  ['an overloaded model without a time', 'overloaded', undefined, false],
  ['another failure', 'transport-lost', undefined, false],
])('%s', async (_what, failure, resetsAt, isLimit) => {
  const context = await limited(undefined, failure);
  await context.fail(resetsAt);
  expect(context.limit() !== undefined).toBe(isLimit);
});

test('the prompt is sent again after the reset, once, where the user wants that', async () => {
  const { limits, key, advance, sent, limit } = await met();
  limits.continueAtReset(key);
  await advance(HOUR + 1_999);
  expect(sent()).toEqual([text('one')]);
  await advance(1);
  expect(sent()).toEqual([text('one'), text('one')]);
  expect(limit()).toMatchObject({ isOver: true, continuation: { count: 1, lastReset: RESET } });
  await advance(10 * HOUR);
  expect(sent()).toHaveLength(2);
});

test('an agent that has begun to work is asked to continue, and what waited follows', async () => {
  const { agent, sessions, limits, key, advance, sent, fail } = await limited();
  agent.send('acp-1', chunk('agent', 'I begin'));
  sessions.prompt(key, text('two'));
  await fail(RESET);
  limits.continueAtReset(key);
  await advance(HOUR + 2_000);
  expect(sent()).toEqual([text('one'), text('Continue')]);
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(sent().at(-1)).toEqual(text('two'));
});

test('a limit is over with a turn that ends without one', async () => {
  const { agent, limits, key, advance, limit } = await met();
  limits.continueAtReset(key);
  await advance(HOUR + 2_000);
  agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  expect(limit()).toBeUndefined();
});

test('a session continues at most three times by itself, each time after another window', async () => {
  const { limits, key, advance, sent, fail, limit, clock } = await met();
  limits.continueAtReset(key);
  for (let window = 1; window <= 3; window++) {
    await advance(HOUR + 2_000);
    expect(sent()).toHaveLength(window + 1);
    await fail(clock.now() + HOUR);
  }
  expect(limit()?.continuation).toBeUndefined();
  await advance(2 * HOUR);
  expect(sent()).toHaveLength(4);
});

test('it does not continue again after the same window', async () => {
  const { limits, key, advance, sent, fail, limit } = await met();
  limits.continueAtReset(key);
  await advance(HOUR + 2_000);
  // The service says the same minute, and another second of it.
  await fail(RESET + 30_000);
  expect(limit()?.continuation).toBeUndefined();
  await advance(HOUR);
  expect(sent()).toHaveLength(2);
});

test('it still continues where a prompt of the user meets the same limit meanwhile', async () => {
  const { sessions, limits, key, advance, sent, fail } = await met();
  limits.continueAtReset(key);
  sessions.prompt(key, text('other'));
  await flushMicrotasks();
  await fail(RESET);
  await advance(HOUR + 2_000);
  expect(sent()).toEqual(['one', 'other', 'other'].map(text));
});

test('nothing is sent after the user took it back', async () => {
  const { limits, key, advance, sent, reports, limit } = await met();
  limits.continueAtReset(key);
  expect(reports.at(-1)).toEqual([key]);
  limits.dontContinue(key);
  expect(reports.at(-1)).toEqual([]);
  expect(limit()).toMatchObject({ resetsAt: RESET });
  await advance(2 * HOUR);
  expect(sent()).toHaveLength(1);
});

test('nothing is sent in a session that was closed', async () => {
  const { limits, key, sessions, advance, sent, reports } = await met();
  limits.continueAtReset(key);
  await sessions.close(key);
  expect(reports.at(-1)).toEqual([]);
  await advance(2 * HOUR);
  expect(sent()).toHaveLength(1);
});

test('a turn that runs when the limit resets is not disturbed', async () => {
  const { sessions, limits, key, advance, sent } = await met();
  limits.continueAtReset(key);
  sessions.prompt(key, text('other'));
  await flushMicrotasks();
  await advance(2 * HOUR);
  expect(sent()).toEqual(['one', 'other'].map(text));
});

test.each([
  ['a little late, it continues', 4 * MINUTE, true],
  ['much too late, the user is offered to continue', 6 * MINUTE, false],
])('where the timer ends %s', async (_what, late, isSent) => {
  const { limits, key, clock, sent, limit, missed } = await met();
  limits.continueAtReset(key);
  // The computer sleeps, and timers with it.
  clock.sleep(HOUR + late);
  limits.checkTimes();
  await flushMicrotasks();
  expect(sent()).toHaveLength(isSent ? 2 : 1);
  expect(limit()?.isOver).toBe(true);
  expect(limit()?.continuation === undefined).toBe(!isSent);
  // It is not reported again by what is checked later.
  limits.checkTimes();
  limits.check(key);
  expect(missed).toEqual(isSent ? [] : [key]);
  if (isSent) return;
  limits.continueNow(key);
  await flushMicrotasks();
  expect(sent()).toHaveLength(2);
});

test('a limit that lasts longer than a timer can wait', async () => {
  const { limits, key, advance, sent } = await met(RESET + 40 * 24 * HOUR);
  limits.continueAtReset(key);
  await advance(40 * 24 * HOUR);
  expect(sent()).toHaveLength(1);
  await advance(HOUR + 2_000);
  expect(sent()).toHaveLength(2);
});

test('a session of an earlier window continues at its time', async () => {
  const before = await met();
  before.limits.continueAtReset(before.key);
  const stored = before.state(before.key);
  const { sessions, store, clock, agent } = await limited();
  agent.offer('resume');
  clock.advance(MINUTE);
  sessions.restore({ ...stored, key: 'stored' });
  expect(store.state('stored')?.limit?.continuation).toEqual({ count: 0 });
  clock.advance(HOUR);
  await flushMicrotasks();
  expect(agent.prompts.map(({ content }) => content)).toEqual([text('one'), text('one')]);
});

test('a time that passed while no window was open is offered', async () => {
  const before = await met();
  before.limits.continueAtReset(before.key);
  const stored = before.state(before.key);
  const { sessions, store, clock, limits, agent, missed } = await limited();
  agent.offer('resume');
  clock.advance(HOUR + 1);
  sessions.restore({ ...stored, key: 'stored' });
  await flushMicrotasks();
  expect(missed).toEqual(['stored']);
  expect(store.state('stored')?.limit).toEqual({
    entryId: stored.limit?.entryId,
    resetsAt: RESET,
    isOver: true,
  });
  expect(agent.prompts).toHaveLength(1);
  limits.continueNow('stored');
  await flushMicrotasks();
  expect(agent.prompts.at(-1)?.content).toEqual(text('one'));
});

test('a session that was interrupted while it continued waits for nothing', async () => {
  const before = await met();
  before.limits.continueAtReset(before.key);
  await before.advance(HOUR + 2_000);
  const stored = before.state(before.key);
  expect(stored.turn).toBeDefined();
  const { sessions, store } = await limited();
  sessions.restore({ ...stored, key: 'stored' });
  expect(store.state('stored')?.limit).toBeUndefined();
});

test('where nobody says when the limit resets, the user may', async () => {
  const { limits, key, advance, sent, fail, limit } = await limited(undefined);
  await fail(undefined);
  limits.continueAtReset(key);
  expect(limit()?.continuation).toBeUndefined();
  limits.continueAtReset(key, 1_000 + 30 * MINUTE);
  await advance(30 * MINUTE + 2_000);
  expect(sent()).toHaveLength(2);
});

test('a time that is past is no time to continue at', async () => {
  const { limits, key, clock, limit, fail } = await limited(undefined);
  await fail(undefined);
  limits.continueAtReset(key, clock.now());
  limits.continueAtReset(key, clock.now() - HOUR);
  expect(limit()).toEqual({ entryId: limit()?.entryId });
});

test('nothing is sent twice where the user is faster', async () => {
  const { sessions, agent, limits, key, advance, sent } = await met();
  agent.offer('resume');
  agent.die();
  limits.continueAtReset(key);
  await advance(HOUR - 1);
  limits.continueNow(key);
  sessions.retries.now(key);
  await advance(5_000);
  expect(sent()).toEqual(['one', 'one'].map(text));
});
