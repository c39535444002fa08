// The report of what the user has undone, and what is read from it again.
import { expect, test } from 'vitest';
import {
  undoneBlock,
  undonePlaces,
  undoneText,
  withRedone,
  withUndone,
  type UndoneChange,
} from '../../../src/core/changes/undoneChanges.ts';

const created = (path: string): UndoneChange => ({
  path,
  from: { kind: 'text', text: 'x\n' },
  to: { kind: 'absent' },
});

function textOf(changes: readonly UndoneChange[], earlier?: string): string {
  const block = undoneBlock(changes, earlier);
  return block === undefined ? '' : (undoneText([block]) ?? '');
}

test('the places of a report can be counted, also where an earlier report stands before it', () => {
  const edited: UndoneChange = {
    path: '/w/a.txt',
    from: { kind: 'text', text: 'one\n\ntwo\nthree\nFOUR\n' },
    to: { kind: 'text', text: 'ONE\n\ntwo\nthree\nfour\n' },
  };
  const first = textOf([edited]);
  expect(undonePlaces(first)).toBe(2);
  expect(undonePlaces(textOf([created('/w/b.txt')], first))).toBe(3);
});

test.each([
  ['put back', 'one\nthree\n', 'one\ntwo\nthree\n'],
  ['removed', 'one\ntwo\nthree\n', 'one\nthree\n'],
])('lines that were only %s are one place', (_done, before, after) => {
  const edited: UndoneChange = {
    path: '/w/a.txt',
    from: { kind: 'text', text: before },
    to: { kind: 'text', text: after },
  };
  expect(undonePlaces(textOf([edited, created('/w/b.txt')]))).toBe(2);
});

test('places that a report has no room for are counted too', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => created(`/w/${index}-${'n'.repeat(90)}.txt`));
  const text = textOf(many);
  expect(text).toMatch(/…and \d+ more\.$/);
  expect(undonePlaces(text)).toBe(1_000);
});

function edit(path: string, from: string, to: string): UndoneChange {
  return { path, from: { kind: 'text', text: from }, to: { kind: 'text', text: to } };
}

test('a file that was undone in parts is one change, unless it was edited between them', () => {
  const first = [edit('a', '3', '2'), edit('b', '3', '2')];
  expect(withUndone(first, [edit('a', '2', '1'), edit('b', 'edited', '1'), edit('c', '2', '1')])).toEqual([
    edit('b', '3', '2'),
    edit('a', '3', '1'),
    edit('b', 'edited', '1'),
    edit('c', '2', '1'),
  ]);
  expect(withUndone([], [edit('a', '3', '2'), edit('a', '2', '1')])).toEqual([edit('a', '3', '1')]);
});

test('an undo that was redone is no longer a change, and one that was redone in part is less of one', () => {
  const changes = [edit('a', '2', '1'), edit('b', '3', '1'), edit('a', '4', '3'), edit('c', '2', '1')];
  const text = (of: string): UndoneChange['to'] => ({ kind: 'text', text: of });
  expect(withRedone(changes, [])).toEqual(changes);
  expect(
    withRedone(changes, [
      ['a', text('4')],
      ['b', text('2')],
      ['d', text('1')],
    ]),
  ).toEqual([edit('a', '2', '1'), edit('b', '3', '2'), edit('c', '2', '1')]);
  // Each undo at a path is redone on its own, the last one first.
  expect(
    withRedone(changes, [
      ['a', text('4')],
      ['a', text('2')],
    ]),
  ).toEqual([edit('b', '3', '1'), edit('c', '2', '1')]);
});
