// Invisible characters spelled out, and what ordinary text is made of left as it is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { spelledOut } from '../../../src/core/text/spelledOut.ts';
import { isInvisible, visibleLine, visibleStart, visibleText } from '../../../src/core/text/visibleText.ts';
import { startProcessorTimer } from '../../support/clock.ts';

test.each([
  ['a direction', 'a\u202Eb', 'a\\u{202e}b'],
  ['an isolate', 'a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
  ['a direction mark', 'a\u200Fb\u061C', 'a\\u{200f}b\\u{61c}'],
  ['no width', 'Al\u200Blow\u2060', 'Al\\u{200b}low\\u{2060}'],
  ['a mark of byte order', 'a\uFEFFb', 'a\\u{feff}b'],
  ['a soft hyphen', 'a\u00ADb', 'a\\u{ad}b'],
  ['fillers', '\u3164\u115F\uFFA0\u2800', '\\u{3164}\\u{115f}\\u{ffa0}\\u{2800}'],
  ['tags that hide a text', 'a\u{E0061}\u{E007F}', 'a\\u{e0061}\\u{e007f}'],
  ['a selector after a letter', 'a\uFE0F\u{E0100}', 'a\\u{fe0f}\\u{e0100}'],
  ['joiners between Latin letters', 'a\u200Db\u200Cc', 'a\\u{200d}b\\u{200c}c'],
  ['a blank that no keyboard has', 'a\u200Ab', 'a\\u{200a}b'],
  ['control characters', 'a\x1b[31mb\x07\r', 'a\\u{1b}[31mb\\u{7}\\u{d}'],
  ['separators', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
  ['half a character', 'a\uD83D b', 'a\\u{d83d} b'],
  ['heaps of marks', `e${'\u0301'.repeat(10)}`, `e${'\u0301'.repeat(8)}\\u{301}\\u{301}`],
])('spells out %s', (_name, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test.each([
  ['a family', '👩\u200D👩\u200D👧\u200D👦'],
  ['a profession with a color', '👩🏽\u200D🚒'],
  ['a flag of two signs', '🏴\u200D☠\uFE0F 🏳\uFE0F\u200D🌈'],
  ['a heart', '❤\uFE0F\u200D🔥 ☎\uFE0E 1\uFE0F\u20E3'],
  [
    'the flags of England and Wales',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
  ],
  ['Arabic and Persian', 'العربية می\u200Cخواهم ؀١٢٣'],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Thai', 'ที่นี่ ไม่เป็นไร'],
  ['Hindi', 'क्\u200Dष क्\u200Cष'],
  ['Chinese with a form', '葛\u{E0100}　全角'],
  ['French', 'Autoriser\u00A0? «\u202Foui\u202F»'],
  ['lines and tabs', 'a\n\tb'],
  ['Vietnamese in parts', 'e\u0302\u0323'],
])('leaves %s', (_name, text) => {
  expect(visibleText(text)).toBe(text);
});

test('a line has its line feeds spelled out, or as spaces', () => {
  expect(visibleLine('a\n\tb')).toBe('a\\u{a}\\u{9}b');
  expect(oneLine(' a\n\t b\u202E ')).toBe('a b\\u{202e}');
  expect(oneLine('\u202E \u200B')).toBe('');
});

test('many of one invisible character in a row are counted, so that the text stays short', () => {
  expect(visibleText(`a${'\0'.repeat(100)}`)).toBe(`a${'\\u{0}'.repeat(100)}`);
  expect(visibleText(`a${'\0'.repeat(5_000)}b\u202E`)).toBe(`a${'\\u{0}'.repeat(9)}×4992b\\u{202e}`);
  expect(visibleText(`e${'\u0301'.repeat(200_000)}`)).toBe(`e${'\u0301'.repeat(8)}\\u{301}×199992`);
  expect(visibleText(`x${'\u{E0041}'.repeat(500)}y`)).toBe(`x${'\\u{e0041}'.repeat(9)}×492y`);
  const lines = `a${'\n'.repeat(500)}${'\t'.repeat(500)}${' '.repeat(500)}b`;
  expect(visibleText(lines)).toBe(lines);
});

test('nothing of the result changes again, and a text of 100,000 characters takes no time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(visibleText(text))).toBe(visibleText(text));
    }),
  );
  const usedMs = startProcessorTimer();
  for (const unit of ['\u200B', '\u0301', '\u200D👧', 'a', '🏴\u{E0067}'])
    visibleText(unit.repeat(100_000 / unit.length));
  expect(usedMs()).toBeLessThan(5_000);
});

test('whatever is spelled out in a text is spelled out in a name too, and in nothing that is called invisible is more', () => {
  for (let code = 0; code < 0xf_0000; code++) {
    const character = String.fromCodePoint(code);
    const isSpelled = visibleLine(character) !== character;
    if (isSpelled) expect(spelledOut(character)).not.toBe(character);
    if (isSpelled && !/\s/u.test(character)) expect(isInvisible(character)).toBe(true);
  }
});

test('the start of a text is that of all of it, and does not take the time of all of it', () => {
  const part = fc.constantFrom('a', '\n', '\u202E', '👩\u200D👩\u200D👧', '🏴\u200D☠\uFE0F', 'e\u0301', '漢');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.nat(80), (parts, length) => {
      const text = parts.join('');
      expect(visibleText(text).startsWith(visibleStart(text, length))).toBe(true);
      expect(visibleStart(text, length).length).toBeGreaterThanOrEqual(
        Math.min(length, visibleText(text).length) - 1,
      );
    }),
  );
  const long = '\u202E'.repeat(5_000_000);
  const usedMs = startProcessorTimer();
  for (let times = 0; times < 1_000; times++) visibleStart(long, 60);
  expect(usedMs()).toBeLessThan(1_000);
});
