// Slices of texts by lines, line endings, and single edits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceLines } from '../../../src/core/ports/fileAccess.ts';
import { lineEndingOf, singleEdit, withLineEnding, withoutMark } from '../../../src/core/text/fileText.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

const words = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '\uFEFF', '😀', '\uD83D', '\uDE00'),
});

/** Without lone carriage returns, which are text to an ending that is set. */
const wordsInLines = words.filter((text) => !/\r(?!\n)/.test(text));

describe('R75 lines of a text', () => {
  it.each([
    ['from the first line on', 1, undefined, 'one\r\ntwo\nthree'],
    ['0 like 1', 0, 1, 'one\r\n'],
    ['from a line on', 2, undefined, 'two\nthree'],
    ['at most so many', 1, 2, 'one\r\ntwo\n'],
    ['no more than there are', 3, 10, 'three'],
    ['none', 2, 0, ''],
    ['past the end', 4, 1, ''],
    ['far past the end', 4_294_967_295, 4_294_967_295, ''],
  ])('gives %s', (_what, line, limit, expected) => {
    expect(sliceLines('one\r\ntwo\nthree', line, limit)).toBe(expected);
  });

  it('counts a lone carriage return as an ending', () => {
    expect(sliceLines('a\rb\r\rc', 2, 2)).toBe('b\r\r');
  });

  it('keeps the byte order mark with the first line only', () => {
    expect(sliceLines('\uFEFFa\nb', 1, 1)).toBe('\uFEFFa\n');
    expect(sliceLines('\uFEFFa\nb', 2)).toBe('b');
  });

  it('adds up to the whole text, whatever it is', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 6 }), (text, line) => {
        expect(sliceLines(text, 1, line) + sliceLines(text, line + 1)).toBe(text);
      }),
    );
  });
});

describe('The line ending of a text', () => {
  it.each([
    ['', undefined],
    ['a', undefined],
    ['a\nb\n', '\n'],
    ['a\r\nb', '\r\n'],
    ['a\r\nb\n', undefined],
    ['\na\r\n', undefined],
    ['a\rb', undefined],
  ])('of %j is %j', (text, ending) => {
    expect(lineEndingOf(text)).toBe(ending);
  });

  it('is what it was set to', () => {
    fc.assert(
      fc.property(wordsInLines, fc.constantFrom('\n' as const, '\r\n' as const), (text, ending) => {
        const set = withLineEnding(text, ending);
        expect([ending, undefined]).toContain(lineEndingOf(set));
        expect(withLineEnding(set, '\n')).toBe(withLineEnding(text, '\n'));
      }),
    );
  });
});

describe('The single edit between two texts', () => {
  it('turns one into the other and cuts no character', () => {
    fc.assert(
      fc.property(words, words, words, words, (head, before, after, tail) => {
        const [from, to] = [head + before + tail, head + after + tail];
        const edit = singleEdit(from, to);
        if (edit === undefined) {
          expect(from).toBe(to);
          return;
        }
        expect(from.slice(0, edit.start) + edit.text + from.slice(edit.end)).toBe(to);
        for (const offset of [edit.start, edit.end]) {
          const around = from.slice(Math.max(0, offset - 1), offset + 1);
          expect(around).not.toBe('\r\n');
          if (offset > 0 && offset < from.length)
            expect(around).not.toMatch(/^[\uD800-\uDBFF][\uDC00-\uDFFF]$/);
        }
      }),
      propertyRuns(1000),
    );
  });

  it('is small', () => {
    expect(singleEdit('const a = 1;\n', 'const b = 1;\n')).toEqual({ start: 6, end: 7, text: 'b' });
    expect(singleEdit('same', 'same')).toBeUndefined();
  });
});

it('a byte order mark is taken off once', () => {
  expect(withoutMark('\uFEFFa')).toBe('a');
  expect(withoutMark('\uFEFF\uFEFFa')).toBe('\uFEFFa');
  expect(withoutMark('a\uFEFF')).toBe('a\uFEFF');
});
