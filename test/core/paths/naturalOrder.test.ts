// The order of paths as users read them.
import { expect, test } from 'vitest';
import { inNaturalOrder } from '../../../src/core/paths/naturalOrder.ts';

test('numbers count by their value, in folders and names', () => {
  const sorted = ['/a2', '/a10', '/b/file1.ts', '/b/file2.ts', '/b/file10.ts', '/b2/x', '/b10/x'];
  expect(sorted.toReversed().toSorted(inNaturalOrder)).toEqual(sorted);
});

test('paths that differ in a letter’s case or in leading zeros only keep one order', () => {
  const pairs = [
    ['/a1', '/a01'],
    ['/README', '/readme'],
  ] as const;
  for (const [one, other] of pairs) {
    expect(inNaturalOrder(one, other)).not.toBe(0);
    expect(Math.sign(inNaturalOrder(one, other))).toBe(-Math.sign(inNaturalOrder(other, one)));
  }
  expect(inNaturalOrder('/a1', '/a1')).toBe(0);
});
