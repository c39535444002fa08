// Tables of handlers as one.
import { expect, test } from 'vitest';
import { joinDisjoint } from '../../../src/core/base/joinDisjoint.ts';

test('tables without a common key are joined', () => {
  const joined: { a: number; b: string; c: boolean } = joinDisjoint({ a: 1 }, { b: 'x' }, { c: true });
  expect(joined).toEqual({ a: 1, b: 'x', c: true });
});

test('a key that two tables have does not compile', () => {
  // @ts-expect-error: `a` is in the first and the third table.
  expect(joinDisjoint({ a: 1 }, { b: 2 }, { a: 3 })).toEqual({ a: 3, b: 2 });
});
