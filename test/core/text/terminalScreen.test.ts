// What output leaves on a terminal when it moves the cursor: bars of several lines, and sequences made to hang it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesCursor, screenText } from '../../../src/core/text/terminalScreen.ts';
import { plainOutput, withoutEscapes } from '../../../src/core/text/terminalText.ts';

const ESC = '\x1b[';

test.each([
  ['a line up, and erased', `a\nb\n${ESC}2A${ESC}2KTOP\n\n`, 'TOP\nb\n'],
  ['a line up, and overwritten', `up one\nsecond${ESC}1A\rFIRST\n`, 'FIRSTe\nsecond'],
  ['down again below the bars', `one\ntwo\n${ESC}2Aone done\n${ESC}1Bthree`, 'one done\ntwo\nthree'],
  ['right and left', `abc${ESC}2Dx${ESC}3Cy`, 'axc  y'],
  ['to a column', `abcdef${ESC}3GX`, 'abXdef'],
  ['home, and all erased', `old\nlines\n${ESC}H${ESC}2Jnew`, 'new'],
  ['to a row and a column', `${ESC}2;3Hx`, '\n  x'],
  ['the rest of the screen erased', `a\nb\nc${ESC}2A${ESC}J`, 'a'],
  ['the start of a line erased', `abc${ESC}1A${ESC}2G${ESC}1Kx`, ' xc'],
  ['up a line and to its start', `abc\ndef${ESC}Fx`, 'xbc\ndef'],
  ['a place that is stored', `x\n\x1b7one\n\x1b8ONE${ESC}stwo${ESC}uTWO\n`, 'x\nONETWO\n'],
  ['letters erased where they stand', `123456${ESC}3D${ESC}2X|`, '123| 6'],
  ['letters taken out and put in', `abcdef${ESC}4D${ESC}2P${ESC}1@X`, 'abXef'],
  ['to a row', `a\nb\nc${ESC}1dX`, 'aX\nb\nc'],
  ['down, to the next line, and back', 'ab\x1bDc\x1bEd\x1bMe', 'ab\n ec\nd'],
  ['a letter repeated', `-${ESC}5b>`, '------>'],
  ['lines put in and taken out', `a\nb\nc${ESC}1A${ESC}Lnew${ESC}2B\r${ESC}M`, 'a\nnew\nb\n'],
  ['all erased, with what has left the screen', `old\n${ESC}2J${ESC}Hnew\n${ESC}3J`, 'new\n'],
  ['wide letters', `你好朋\r${ESC}2CX`, '你X 朋'],
  ['emoji', `A😀B\r${ESC}3CZ`, 'A😀Z'],
  ['half of a wide letter', `한글${ESC}3Dx`, ' x글'],
  ['marks upon letters', `e\u0301a${ESC}1Db`, 'e\u0301b'],
  ['colors in between', `${ESC}31ma${ESC}0m\n${ESC}1Ab`, 'b\n'],
])('%s', (_, output, text) => {
  expect(movesCursor(output)).toBe(true);
  expect(screenText(output)).toBe(text);
});

test('bars of three lines that are drawn fifty times stand there once', () => {
  const frame = (percent: number): string => `one ${percent}%\ntwo ${percent}%\nthree ${percent}%\n`;
  const frames = Array.from({ length: 50 }, (_, index) => `${ESC}3A${frame(2 * index + 2)}`);
  expect(plainOutput(frame(0) + frames.join(''))).toBe(frame(100));
});

test.each([
  ['1049', `main ${ESC}?1049h ALT ${ESC}?1049l after`, 'main  after'],
  ['47', `main ${ESC}?47hALT${ESC}?47lafter`, 'main after'],
  ['1047', `main\n\x9b?1047h${ESC}HALT\nmore\x9b?1047lafter`, 'main\nafter'],
  ['other modes with it', `main\n${ESC}?1;1049;25hALT${ESC}?25;1049lafter`, 'main\nafter'],
  ['several', `a${ESC}?1049hX${ESC}?1049lb${ESC}?1049hY${ESC}?1049lc`, 'abc'],
  ['one entered twice', `a${ESC}?1049h${ESC}?1047hX${ESC}?1049lb`, 'ab'],
  ['one left that was not entered', `a\n${ESC}?1049lb`, 'a\nb'],
  ['a place stored before it', `ab\x1b7${ESC}?47h${ESC}5;5HX${ESC}2J${ESC}?47l\x1b8c`, 'abc'],
  ['erasing on it', `a\nb\n${ESC}?1049h${ESC}H${ESC}2Jx\n${ESC}3A${ESC}?1049l${ESC}1Ac`, 'a\nc\n'],
  ['one that is not left', `main\n${ESC}?1049h${ESC}2J${ESC}3;2HALT`, 'main\n\n\n ALT'],
  ['one that is not left, behind half a line', `main ${ESC}?1049h${ESC}HALT${ESC}9A.`, 'main \nALT.'],
  ['one that is being left', `main\n${ESC}?1049hALT${ESC}?10`, 'main\nALT'],
])('the screen of a program: %s', (_, output, text) => {
  expect(plainOutput(output)).toBe(text);
});

test.each([
  ['a screen alone', `${ESC}?1049h${ESC}H${ESC}2JALT${ESC}?1049l`, 'ALT'],
  [
    'the last of several',
    `\r\n${ESC}?25l${ESC}?1049hX${ESC}?1049l${ESC}m${ESC}?1049hY${ESC}?1049l${ESC}?25h\n`,
    'Y',
  ],
  ['a title and a screen', `\x1b]0;top\x07${ESC}?47hALT${ESC}?47l`, 'ALT'],
])('a program that printed nothing but %s shows its last screen', (_, output, text) => {
  expect(plainOutput(output).trim()).toBe(text);
  expect(withoutEscapes(output).trim()).toBe(text);
});

test.each([
  ['letters struck twice', 'N\bNA\bAM\bME\bE', 'NAME'],
  ['underlined letters', '_\bu_\bn', 'un'],
  ['a line of progress', '10%\r20%\r100%\nrest', '100%\nrest'],
  ['a line that is erased', `long line\r${ESC}Kshort\r\n`, 'short\n'],
  ['colors in it', `${ESC}31ma\rb${ESC}0m\n${ESC}32mc`, 'b\nc'],
  ['ends of lines of Windows', 'a\r\nb\r\r\n', 'a\nb\n'],
  ['a form feed', 'a\fb\vc', 'a\nb\nc'],
  ['a tab', 'a\tb', 'a\tb'],
])('an output as it stands in the end: %s', (_, output, text) => {
  expect(plainOutput(output)).toBe(text);
});

test.each([
  ['a tab is as wide as a terminal has it', `a\tb${ESC}9GX`, 'a       X'],
  ['a tab leaves what it passes', `abcdefghij\r\tX${ESC}1GY`, 'YbcdefghXj'],
  ['a form feed begins a line', `a\fb${ESC}1GX`, 'a\nX'],
])('%s', (_, output, text) => {
  expect(screenText(output)).toBe(text);
});

test('a text that is no output loses what was drawn on a screen of its own', () => {
  expect(withoutEscapes(`main ${ESC}?1049hALT${ESC}?1049lafter`)).toBe('main after');
  expect(withoutEscapes(`main ${ESC}?1049hALT`)).toBe('main ALT');
});

test('what has scrolled off the screen stays, whatever is erased or taken out below it', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `${index}\n`).join('');
  for (const erased of ['J', '5M', '2J']) {
    const rows = screenText(`${lines}${ESC}H${ESC}${erased}${ESC}Hnew`).split('\n');
    expect(rows.slice(0, 8)).toEqual(['0', '1', '2', '3', '4', '5', '6', 'new']);
  }
});

test('what only erases or colors a line is no movement', () => {
  expect(movesCursor(`${ESC}2K${ESC}31mred${ESC}0m\r\n`)).toBe(false);
});

test.each([
  ['far down', `${ESC}99999999B`.repeat(5_000)],
  ['far right', `${ESC}99999999Cx\n`.repeat(5_000)],
  ['to the last column', `${ESC}9999Gx${ESC}9999G\n`.repeat(4_000)],
  ['a letter repeated', `x${ESC}99999999b`.repeat(5_000)],
  ['blanks put in', `x${ESC}99999999@`.repeat(5_000)],
  ['lines put in', `x\n${ESC}99999999L`.repeat(5_000)],
  ['home and down', `${ESC}H${ESC}23B\n`.repeat(5_000)],
])('%s again and again stays small', (_, output) => {
  expect(screenText(output).length).toBeLessThan(200_000);
});

test('never throws', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc
      .tuple(
        fc.constantFrom('', '0', '3', '2;2', ';', '?25', '?1049', '999'),
        fc.constantFrom(...'@`ABCDEFGHJKLMPXbdfmhlsu'.split('')),
      )
      .map(([parameters, final]) => `${ESC}${parameters}${final}`),
    fc.constantFrom(
      '\n',
      '\r',
      '\b',
      '\t',
      '\x1b',
      '\x1b7',
      '\x1b8',
      '\x1bM',
      '\x1b]0;title\x07',
      '你',
      '\u0301',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(typeof screenText(pieces.join(''))).toBe('string');
    }),
  );
});

test('a text that is no output loses its escape sequences, and nothing else', () => {
  expect(withoutEscapes('Result: \x1b[31mred\x1b[0m and \x1b[1mbold\x1b[m')).toBe('Result: red and bold');
  expect(withoutEscapes('a [31m] b\r\n')).toBe('a [31m] b\r\n');
});
