// Files that the user marked as reviewed: until the agent changes them again, and over a reload.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoredChanges } from '../../../src/changes/storedChanges.ts';
import {
  changes,
  eventually,
  KEY,
  look,
  TrackedFolder,
  turn,
  type TrackedWindow,
} from '../../support/trackedFolder.ts';

let files: TrackedFolder;
beforeEach(() => {
  files = new TrackedFolder();
});
afterEach(() => files.dispose());

/** The names of the files that are marked as reviewed, and how many were kept or undone. */
function reviewed(window: TrackedWindow): readonly (string | number)[] {
  const { files: open = [], reviewed: settled = 0 } = changes(window) ?? {};
  return [...open.filter(({ isReviewed }) => isReviewed).map(({ name }) => name), settled];
}

async function twoChanged(): Promise<TrackedWindow> {
  files.put('a.txt', '1\n2\n3\n4\n5\n6\n');
  files.put('b.txt', 'b\n');
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await turn(window, () => {
    files.put('a.txt', '1 agent\n2\n3\n4\n5\n6 agent\n');
    files.put('b.txt', 'agent\n');
  });
  return window;
}

test('a marked file stays marked while the user edits, keeps and undoes parts of it', async () => {
  const window = await twoChanged();
  const path = files.path('a.txt');
  await window.tracker.review.markReviewed(KEY, path, true);
  expect(reviewed(window)).toEqual(['a.txt', 0]);
  await window.tracker.review.keepLines(KEY, path, { start: 0, end: 1 });
  expect(reviewed(window)).toEqual(['a.txt', 0]);
  await window.tracker.review.undoLines(KEY, path, { start: 5, end: 6 });
  expect(reviewed(window)).toEqual([1]);
});

test('a new change of the agent makes a marked file unreviewed, and no other', async () => {
  const window = await twoChanged();
  await window.tracker.review.markReviewed(KEY, undefined, true);
  expect(reviewed(window)).toEqual(['a.txt', 'b.txt', 0]);
  await turn(window, () => files.put('a.txt', '1 agent\n2 again\n3\n4\n5\n6 agent\n'));
  expect(reviewed(window)).toEqual(['b.txt', 0]);
  await window.tracker.review.markReviewed(KEY, files.path('b.txt'), false);
  expect(reviewed(window)).toEqual([0]);
});

test('marks, and how many files were kept or undone, survive a reload', async () => {
  const window = await twoChanged();
  await window.tracker.review.markReviewed(KEY, files.path('a.txt'), true);
  await window.tracker.review.keep(KEY, files.path('b.txt'));
  expect(reviewed(window)).toEqual(['a.txt', 1]);
  const stored = new StoredChanges(files.beside('changes'));
  await eventually(async () => expect((await stored.load('A', 'acp-1')).settled.size).toBe(1));
  window.tracker.dispose();
  const reloaded = files.openWindow();
  reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await look(reloaded);
  expect(reviewed(reloaded)).toEqual(['a.txt', 1]);
  await reloaded.tracker.review.keep(KEY);
  expect(changes(reloaded)).toBeUndefined();
});
