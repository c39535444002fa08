// Long texts in pieces that the browser lays out in time: nothing is lost, no piece is long, no character is cut.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textChunks } from '../../../webview/text/textChunks.ts';
import { PIECE_LENGTH, longestRun, needsPieces, textPieces } from '../../../webview/text/textPieces.ts';

const unit = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '漢',
  'ש',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '👍🏽',
  '\u200D',
  '\u0301',
  '[',
  '\r\n',
  '=',
);
const longText = fc
  .array(fc.tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 4_000 })), {
    maxLength: 4,
  })
  .map((parts) => parts.map(([units, count]) => units.join('').repeat(count)).join(''));

test('pieces joined are the text, and none is longer than can be laid out at once', () => {
  fc.assert(
    fc.property(longText, (text) => {
      const pieces = textPieces(text);
      expect(pieces.join('') === text).toBe(true);
      expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_LENGTH);
      expect(pieces.every((piece) => piece !== '')).toBe(true);
    }),
  );
});

test('no piece ends between the halves of a character', () => {
  fc.assert(
    fc.property(longText, (text) => {
      expect(textPieces(text).some((piece) => /[\uD800-\uDBFF]$/.test(piece))).toBe(false);
    }),
  );
});

test.each([
  ['a family', '👩‍👩‍👧‍👦'],
  ['a letter with marks', 'a\u0301\u0302\u0303'],
  ['a skin tone', '👍🏽'],
])('%s is not cut in two', (_name, character) => {
  const pieces = textPieces(character.repeat(3_000));
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece === character.repeat(piece.length / character.length))).toBe(true);
});

test('when text is appended, all pieces and chunks but the last stay the same', () => {
  fc.assert(
    fc.property(longText, longText, (text, more) => {
      for (const cut of [textPieces, textChunks]) {
        const before = cut(text).slice(0, -2);
        expect(cut(text + more).slice(0, before.length)).toEqual(before);
      }
    }),
  );
});

test('a chunk has whole lines, and is short unless it is one line', () => {
  fc.assert(
    fc.property(longText, (text) => {
      const chunks = textChunks(text);
      expect(chunks.join('') === text).toBe(true);
      expect(chunks.slice(0, -1).every((chunk) => chunk.endsWith('\n'))).toBe(true);
      const long = chunks.filter(({ length }) => length > PIECE_LENGTH);
      expect(long.every((chunk) => !chunk.slice(0, -1).includes('\n'))).toBe(true);
    }),
  );
});

test('text with blanks is laid out as one, a long run and long text of several scripts is not', () => {
  expect(needsPieces('lorem ipsum '.repeat(1_000))).toBe(false);
  expect(needsPieces('A'.repeat(5_000))).toBe(true);
  expect(needsPieces('abc שלום '.repeat(1_000))).toBe(true);
  expect(longestRun('a bbb\ncc')).toBe(3);
});
