// Where the open changes of a file stand, for the lenses above them and the keys at them.
import { expect, test } from 'vitest';
import {
  currentLines,
  hunksIn,
  isInLines,
  shownLine,
} from '../../../../src/features/changes/core/hunkText.ts';
import type { LineRange } from '../../../../src/core/changes/lines.ts';
import { hunksOf } from '../../../../src/core/changes/threeWay.ts';
import type { ChangedPlace } from '../../../../src/features/changes/host/changedPlaces.ts';
import { hunkBeside, openHunks, shownHunks } from '../../../../src/features/changes/host/openHunks.ts';

const before = Array.from({ length: 10 }, (_, index) => `line ${index}\n`);
/** Line 1 replaced by two, line 5 deleted, the last one deleted. */
const after = before.toSpliced(9, 1).toSpliced(5, 1).toSpliced(1, 1, 'one\n', 'two\n');
const hunks = hunksOf({ before: before.join(''), after: after.join(''), current: after.join('') });
const lineCount = after.length + 1;

function place(key: string, own: ChangedPlace['review']['hunks'], isWhole = false): ChangedPlace {
  const review = {
    state: 'modified',
    added: 0,
    removed: 0,
    hunks: own,
    isWhole,
    hasConflict: false,
  } as const;
  return { key, path: '/w/notes.txt', isReviewed: false, review, text: after.join('') };
}

test('a deletion is shown at the line after it, and at the end at the last line', () => {
  expect(hunks.map((hunk) => shownLine(hunk, lineCount))).toEqual([1, 6, 9]);
  expect(hunks.map((hunk) => shownLine(hunk, 9))).toEqual([1, 6, 8]);
});

test.each([
  [0, [false, false, false]],
  [1, [true, false, false]],
  [2, [true, false, false]],
  [3, [false, false, false]],
  [6, [false, true, false]],
  [9, [false, false, true]],
])('the cursor in line %i is at its change', (line, isAt) => {
  const lines = { start: line, end: line + 1 };
  expect(hunks.map((hunk) => isInLines(hunk, lines, lineCount))).toEqual(isAt);
});

test('the cursor right before a deletion is at it, unless it is in another change', () => {
  const at = (line: number): readonly boolean[] => {
    const found = hunksIn(hunks, { start: line, end: line + 1 }, lineCount);
    return hunks.map((hunk) => found.includes(hunk));
  };
  expect([at(4), at(5), at(8)]).toEqual([
    [false, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  const next = hunksOf({ before: 'a\nb\nc\n', after: 'A\nc\n', current: 'A\nc\n' });
  const beside = hunksOf({ before: 'a\nx\nb\ny\nc\n', after: 'a\nb\nc\n', current: 'a\nb\nc\n' });
  expect(hunksIn(next, { start: 0, end: 1 }, 3)).toEqual(next);
  expect(hunksIn(beside, { start: 1, end: 2 }, 4)).toEqual(beside.slice(0, 1));
});

test('a selection is at all changes in it, also at one that is shown at its first or last line', () => {
  const at = (start: number, end: number): readonly boolean[] =>
    hunks.map((hunk) => isInLines(hunk, { start, end }, lineCount));
  expect([at(0, lineCount), at(6, 10), at(2, 7), at(3, 6)]).toEqual([
    [true, true, true],
    [false, true, true],
    [true, true, false],
    [false, false, false],
  ]);
});

test('changes of two sessions are one row of lines, each with its number in its session', () => {
  const [first, second, third] = hunks;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('Not three changes.');
  const all = openHunks([place('a', [first, third]), place('b', [second])]);
  expect(all.map(({ place: { key }, number }) => `${key} ${number}`)).toEqual(['a 1', 'b 1', 'a 2']);
});

test('the next and the previous change are found from any line, and none past the ends', () => {
  const all = shownHunks([place('a', hunks)], after.join(''));
  const lineBeside = (line: number, step: 1 | -1): number | undefined => hunkBeside(all, line, step)?.line;
  expect([0, 1, 2, 6, 9].map((line) => lineBeside(line, 1))).toEqual([1, 6, 6, 9, undefined]);
  expect([0, 1, 2, 6, 9].map((line) => lineBeside(line, -1))).toEqual([undefined, undefined, 1, 1, 6]);
});

test.each([
  ['as it was read', after, [1, 6, 9]],
  ['with lines typed above', ['typed\n', 'typed\n', ...after], [3, 8, 11]],
  ['before Undo of the first change has come to the list', after.toSpliced(1, 2, 'line 1\n'), [5, 8]],
  ['with a line typed into the first change', after.with(2, 'typed\n'), [6, 9]],
])('an editor that shows the text %s has the changes at its own lines', (_how, shown, lines) => {
  const all = shownHunks([place('a', hunks)], shown.join(''));
  expect(all.map(({ line }) => line)).toEqual(lines);
});

test('a file that is one change has it at the first line, whatever was typed into it', () => {
  const whole = [
    {
      before: { start: 0, end: 0 },
      after: { start: 0, end: 2 },
      current: { start: 0, end: 2 },
      isConflict: true,
    },
  ];
  expect(shownHunks([place('a', whole, true)], 'typed\n').map(({ line }) => line)).toEqual([0]);
});

test('a line of the text before belongs to the change that is beside it', () => {
  const lines = (line: number) => currentLines(hunks, { start: line, end: line + 1 });
  expect(lines(0)).toBeUndefined();
  expect(lines(1)).toEqual({ start: 1, end: 3 });
  expect(lines(3)).toBeUndefined();
  expect(lines(5)).toEqual({ start: 6, end: 6 });
  expect(lines(7)).toBeUndefined();
  expect(lines(9)).toEqual({ start: 9, end: 9 });
});

test('of 10,000 changes in a long file each is found at its line, also after the user has typed above them', () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}\n`);
  const own = lines.flatMap((_, line) =>
    line % 20 === 0 ? [{ before: at(line), after: at(line), current: at(line), isConflict: false }] : [],
  );
  const long = { ...place('s', own), text: lines.join('') };
  const typed = ['typed\n', ...lines].join('');
  const shown = shownHunks([long], typed);
  expect(shown).toHaveLength(10_000);
  expect(shown.every(({ hunk, line }) => line === hunk.current.start + 1)).toBe(true);
});

function at(line: number): LineRange {
  return { start: line, end: line + 1 };
}
