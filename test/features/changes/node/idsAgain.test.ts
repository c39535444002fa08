// An agent that uses the id of an old session for a new one: each session has what is stored of it alone.
import { expect, test } from 'vitest';
import { SessionRecords } from '../../../../src/features/changes/node/review/sessionRecords.ts';
import { StoredChanges } from '../../../../src/features/changes/node/storedChanges.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import {
  KEY,
  listed,
  look,
  promptToRun,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const OLD = 'session-old';
const files = useTrackedFolder();

/** A window in which the agent has made a session of that id. */
function newSession(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

/** The session of an earlier window, which the agent opens again. */
function reopen({ store }: TrackedWindow, key: string): void {
  store.add({ ...emptySession(key, 'A', files.folder), sessionId: 'acp-1', opening: true });
  store.dispatch(key, { type: 'opened', at: 1, sessionId: 'acp-1' });
}

const names = (key: string) => ({ agent: 'A', sessionId: 'acp-1', key });

const commentsOf = (key: string): Promise<unknown> =>
  new SessionRecords(files.beside('comments')).read(names(key));

const storedOf = async (key: string): Promise<readonly string[]> => [
  ...(await new StoredChanges(files.beside('changes')).load(names(key))).files.keys(),
];

/** What another session of that id has left: one file that its agent changed, and a comment. */
async function leave(): Promise<void> {
  files.put('a.txt', 'a\n');
  const window = files.openWindow();
  window.store.add({ ...emptySession(OLD, 'A', files.folder), opening: true });
  window.store.dispatch(OLD, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await promptToRun(window, OLD);
  files.put('a.txt', 'agent\n');
  await look(window, OLD);
  window.comments.add(OLD, {
    path: files.path('a.txt'),
    side: 'current',
    anchor: { start: 0, end: 1, code: 'agent' },
    text: 'Why?',
  });
  await eventually(async () => expect(await commentsOf(OLD)).toHaveLength(1));
  await window.tracker.flush();
  window.tracker.dispose();
  window.comments.dispose();
}

test('a new session with the id of an old one begins with no changes and no comments', async () => {
  await leave();
  const window = newSession();
  await look(window);
  expect(listed(window)).toEqual([]);
  expect(window.comments.list(KEY)).toEqual([]);
  await turn(window, () => files.put('b.txt', 'agent\n'));
  expect(listed(window)).toEqual(['created b.txt +1 -0']);
});

test('what is stored of the old session stays, and can be undone', async () => {
  await leave();
  const window = newSession();
  await turn(window, () => files.put('b.txt', 'agent\n'));
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('agent\n');
  reopen(window, OLD);
  await look(window, OLD);
  expect(window.tracker.open(OLD).map(({ path }) => path)).toEqual([files.path('a.txt')]);
  await eventually(() => expect(window.comments.list(OLD)).toMatchObject([{ text: 'Why?' }]));
  await window.tracker.review.undo(OLD);
  expect(files.read('a.txt')).toBe('a\n');
});

test('each has its own again in the next window, also where all was undone', async () => {
  await leave();
  const window = newSession();
  await turn(window, () => files.put('b.txt', 'agent\n'));
  await eventually(async () => expect(await storedOf(KEY)).toEqual([files.path('b.txt')]));
  await window.tracker.review.undo(KEY);
  await eventually(async () => expect(await storedOf(KEY)).toEqual([]));
  window.tracker.dispose();
  const next = files.openWindow();
  next.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  reopen(next, OLD);
  await look(next);
  await look(next, OLD);
  expect(listed(next)).toEqual([]);
  expect(next.tracker.open(OLD).map(({ path }) => path)).toEqual([files.path('a.txt')]);
});

test('deleting one of them removes what is stored of that one alone', async () => {
  await leave();
  const window = newSession();
  await turn(window, () => files.put('b.txt', 'agent\n'));
  await eventually(async () => expect(await storedOf(KEY)).toEqual([files.path('b.txt')]));
  window.tracker.dispose();
  await new StoredChanges(files.beside('changes')).remove(names(KEY));
  expect(await storedOf(OLD)).toEqual([files.path('a.txt')]);
  expect(await commentsOf(OLD)).toHaveLength(1);
});
