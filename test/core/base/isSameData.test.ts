// Data compared by what it says.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameData } from '../../../src/core/base/isSameData.ts';

test('a copy says the same, with its fields in another order too', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSameData(value, JSON.parse(JSON.stringify(value)))).toBe(true);
    }),
    { examples: [[{ a: 1, b: [2, { c: null }] }], [[-0]]] },
  );
  expect(isSameData({ a: 1, b: undefined, c: [1] }, { c: [1], a: 1 })).toBe(true);
});

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{}, []],
  [
    [1, 2],
    [2, 1],
  ],
  [null, {}],
  [{ a: 1 }, { a: 1, b: null }],
])('%j is not %j', (one, other) => {
  expect(isSameData(one, other)).toBe(false);
});

test('what is too deep to compare is different', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(isSameData(deep(100), deep(100))).toBe(true);
  expect(isSameData(deep(1_000), deep(1_000))).toBe(false);
});
