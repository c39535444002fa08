// Filters by words: all of them, in any order and any case.
import { expect, test } from 'vitest';
import { wordMatcher } from '../../../src/core/text/wordMatcher.ts';

test.each([
  ['', true],
  ['  \t', true],
  ['green', true],
  ['TEA green', true],
  [' birch\n gre ', true],
  ['green coffee', false],
  ['green-tea', false],
])('%j', (filter, isMatch) => {
  expect(wordMatcher(filter)('Green Tea, Birch')).toBe(isMatch);
});

test('one matcher is for many texts', () => {
  const matches = wordMatcher('a b');
  expect(['ab', 'B, A', 'a', ''].map(matches)).toEqual([true, true, false, false]);
});
