// How alike texts are.
import { expect, test } from 'vitest';
import { hasAllLines, isAlike } from '../../../../src/features/changes/core/textLikeness.ts';

test('lines are looked for without the blanks around them, and may be parts of lines', () => {
  expect(hasAllLines('a\r\n  b c\r\n', 'a\nb\n')).toBe(true);
  expect(hasAllLines('a\nb\n', 'a\nX\n')).toBe(false);
  expect(hasAllLines('', '')).toBe(true);
});

test.each([
  ['one line changed', 'a\nb\nc\nd\n', 'a\nB\nc\nd\n', true],
  ['half of the lines added', 'a\nb\n', 'a\nb\nc\nd\n', true],
  ['most lines changed', 'a\nb\nc\nd\n', 'A\nB\nC\nd\n', false],
  ['the same lines in another order', 'a\nb\nc\nd\n', 'd\nc\nb\na\n', false],
])('a text is what was made of another where most of its lines are the same: %s', (_what, one, other, is) => {
  expect(isAlike(one, other)).toBe(is);
});
