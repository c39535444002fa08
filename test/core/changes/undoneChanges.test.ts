// The report of what the user has undone, and what is read from it again.
import { expect, test } from 'vitest';
import {
  undoneBlock,
  undonePlaces,
  undoneText,
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
