// Texts as lines, and the differences between two of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences, movedLines, splitLines } from '../../../src/core/changes/lines.ts';

/** Few different lines, so that texts have much in common, and all kinds of ends. */
const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n', 'e\n');
const anyText = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end'))
  .map(([lines, end]) => lines.join('') + end);

describe('lines', () => {
  test('joined they are the text', () => {
    fc.assert(fc.property(fc.string(), (any) => splitLines(any).join('') === any));
  });

  test('between the differences two texts are equal, and putting them in makes one the other', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const from = splitLines(one);
        const to = splitLines(other);
        const made: string[] = [];
        let at = 0;
        for (const difference of differences(from, to)) {
          expect(from.slice(at, difference.from.start)).toEqual(to.slice(made.length, difference.to.start));
          made.push(...from.slice(at, difference.from.start));
          made.push(...to.slice(difference.to.start, difference.to.end));
          at = difference.from.end;
        }
        expect([...made, ...from.slice(at)].join('')).toBe(other);
      }),
    );
  });

  test('two long texts with nothing in common are one difference, found at once', () => {
    const one = Array.from({ length: 20_000 }, (_, index) => `one ${index}\n`);
    const other = Array.from({ length: 20_000 }, (_, index) => `other ${index}\n`);
    expect(differences(['same\n', ...one], ['same\n', ...other])).toEqual([
      { from: { start: 1, end: 20_001 }, to: { start: 1, end: 20_001 } },
    ]);
  });

  test.each([
    ['none of them stands in both', ['x\n', 'y\n'], [[1, 3, 1, 3]]],
    [
      'one of them stands in both',
      ['x\n', 'b\n', 'y\n'],
      [
        [1, 1, 1, 2],
        [2, 3, 3, 4],
      ],
    ],
    ['none is left', [], [[1, 3, 1, 1]]],
  ])('lines between equal ones that were written anew are found: %s', (_name, middle, expected) => {
    const found = differences(['a\n', 'b\n', 'c\n', 'd\n'], ['a\n', ...middle, 'd\n']);
    expect(found.map(({ from, to }) => [from.start, from.end, to.start, to.end])).toEqual(expected);
  });

  test('a long text with thousands of changes has each of them as a difference of its own', () => {
    const from = Array.from({ length: 60_000 }, (_, index) => (index % 3 === 0 ? '\n' : `line ${index}\n`));
    const changed = Array.from({ length: 3_000 }, (_, index) => index * 20 + 10);
    const to = from.flatMap((each, index) => {
      if (index % 20 !== 10) return each;
      return index % 40 === 10 ? ['changed\n', '}\n'] : [];
    });
    const found = differences(from, to);
    expect(found).toHaveLength(changed.length);
    const made: string[] = [];
    let at = 0;
    for (const difference of found) {
      made.push(...from.slice(at, difference.from.start));
      made.push(...to.slice(difference.to.start, difference.to.end));
      at = difference.from.end;
    }
    expect([...made, ...from.slice(at)]).toEqual(to);
  });

  test('a long part that moved is gone at one place and new at the other', () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => `line ${index}\n`);
    const moved = [...lines.slice(3_000, 8_000), ...lines.slice(0, 3_000), ...lines.slice(8_000)];
    expect(differences(lines, moved)).toEqual([
      { from: { start: 0, end: 3_000 }, to: { start: 0, end: 0 } },
      { from: { start: 8_000, end: 8_000 }, to: { start: 5_000, end: 8_000 } },
    ]);
  });

  test('in a long text where most lines stand where they stood, what moved a little is gone and new', () => {
    // Every fifth line is the same, so that some stand in the same place by chance.
    const from = Array.from({ length: 20_000 }, (_, index) => (index % 5 === 0 ? '\n' : `line ${index}\n`));
    const to = [...from.slice(0, 1_000), 'new\n', ...from.slice(1_000, 2_999), ...from.slice(3_000)];
    expect(to).toHaveLength(from.length);
    expect(differences(from, to.with(10_001, 'other\n'))).toEqual([
      { from: { start: 1_000, end: 1_000 }, to: { start: 1_000, end: 1_001 } },
      { from: { start: 2_999, end: 3_000 }, to: { start: 3_000, end: 3_000 } },
      { from: { start: 10_001, end: 10_002 }, to: { start: 10_001, end: 10_002 } },
    ]);
  });

  test('the differences of long texts of as many lines make one the other', () => {
    const count = 3_000;
    const edits = fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.constantFrom('a\n', 'b\n', 'new\n')), {
      maxLength: 40,
    });
    const from = Array.from({ length: count }, (_, index) => (index % 3 === 0 ? 'a\n' : `line ${index}\n`));
    fc.assert(
      fc.property(edits, fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 }), (changed, gone, came) => {
        const edited = [...from];
        for (const [at, text] of changed) edited[at] = text;
        const to = edited.toSpliced(gone, 1).toSpliced(came, 0, 'came\n');
        const made: string[] = [];
        let at = 0;
        for (const difference of differences(from, to)) {
          made.push(...from.slice(at, difference.from.start));
          expect(made).toHaveLength(difference.to.start);
          made.push(...to.slice(difference.to.start, difference.to.end));
          at = difference.from.end;
        }
        expect([...made, ...from.slice(at)]).toEqual(to);
      }),
      { numRuns: 30 },
    );
  });

  test('a long text of the same few lines is compared all the same', () => {
    const from: readonly string[] = Array.from({ length: 10_000 }, (_, index) =>
      index % 2 === 0 ? '{\n' : '}\n',
    );
    const to = from.with(100, 'x\n').with(9_000, 'y\n');
    expect(differences(from, to).map(({ from: { start } }) => start)).toEqual([100, 9_000]);
  });

  test('lines that stand in a later text too are found there, and those that changed nowhere', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(12), fc.nat(3), (one, other, start, count) => {
        const lines = { start, end: start + count };
        const moved = movedLines(one, other, lines);
        expect(movedLines(one, one.replaceAll('\r', ''), lines)).toEqual(lines);
        const textAt = (text: string, range = lines): string =>
          splitLines(text.replaceAll('\r', '')).slice(range.start, range.end).join('');
        if (moved !== undefined) expect(textAt(other, moved)).toBe(textAt(one));
      }),
    );
    expect(movedLines('a\nb\nc\n', 'x\na\nb\nc\n', { start: 1, end: 2 })).toEqual({ start: 2, end: 3 });
    expect(movedLines('a\nb\nc\n', 'a\nB\nc\n', { start: 1, end: 2 })).toBeUndefined();
    expect(movedLines('a\nb\nc\n', 'a\nx\nb\nc\n', { start: 1, end: 1 })).toBeUndefined();
  });
});
