
test('a text is shortened to a length with its mark, and never in the middle of a character', () => {
  expect(shortened('abcd', 4)).toBe('abcd');
  expect(shortened('abcde', 4)).toBe('abc…');
  expect(shortened('ab😀cd', 4)).toBe('ab…');
});
