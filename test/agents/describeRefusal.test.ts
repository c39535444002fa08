// An agent's error answer as the user meets it: of a class with next steps, or as the agent worded it.
import { expect, test } from 'vitest';
import { describeRefusal } from '../../src/agents/describeRefusal.ts';
import { ResponseError } from '../../src/agents/wire/responseError.ts';
import { MemoryLog } from '../support/log.ts';

const NOW = 1_000_000_000_000;

function describe(
  code: number,
  message: string,
  data?: unknown,
  limit?: { isReached: boolean; resetsAt: number },
) {
  const error = new ResponseError(code, message, data);
  return describeRefusal(error, {}, { label: 'A', log: new MemoryLog(), now: NOW, limit }).user;
}

test('a limit has its time, and offers to wait for it', () => {
  expect(describe(-32603, 'Internal error', { details: '429 rate limit. Try again in 20s.' })).toEqual({
    code: 'rate-limited',
    message: 'A sent too many requests to its model. Try again soon.',
    detail: '429 rate limit. Try again in 20s.',
    actions: ['send-later', 'try-again', 'switch-model', 'show-log'],
    resetsAt: NOW + 20_000,
  });
});

test('the limit of the account explains an error that says nothing', () => {
  const limit = { isReached: true, resetsAt: NOW + 60_000 };
  expect(describe(-32603, 'Internal error', undefined, limit)).toMatchObject({
    code: 'quota-exhausted',
    resetsAt: NOW + 60_000,
  });
});

test('what the agent said is the detail, once', () => {
  expect(describe(-32603, 'fetch failed', { details: 'fetch failed' }).detail).toBe('fetch failed');
  expect(describe(-32603, 'overloaded', { message: 'Try later' }).detail).toBe('overloaded\nTry later');
});

test('an error of no class is as the agent worded it', () => {
  expect(describe(-32603, 'The disk is read-only')).toMatchObject({
    code: 'agent-error',
    message: 'A reported an error: The disk is read-only',
  });
});

test('R29 -32000 is a sign-in, whatever its text', () => {
  expect(describe(-32000, '429 rate limit').code).toBe('sign-in-needed');
});
