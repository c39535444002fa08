// How long it is until a time, and when that text changes.
import { expect, test } from 'vitest';
import { nextTimeLeftMs, timeLeftText } from '../../../../src/core/session/limit/timeLeft.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [0, '1 min'],
  [1, '1 min'],
  [MINUTE, '1 min'],
  [MINUTE + 1, '2 min'],
  [42 * MINUTE, '42 min'],
  [HOUR, '1 hr'],
  [3 * HOUR + 20 * MINUTE, '3 hr 20 min'],
  [24 * HOUR, '1 day'],
  [6 * 24 * HOUR + 5 * HOUR + MINUTE, '6 days 5 hr'],
])('%d ms', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text);
});

test('the last minute has seconds where they are asked for', () => {
  expect(timeLeftText(MINUTE + 1, true)).toBe('2 min');
  expect(timeLeftText(MINUTE, true)).toBe('60 sec');
  expect(timeLeftText(1, true)).toBe('1 sec');
  expect(timeLeftText(-5, true)).toBe('0 sec');
});

test.each([
  [MINUTE + 1, false, 1],
  [MINUTE, false, MINUTE],
  [90 * SECOND, true, 30 * SECOND],
  [MINUTE, true, SECOND],
  [500, true, 500],
  [30 * HOUR, true, 6 * HOUR],
])('it changes once a minute, and once a second at the end: %d ms', (ms, seconds, next) => {
  expect(nextTimeLeftMs(ms, seconds)).toBe(next > HOUR ? HOUR : next);
});
