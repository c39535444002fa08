import { expect, test } from 'vitest';
import { conflictAt } from '../../../../src/features/quickFixes/core/conflicts.ts';

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
  const long = text('<<<<<<< HEAD', ...Array.from({ length: 50_000 }, () => 'a'), '>>>>>>> topic');
  expect(conflictAt(long, 25_000)).toBeUndefined();
});

test('a conflict with the text of the common ancestor, and one with bare markers, are whole', () => {
  const ancestor = text('<<<<<<< HEAD', 'a', '||||||| 1234567', 'b', '=======', 'c', '>>>>>>> topic');
  for (const line of [0, 1, 3, 5, 6]) expect(conflictAt(ancestor, line)).toEqual({ start: 0, end: 6 });
  const bare = text('<<<<<<<', 'a', '=======', 'b', '>>>>>>>', 'c');
  expect([conflictAt(bare, 3), conflictAt(bare, 5)]).toEqual([{ start: 0, end: 4 }, undefined]);
});

test('a conflict inside the text of the common ancestor, as git marks it, is part of the one around it', () => {
  const nested = text(
    '<<<<<<< HEAD',
    'a',
    '||||||| merged common ancestors',
    '<<<<<<<<< Temporary merge branch 1',
    'b',
    '=========',
    'c',
    '>>>>>>>>> Temporary merge branch 2',
    '=======',
    'd',
    '>>>>>>> topic',
  );
  expect(conflictAt(nested, 4)).toEqual({ start: 0, end: 10 });
});
