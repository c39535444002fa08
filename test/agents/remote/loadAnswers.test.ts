// The answer to the loading of a session comes after its history, though another stream brings it.
import { expect, test } from 'vitest';
import { LoadAnswers } from '../../../src/agents/remote/loadAnswers.ts';
import { ManualClock } from '../../support/clock.ts';

const load = (id: number, sessionId: string) =>
  ({ jsonrpc: '2.0', id, method: 'session/load', params: { sessionId } }) as const;
const answer = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as const;
const update = (sessionId: string) =>
  ({ jsonrpc: '2.0', method: 'session/update', params: { sessionId } }) as const;

function answers() {
  const clock = new ManualClock();
  const delivered: unknown[] = [];
  return { clock, delivered, held: new LoadAnswers(clock, (message) => delivered.push(message)) };
}

test('R131 it waits until the messages of the session pause', () => {
  const { clock, delivered, held } = answers();
  held.sent(load(1, 'a'));
  expect(held.hold(answer(1))).toBe(true);
  for (let time = 0; time < 5; time++) {
    clock.advance(100);
    expect(held.hold(update('a'))).toBe(false);
  }
  expect(delivered).toEqual([]);
  clock.advance(150);
  expect(delivered).toEqual([answer(1)]);
});

test('a session that never pauses, and other sessions, do not keep it', () => {
  const { clock, delivered, held } = answers();
  held.sent(load(1, 'a'));
  held.sent(load(2, 'b'));
  held.hold(answer(1));
  held.hold(answer(2));
  for (let time = 0; time < 60; time++) {
    clock.advance(100);
    held.hold(update('a'));
    if (time === 3) expect(delivered).toEqual([answer(2)]);
  }
  expect(delivered).toEqual([answer(2), answer(1)]);
});

test('other answers, and those to nothing, are not held', () => {
  const { clock, delivered, held } = answers();
  held.sent({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 'a' } });
  held.sent({ jsonrpc: '2.0', id: 2, method: 'session/load', params: {} });
  expect([1, 2, 3].map((id) => held.hold(answer(id)))).toEqual([false, false, false]);
  held.sent(load(4, 'a'));
  expect([held.hold(answer(4)), held.hold(answer(4))]).toEqual([true, false]);
  held.dispose();
  clock.advance(10_000);
  expect(delivered).toEqual([]);
});
