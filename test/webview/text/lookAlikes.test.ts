// Letters of other scripts that look like Latin ones, in the lines that a change adds.
import { expect, test } from 'vitest';
import { diffLines } from '../../../webview/panel/toolCall/diffLines.ts';
import { asLatin, withLookAlikesSpelled } from '../../../webview/text/lookAlikes.ts';

const mixed = (newText: string, oldText = ''): readonly string[] => diffLines(oldText, newText).mixedWords;

test.each([
  ['Cyrillic', "fetch('https://p\u0430ypal.com');\n", ['p\\u{430}ypal']],
  ['Greek', 'const t\u03BFken_1 = 1;\n', ['t\\u{3bf}ken_1']],
  ['Cherokee', 'class \u13A0ata {}\n', ['\\u{13a0}ata']],
  ['beside an underscore', 'let \u0430_b;\n', ['\\u{430}_b']],
])('letters are named in a word that reads as a Latin one: %s', (_script, line, words) => {
  expect(mixed(line)).toEqual(words);
});

test.each([
  ['Russian', 'Привет, мир: РОСА и сорока\n'],
  ['a Russian ending', 'из PDFка и SQLшника, в HTML-коде\n'],
  ['Greek in formulas', 'const Δx = αx + ρ0 * νmax; // 5 µs\n'],
  ['Greek', 'Ο κόσμος\n'],
  ['accents', 'naïve Ærøskøbing Łódź ağaç\n'],
])('text that is what it reads as is not named: %s', (_what, line) => {
  expect(mixed(line)).toEqual([]);
});

test('only what is added counts, each word once, and no more than three', () => {
  expect(mixed('\u0430a\nb\n', '\u0430a\n')).toEqual([]);
  expect(mixed('x\n', '\u0430a\n')).toEqual([]);
  expect(mixed('\u0430a \u0430a\n\u0430b\n\u0430c\n\u0430d\n')).toEqual([
    '\\u{430}a',
    '\\u{430}b',
    '\\u{430}c',
  ]);
});

test('a line of one script reads as one of another', () => {
  expect(asLatin('\u0440\u0430\u0443\u0440\u0430l')).toBe('paypal');
  expect(diffLines('x = \u0441\u043E\u0441\u043E\n', 'x = coco\n').alike).toEqual(['encoding']);
  expect(diffLines('x = p\u0430ypal\n', 'x = paypal\n').alike).toEqual(['encoding']);
  expect(diffLines('x = \u0431\n', 'x = 6\n').alike).toEqual([]);
});

test.each([
  ['g\u0456t status && \u0435cho a', 'g\\u{456}t status && \\u{435}cho a'],
  ['echo Привет', 'echo Привет'],
  ['grep "naïve" docs/άλφα.md', 'grep "naïve" docs/άλφα.md'],
])('a command is shown with them spelled out: %s', (command, shown) => {
  expect(withLookAlikesSpelled(command)).toBe(shown);
});
