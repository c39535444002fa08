// Which sessions go, and which never do.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionsOverLimits } from '../../../src/core/history/historyLimits.ts';

function session(key: string, updatedAt: number, bytes = 10, isOpen = false) {
  return { key, updatedAt, bytes, isOpen };
}

const unlimited = { maxAgeMs: undefined, maxBytes: undefined };

test('without limits nothing goes', () => {
  expect(sessionsOverLimits([session('a', 0)], unlimited, 1e12)).toEqual([]);
});

test('what is too old goes, unless it is open', () => {
  const sessions = [session('old', 100), session('new', 900), session('open', 50, 10, true)];
  expect(sessionsOverLimits(sessions, { ...unlimited, maxAgeMs: 500 }, 1_000)).toEqual(['old']);
});

test('the oldest go until the rest is small enough', () => {
  const sessions = [session('c', 3), session('a', 1), session('b', 2), session('open', 0, 10, true)];
  expect(sessionsOverLimits(sessions, { ...unlimited, maxBytes: 25 }, 10)).toEqual(['a', 'b']);
});

test('what stays is within the limits, or open', () => {
  const any = fc.record({ updatedAt: fc.nat(100), bytes: fc.nat(100), isOpen: fc.boolean() });
  fc.assert(
    fc.property(fc.array(any), fc.nat(100), fc.nat(1_000), (list, maxAgeMs, maxBytes) => {
      const sessions = list.map((each, index) => ({ ...each, key: String(index) }));
      const gone = new Set(sessionsOverLimits(sessions, { maxAgeMs, maxBytes }, 100));
      const stays = sessions.filter(({ key }) => !gone.has(key));
      const closed = stays.filter(({ isOpen }) => !isOpen);
      expect(closed.filter(({ updatedAt }) => 100 - updatedAt > maxAgeMs)).toEqual([]);
      if (closed.length > 0) {
        expect(stays.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytes);
      }
      expect(stays.filter(({ isOpen }) => isOpen)).toEqual(sessions.filter(({ isOpen }) => isOpen));
    }),
  );
});
