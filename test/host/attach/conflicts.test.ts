import { expect, test } from 'vitest';
import { conflictAt } from '../../../src/host/attach/conflicts.ts';

const text = (...lines: readonly string[]) => ({
  lineCount: lines.length,
  lineAt: (line: number) => lines[line] ?? '',
});

const two = text(
  'a',
  '<<<<<<< HEAD',
  'ours',
  '=======',
  'theirs',
  '>>>>>>> topic',
  'between',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> topic',
);

test.each([
  [0, undefined],
  [1, { start: 1, end: 5 }],
  [3, { start: 1, end: 5 }],
  [5, { start: 1, end: 5 }],
  [6, undefined],
  [8, { start: 7, end: 9 }],
])('line %i is in the conflict %j', (line, expected) => {
  expect(conflictAt(two, line)).toEqual(expected);
});

test('a conflict that does not end, or is very long, is none', () => {
  expect(conflictAt(text('<<<<<<< HEAD', 'a'), 1)).toBeUndefined();
  const long = text('<<<<<<< HEAD', ...Array.from({ length: 5_000 }, () => 'a'), '>>>>>>> topic');
  expect(conflictAt(long, 2_500)).toBeUndefined();
});
