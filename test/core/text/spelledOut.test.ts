// Characters that hide, turn or imitate others, as a user sees them.
import { describe, expect, test } from 'vitest';
import { spelledOut, spelledOutAddress } from '../../../src/core/text/spelledOut.ts';

describe('Spelled out is', () => {
  test.each([
    ['a control', 'a\u0000b', 'a\\u{0}b'],
    ['a line feed', 'a\nb', 'a\\u{a}b'],
    ['a tab', 'a\tb', 'a\\u{9}b'],
    ['a bidi override', 'a\u202Eb', 'a\\u{202e}b'],
    ['a bidi isolate', 'a\u2066b', 'a\\u{2066}b'],
    ['a zero-width space', 'a\u200Bb', 'a\\u{200b}b'],
    ['a byte order mark', '\uFEFFa', '\\u{feff}a'],
    ['a soft hyphen', 'a\u00ADb', 'a\\u{ad}b'],
    ['a tag character', 'a\u{E0041}b', 'a\\u{e0041}b'],
    ['a variation selector', 'a\uFE0Fb', 'a\\u{fe0f}b'],
    ['a filler', 'a\u3164b', 'a\\u{3164}b'],
    ['a blank of Braille', 'a\u2800b', 'a\\u{2800}b'],
    ['a space that is not the plain one', 'a\u00A0\u3000b', 'a\\u{a0}\\u{3000}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['half of a character', 'a\uD800b', 'a\\u{d800}b'],
    ['a letter that runs from right to left', 'a\u05D0b', 'a\\u{5d0}b'],
    ['a row of spaces', 'a   b', 'a\\u{20}\\u{20}\\u{20}b'],
    ['a stack of marks', 'a\u0301\u0302\u0303', 'a\\u{301}\\u{302}\\u{303}'],
  ])('%s', (_what, text, shown) => {
    expect(spelledOut(text)).toBe(shown);
  });
});

test('ordinary text of any language stays as it is', () => {
  for (const text of ['node --acp "x  y"', 'Zürich', '智能体', 'เอเจนต์ที่', '🙂']) {
    expect(spelledOut(text)).toBe(text);
  }
});

test('of an address all but ASCII is spelled out', () => {
  expect(spelledOutAddress('https://\u0430pple.com/ü')).toBe('https://\\u{430}pple.com/\\u{fc}');
});
