// Splitting bytes into lines.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, lineText, type Line } from '../../../packages/process/lineSplitter.ts';

function textsOf(lines: readonly (Line | undefined)[]): string[] {
  return lines.flatMap((line) => (line === undefined ? [] : [lineText(line)]));
}

test('lines come whole, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\r\n]/g, ''))),
      fc.array(fc.nat(200)),
      (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const read: Line[] = [];
        const splitter = new LineSplitter(10_000);
        let start = 0;
        for (const cut of [...cuts.map((each) => each % (bytes.length + 1)), bytes.length].sort(
          (one, other) => one - other,
        )) {
          read.push(...splitter.push(bytes.subarray(start, cut)));
          start = cut;
        }
        expect(textsOf(read)).toEqual(lines);
      },
    ),
  );
});

test('a line ends at LF only: CRLF is one too, and other separators are text', () => {
  const splitter = new LineSplitter(100);
  const lines = splitter.push(Buffer.from('a\u2028b\r\nc'));
  expect(textsOf([...lines, splitter.end()])).toEqual(['a\u2028b', 'c']);
});

test('a line over the limit is cut to its beginning, and the next one is read', () => {
  const splitter = new LineSplitter(4);
  const lines = [...splitter.push(Buffer.from('123')), ...splitter.push(Buffer.from('4567\nnext\n'))];
  expect(lines.map(({ kind }) => kind)).toEqual(['overlong', 'line']);
  expect(textsOf(lines)).toEqual(['1234567', 'next']);

  const long = new LineSplitter(1000).push(Buffer.from(`${'x'.repeat(5000)}\n`));
  expect(textsOf(long)).toEqual(['x'.repeat(400)]);
});
