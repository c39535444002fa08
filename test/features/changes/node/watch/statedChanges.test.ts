// What calls state that was in files: the first text counts, and nothing of a call outlives its turn.
import { expect, test } from 'vitest';
import { StatedChanges } from '../../../../../src/features/changes/node/watch/statedChanges.ts';

const nothing = async (): Promise<void> => undefined;

test('the text that the first call states is taken once', () => {
  const stated = new StatedChanges();
  stated.follow(
    '1',
    [
      { path: '/a', oldText: 'one' },
      { path: '/a', oldText: 'two' },
    ],
    'in_progress',
  );
  stated.follow('2', [{ path: '/a', oldText: 'three' }], 'in_progress');
  expect([stated.take('/a'), stated.take('/a')]).toEqual(['one', undefined]);
});

test('nothing is known where one call does not state its text, or has failed', () => {
  const stated = new StatedChanges();
  stated.follow('1', [{ path: '/a', oldText: 'one' }], 'in_progress');
  stated.follow('2', [{ path: '/a', oldText: undefined }], 'in_progress');
  stated.follow('3', [{ path: '/b', oldText: 'b' }], 'failed');
  expect([stated.take('/a'), stated.take('/b')]).toEqual([undefined, undefined]);
});

test('a call that goes on is known after a look, one that has ended is not, and none is in the next turn', async () => {
  const stated = new StatedChanges();
  stated.follow('goes on', [{ path: '/a', oldText: 'one' }], 'in_progress');
  stated.follow('ended', [{ path: '/b', oldText: 'two' }], 'completed');
  await stated.during(nothing);
  expect([stated.pathsOf('goes on'), stated.pathsOf('ended')]).toEqual([['/a'], []]);
  await stated.duringFirst(nothing);
  expect([stated.pathsOf('goes on'), stated.take('/a')]).toEqual([[], undefined]);
});
