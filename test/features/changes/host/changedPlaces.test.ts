// Files that several sessions changed: their order, whose lines are whose, and the way from file to file.
import { expect, test } from 'vitest';
import type { ReviewedFile } from '../../../../src/features/changes/core/changedFiles.ts';
import type { Hunk } from '../../../../src/core/changes/threeWay.ts';
import {
  changedPlaces,
  placeAtLines,
  placeBeside,
  placesBySession,
  type ChangedPlace,
} from '../../../../src/features/changes/host/changedPlaces.ts';

function hunk(start: number, end: number, isConflict = false): Hunk {
  const range = { start, end };
  return { before: range, after: range, current: range, isConflict };
}

function file(path: string, ...hunks: readonly Hunk[]): ReviewedFile {
  return {
    path,
    isReviewed: false,
    review: { state: 'modified', added: 1, removed: 1, hunks, isWhole: false, hasConflict: false },
  };
}

const open = new Map([
  ['first', [file('/a', hunk(3, 4)), file('/b', hunk(0, 1))]],
  ['second', [file('/a', hunk(7, 9)), file('/c', hunk(1, 2))]],
]);
const tracker = {
  sessions: () => [...open.keys()],
  open: (key: string) => open.get(key) ?? [],
};

const named = (places: readonly ChangedPlace[]): readonly string[] =>
  places.map(({ key, path }) => `${key} ${path}`);

test('the files of the shown session come first, and those of the others after them', () => {
  expect(named(changedPlaces(tracker, 'second'))).toEqual(['second /a', 'second /c', 'first /a', 'first /b']);
  expect([...placesBySession(changedPlaces(tracker, 'second')).keys()]).toEqual(['second', 'first']);
  expect([...placesBySession(changedPlaces(tracker, undefined)).keys()]).toEqual(['first', 'second']);
});

const inA = changedPlaces(tracker, 'first').filter(({ path }) => path === '/a');

test('lines belong to the session that changed them, whichever is shown', () => {
  expect(placeAtLines(inA, { start: 7, end: 9 })?.key).toBe('second');
  expect(placeAtLines(inA, { start: 8, end: 8 })?.key).toBe('second');
  expect(placeAtLines(inA, { start: 3, end: 4 })?.key).toBe('first');
  expect(placeAtLines([...inA].reverse(), { start: 3, end: 4 })?.key).toBe('first');
});

test('lines that two sessions changed belong to the one whose change can still be undone', () => {
  const places = [
    { key: 'earlier', ...file('/a', hunk(4, 5, true)) },
    { key: 'later', ...file('/a', hunk(4, 5)) },
  ];
  expect(placeAtLines(places, { start: 4, end: 5 })?.key).toBe('later');
  expect(placeAtLines([], { start: 4, end: 5 })).toBeUndefined();
});

test('each changed file is visited once, round and round, in both directions', () => {
  const places = changedPlaces(tracker, 'second');
  const visited = (step: 1 | -1): readonly (string | undefined)[] => {
    let path: string | undefined;
    return Array.from({ length: 4 }, () => (path = placeBeside(places, path, step)?.path));
  };
  expect(visited(1)).toEqual(['/a', '/c', '/b', '/a']);
  expect(visited(-1)).toEqual(['/b', '/c', '/a', '/b']);
  expect(placeBeside([], '/a', 1)).toBeUndefined();
});
