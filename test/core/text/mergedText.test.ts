// What the chat adds to a prompt while the user types in it: neither is lost.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedText } from '../../../src/core/text/mergedText.ts';

test.each([
  ['nothing typed', 'a', 'a', 'a @b', 'a @b'],
  ['nothing added', 'a', 'ab', 'a', 'ab'],
  ['typed at the end, where it is added', 'a', 'ac', 'a @b', 'ac @b'],
  ['typed at the start', 'a', 'ca', 'a @b', 'ca @b'],
  ['typed in the middle', 'one two', 'one more two', 'one two @b', 'one more two @b'],
  ['typed into nothing', '', 'x', '@b ', 'x@b '],
  ['added in the middle', 'one two', 'one two!', 'one @b two', 'one @b two!'],
  ['removed, and added behind it', 'one two', 'one', 'one two @b', 'one @b'],
  ['sent while more was typed', 'one', 'one two', '', ' two'],
])('%s', (_what, before, typed, added, both) => {
  expect(mergedText(before, typed, added)).toBe(both);
});

test('what is typed and what is added are both there, wherever they are', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 20 });
  const at = fc.nat({ max: 20 });
  const put = (text: string, place: number, more: string): string =>
    text.slice(0, Math.min(place, text.length)) + more + text.slice(Math.min(place, text.length));
  fc.assert(
    fc.property(words, at, at, (before, one, other) => {
      const both = mergedText(before, put(before, one, 'TYPED'), put(before, other, 'ADDED'));
      expect(both).toContain('TYPED');
      expect(both).toContain('ADDED');
      expect(both.replace('TYPED', '').replace('ADDED', '')).toBe(before);
    }),
  );
});
