// The pieces of a plan that can be commented on, and the lines that they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planUnits } from '../../../../webview/features/plans/planUnits.ts';

let texts = 0;
const unitsOf = (text: string) =>
  planUnits(`text ${(texts += 1)}`, text).map(({ block, start, lines, depth }) => ({
    kind: block.kind,
    raw: block.raw,
    listStart: block.listStart,
    start,
    lines,
    depth,
  }));

test('headings, paragraphs and code are pieces with the numbers of their lines', () => {
  const text = '# A\n\nTwo\nlines\n\n```ts\ncode\n\nmore\n```\n';
  expect(unitsOf(text).map(({ kind, start, lines }) => [kind, start, lines])).toEqual([
    ['heading', 1, ['# A']],
    ['paragraph', 3, ['Two', 'lines']],
    ['code', 6, ['```ts', 'code', '', 'more', '```']],
  ]);
});

test('each item of a list is a piece, at any depth, with its own number', () => {
  const text = '1. One\n2. Two\n   - inner\n     1. deep\n   - other\n3. Three\n';
  expect(
    unitsOf(text).map(({ raw, start, depth, listStart }) => [raw.trim(), start, depth, listStart]),
  ).toEqual([
    ['1. One', 1, 1, 1],
    ['2. Two', 2, 1, 2],
    ['- inner', 3, 2, undefined],
    ['1. deep', 4, 3, 1],
    ['- other', 5, 2, undefined],
    ['3. Three', 6, 1, 3],
  ]);
});

test('what looks like an item in the code of an item is none', () => {
  const text = '1. Run\n\n   ```sh\n   - not an item\n   ```\n\n2. Then\n';
  const units = unitsOf(text);
  expect(units.map(({ start }) => start)).toEqual([1, 7]);
  expect(units[0]?.lines.at(-1)?.trim()).toBe('```');
});

test('of a plan of a megabyte each piece is found', () => {
  const step = '## Step\n\nLook at it.\n\n- first the words\n  - then the tests\n\n';
  const text = step.repeat(Math.ceil(1_048_576 / step.length));
  expect(unitsOf(text).length).toBe((text.length / step.length) * 4);
});

test('an empty plan has no pieces', () => {
  expect(unitsOf('')).toEqual([]);
  expect(unitsOf('\n\n')).toEqual([]);
});

const line = fc.constantFrom(
  '# Head',
  'text',
  '',
  '- item',
  '  - inner',
  '1. one',
  '   more',
  '```',
  '| a | b |',
  '| - | - |',
  '> quote',
  '\titem',
);

test('each line that says something is in exactly one piece, under its number', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const found = unitsOf(lines.join('\n')).flatMap(({ start, lines: own }) =>
        own.map((each, index) => [start + index, each] as const),
      );
      for (const [number, text] of found) expect(lines[number - 1]).toBe(text);
      const numbers = found.map(([number]) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
      lines.forEach((text, index) => {
        if (text.trim() !== '') expect(numbers).toContain(index + 1);
      });
    }),
  );
});
