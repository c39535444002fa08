// Files that the user marked as reviewed: until the agent changes them again, and over a reload.
import { expect, test } from 'vitest';
import { SessionRecords } from '../../../../../src/features/changes/node/review/sessionRecords.ts';
import { StoredChanges } from '../../../../../src/features/changes/node/storedChanges.ts';
import { changes, KEY, look, turn, type TrackedWindow } from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

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
  await eventually(async () =>
    expect((await stored.load({ agent: 'A', sessionId: 'acp-1' })).settled.size).toBe(1),
  );
  window.tracker.dispose();
  const reloaded = files.openWindow();
  reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await look(reloaded);
  expect(reviewed(reloaded)).toEqual(['a.txt', 1]);
  await reloaded.tracker.review.keep(KEY);
  expect(changes(reloaded)).toBeUndefined();
});

test('comments that are there before the agent has opened the session take nothing of its changes', async () => {
  const window = await twoChanged();
  const anchor = { start: 0, end: 1, code: '1 agent' };
  window.comments.add(KEY, { path: files.path('a.txt'), side: 'current', anchor, text: 'Why?' });
  const stored = new StoredChanges(files.beside('changes'));
  await eventually(async () =>
    expect((await stored.load({ agent: 'A', sessionId: 'acp-1' })).files.size).toBe(2),
  );
  const records = new SessionRecords(files.beside('comments'));
  await eventually(async () =>
    expect(await records.read({ agent: 'A', sessionId: 'acp-1' })).toHaveLength(1),
  );
  window.tracker.dispose();
  const reloaded = files.openWindow({ session: { sessionId: 'acp-1', isOpened: false } });
  await eventually(() => expect(changes(reloaded)).toMatchObject({ unsentComments: 1 }));
  await look(reloaded);
  reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await look(reloaded);
  expect(changes(reloaded)?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
});

test('changes stay stored over a turn in a session that was opened before they were tracked', async () => {
  const window = await twoChanged();
  const stored = new StoredChanges(files.beside('changes'));
  await eventually(async () =>
    expect((await stored.load({ agent: 'A', sessionId: 'acp-1' })).files.size).toBe(2),
  );
  window.tracker.dispose();
  const reloaded = files.openWindow({ session: { sessionId: 'acp-1', isOpened: true } });
  await turn(reloaded, () => files.put('c.txt', 'c\n'));
  expect(changes(reloaded)?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
});
