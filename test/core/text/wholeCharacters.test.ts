// Cutting texts: never in the middle of a character that takes two code units.
import { expect, test } from 'vitest';
import { shortened, startOf } from '../../../src/core/text/wholeCharacters.ts';

test('the start of a text has no half of a character at its end', () => {
  expect(startOf('ab😀cd', 3)).toBe('ab');
  expect(startOf('ab😀cd', 4)).toBe('ab😀');
});

test('a text is shortened to a length with its mark, and never in the middle of a character', () => {
  expect(shortened('abcd', 4)).toBe('abcd');
  expect(shortened('abcde', 4)).toBe('abc…');
  expect(shortened('ab😀cd', 4)).toBe('ab…');
});
