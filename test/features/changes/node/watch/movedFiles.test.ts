// Which of the files that appear have been moved.
import { expect, test } from 'vitest';
import { absent, type FileState } from '../../../../../src/core/changes/fileState.ts';
import { movesAmong } from '../../../../../src/features/changes/node/watch/movedFiles.ts';
import type { StateDifference } from '../../../../../src/snapshots/stateDifferences.ts';
import { startProcessorTimer } from '../../../../support/clock.ts';

const LINES = 1_500;

/** A text of which no other one has many lines. */
function textOf(name: string): string {
  return Array.from({ length: LINES }, (_, line) =>
    line % 4 === 0 ? '  }\n' : `  ${name}(${line});\n`,
  ).join('');
}

function difference(path: string, from: FileState, to: FileState): StateDifference {
  return { path, from, to, fromMode: undefined, toMode: undefined, fromHash: undefined, toHash: undefined };
}

function gone(name: string, text = textOf(name)): StateDifference {
  return difference(`/old/${name}`, { kind: 'text', text }, absent);
}

function appeared(name: string, text = textOf(name)): StateDifference {
  return difference(`/new/${name}`, absent, { kind: 'text', text });
}

test('a file of which most lines were in one that is gone has been moved', () => {
  const edited = appeared('other', textOf('a').replace('a(1)', 'b(1)'));
  const shuffled = appeared(
    'shuffled',
    textOf('a')
      .split(/(?<=\n)/)
      .toReversed()
      .join(''),
  );
  const isMoved = movesAmong([gone('a'), gone('b'), edited, shuffled], new Map());
  expect([edited, appeared('new'), shuffled].map(isMoved)).toEqual([true, false, false]);
});

test('long files that have nothing in common with those that are gone are not compared line by line', () => {
  const old = Array.from({ length: 50 }, (_, index) => gone(`old${index}`));
  const isMoved = movesAmong(old, new Map());
  const each = Array.from({ length: 20 }, (_, index) => appeared(`new${index}`));
  const elapsedMs = startProcessorTimer();
  expect(each.some(isMoved)).toBe(false);
  expect(elapsedMs()).toBeLessThan(4_000);
});
