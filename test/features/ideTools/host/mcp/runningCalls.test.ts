// Calls that an agent withdraws.
import { expect, test } from 'vitest';
import { RunningCalls } from '../../../../../src/features/ideTools/host/mcp/runningCalls.ts';

test('a call that is withdrawn is aborted, and no other', () => {
  const calls = new RunningCalls();
  const [one, text, two] = [calls.begin(1), calls.begin('1'), calls.begin(2)];
  calls.withdraw(1);
  calls.withdraw(99);
  expect([one, text, two].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

test('a call that has ended is not aborted, and its id may come again', () => {
  const calls = new RunningCalls();
  const first = calls.begin(1);
  first.end();
  const second = calls.begin(1);
  first.end();
  calls.withdraw(1);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});

test('of two calls with one id none is aborted, until one has ended', () => {
  const calls = new RunningCalls();
  const [first, second] = [calls.begin(1), calls.begin(1)];
  calls.withdraw(1);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false]);
  first.end();
  calls.withdraw(1);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});
