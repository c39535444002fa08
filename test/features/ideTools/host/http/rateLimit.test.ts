// How many requests a session may send.
import { expect, test } from 'vitest';
import { RateLimit } from '../../../../../src/features/ideTools/host/http/rateLimit.ts';

test('of a thousand calls in one moment about a hundred are served, and some more a second later', () => {
  let now = 0;
  const limit = new RateLimit({ now: () => now });
  const served = (): number =>
    Array.from({ length: 1_000 }).filter(() => {
      const end = limit.begin();
      end?.();
      return end !== undefined;
    }).length;
  expect(served()).toBe(100);
  now = 1_000;
  expect(served()).toBe(40);
});

test('calls that do not end hold others back, until one of them does', () => {
  const limit = new RateLimit({ now: () => 0 });
  const ends = Array.from({ length: 16 }, () => limit.begin());
  expect(limit.begin()).toBeUndefined();
  ends[0]?.();
  expect(limit.begin()).toBeDefined();
});

test('a clock that goes back gives nothing and takes nothing', () => {
  let now = 1_000;
  const limit = new RateLimit({ now: () => now });
  now = 0;
  expect(limit.begin()).toBeDefined();
});
