// What the user undoes while the agent works: it waits for the end of the turn, and the next prompt reports it.
import { expect, test } from 'vitest';
import { StoredChanges } from '../../../../../src/features/changes/node/storedChanges.ts';
import {
  changes,
  endTurn,
  finishTurn,
  KEY,
  look,
  promptToRun,
  type TrackedWindow,
  turn,
} from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const before = '1\n2\n3\n4\n5\n6\n';

/** The files that wait to be undone, as the panel shows it. */
function waiting(window: TrackedWindow): readonly string[] {
  return changes(window)?.files.flatMap(({ name, undoWaits }) => (undoWaits ? name : [])) ?? [];
}

/** The text that goes with the next prompt. */
function report({ store }: TrackedWindow): string | undefined {
  const [block] = store.state(KEY)?.context ?? [];
  return block?.type === 'resource' ? block.resource.text : undefined;
}

/** The text of the notices in the transcript. */
function notices({ store }: TrackedWindow): readonly string[] {
  const entries = store.state(KEY)?.entries.flat() ?? [];
  return entries.flatMap((entry) => (entry.kind === 'notice' ? entry.text : []));
}

/** A turn that has changed `a.txt` and still runs. */
async function atWork(): Promise<TrackedWindow> {
  files.put('a.txt', before);
  files.put('b.txt', 'b\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', before.replace('2', '2 agent').replace('5', '5 agent'));
  files.put('b.txt', 'agent\n');
  await look(window);
  return window;
}

test('an undo waits for the end of the turn, and what the agent did to the file until then is undone too', async () => {
  const window = await atWork();
  const undone = window.tracker.review.undo(KEY, files.path('a.txt'));
  await eventually(() => expect(waiting(window)).toEqual(['a.txt']));
  files.put('a.txt', `${files.read('a.txt')}7 agent\n`);
  expect(files.read('a.txt')).toContain('agent');
  endTurn(window);
  expect(await undone).toEqual({ conflicts: [], failed: [] });
  expect(files.read('a.txt')).toBe(before);
  expect(files.read('b.txt')).toBe('agent\n');
  expect(waiting(window)).toEqual([]);
});

test('a hunk is found again at the end of the turn; one that the agent has changed since is left and reported', async () => {
  const window = await atWork();
  const path = files.path('a.txt');
  const moved = window.tracker.review.undoLines(KEY, path, { start: 1, end: 2 });
  const changed = window.tracker.review.undoLines(KEY, path, { start: 4, end: 5 });
  await eventually(() => expect(waiting(window)).toEqual(['a.txt']));
  files.put('a.txt', `0 agent\n${files.read('a.txt').replace('5 agent', '5 again')}`);
  endTurn(window);
  expect((await moved)?.conflicts).toEqual([]);
  expect((await changed)?.conflicts).toEqual([path]);
  expect(files.read('a.txt')).toBe('0 agent\n1\n2\n3\n4\n5 again\n6\n');
});

test('an undo that waits is cancelled by the user, by keeping the file, and with the session', async () => {
  const window = await atWork();
  const cancelled = window.tracker.review.undo(KEY, files.path('a.txt'));
  const kept = window.tracker.review.undo(KEY, files.path('b.txt'));
  await eventually(() => expect(waiting(window)).toEqual(['a.txt', 'b.txt']));
  window.tracker.review.cancelUndo(KEY, files.path('a.txt'));
  await window.tracker.review.keep(KEY, files.path('b.txt'));
  expect(await Promise.all([cancelled, kept])).toEqual([undefined, undefined]);
  await finishTurn(window);
  expect(files.read('a.txt')).toContain('agent');
  const again = await atWork();
  const closed = again.tracker.review.undo(KEY, files.path('a.txt'));
  await eventually(() => expect(waiting(again)).toEqual(['a.txt']));
  again.store.remove(KEY);
  expect(await closed).toBeUndefined();
});

test('the next prompt is held until the files are reverted', async () => {
  const window = await atWork();
  const undone = window.tracker.review.undo(KEY);
  await eventually(() => expect(waiting(window)).toHaveLength(2));
  expect(window.tracker.reverting(KEY)).toBeUndefined();
  endTurn(window);
  await window.tracker.reverting(KEY);
  expect(files.read('a.txt')).toBe(before);
  expect(report(window)).toContain('b.txt');
  await undone;
  await eventually(() => expect(window.tracker.reverting(KEY)).toBeUndefined());
});

test('what was undone is reported once with file, lines and text, and not what was redone', async () => {
  files.put('a.txt', before);
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', before.replace('2', '2 agent').replace('5', '5 agent'));
    files.put('new.txt', 'new\n');
  });
  await window.tracker.review.undoLines(KEY, files.path('a.txt'), { start: 4, end: 5 });
  expect(report(window)).toContain(`${files.path('a.txt')}, line 5 as it is now:\n    - 5 agent\n    + 5`);
  await window.tracker.review.undo(KEY);
  expect(report(window)).toContain('2 agent');
  expect(report(window)).toContain('5 agent');
  expect(report(window)).toContain('new.txt: you had created it; it is removed.');
  window.store.dispatch(KEY, { type: 'context_attached', at: 3, content: [] });
  await turn(window, () => files.put('a.txt', before.replace('3', '3 agent')));
  await window.tracker.review.undo(KEY);
  expect(report(window)).toContain('3 agent');
  expect(report(window)).not.toContain('5 agent');
  await window.tracker.review.redo(KEY);
  expect(report(window)).toBeUndefined();
});

test('what else is attached to the next prompt stays', async () => {
  const window = await atWork();
  endTurn(window);
  const transcript = { type: 'resource', resource: { uri: 'parley:/transcript/T.md', text: 'T' } } as const;
  window.store.dispatch(KEY, { type: 'context_attached', at: 2, content: [transcript] });
  await window.tracker.review.undo(KEY);
  expect(window.store.state(KEY)?.context?.[0]).toEqual(transcript);
  expect(window.store.state(KEY)?.context).toHaveLength(2);
});

test('an undo of several files goes on waiting for the others when it is cancelled for one', async () => {
  const window = await atWork();
  const undone = window.tracker.review.undo(KEY);
  await eventually(() => expect(waiting(window)).toEqual(['a.txt', 'b.txt']));
  window.tracker.review.cancelUndo(KEY, files.path('a.txt'));
  endTurn(window);
  expect(await undone).toEqual({ conflicts: [], failed: [] });
  expect(files.read('a.txt')).toContain('agent');
  expect(files.read('b.txt')).toBe('b\n');
});

test('what a redo leaves undone, because the user has edited the file since, is still reported', async () => {
  const window = await atWork();
  endTurn(window);
  await window.tracker.review.undo(KEY);
  files.put('b.txt', 'mine\n');
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [files.path('b.txt')], failed: [] });
  expect(report(window)).toContain(files.path('b.txt'));
  expect(report(window)).not.toContain(files.path('a.txt'));
});

test('a redo of the last undo in a file leaves the report of the one before it', async () => {
  files.put('a.txt', before);
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', before.replace('2', '2 agent').replace('5', '5 agent')));
  await window.tracker.review.undoLines(KEY, files.path('a.txt'), { start: 1, end: 2 });
  await window.tracker.review.undo(KEY);
  await window.tracker.review.redo(KEY);
  expect(files.read('a.txt')).toBe(before.replace('5', '5 agent'));
  expect(report(window)).toContain('2 agent');
  expect(report(window)).not.toContain('5 agent');
});

test("the user's own edits between two undos are not reported as undone", async () => {
  files.put('a.txt', before);
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', before.replace('2', '2 agent').replace('5', '5 agent')));
  await window.tracker.review.undoLines(KEY, files.path('a.txt'), { start: 4, end: 5 });
  files.put('a.txt', files.read('a.txt').replace('6', 'mine'));
  await window.tracker.userSaved(files.path('a.txt'), files.read('a.txt'));
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe(before.replace('6', 'mine'));
  expect(report(window)).toContain('2 agent');
  expect(report(window)).toContain('5 agent');
  expect(report(window)).not.toContain('mine');
});

test('what was undone before a reload is reported beside what is undone after it', async () => {
  const window = await atWork();
  endTurn(window);
  await window.tracker.review.undo(KEY, files.path('b.txt'));
  const context = window.store.state(KEY)?.context ?? [];
  const reloaded = files.openWindow();
  reloaded.store.dispatch(KEY, { type: 'context_attached', at: 1, content: [...context] });
  await turn(reloaded, () => files.put('c.txt', 'agent\n'));
  await reloaded.tracker.review.undo(KEY, files.path('c.txt'));
  expect(reloaded.store.state(KEY)?.context).toHaveLength(1);
  expect(report(reloaded)).toContain(files.path('b.txt'));
  expect(report(reloaded)).toContain(files.path('c.txt'));
  await reloaded.tracker.review.redo(KEY);
  expect(report(reloaded)).toBe(report(window));
});

test('a hunk that is undone twice while the agent works is undone once, and no conflict', async () => {
  const window = await atWork();
  const path = files.path('a.txt');
  const first = window.tracker.review.undoLines(KEY, path, { start: 1, end: 2 });
  await eventually(() => expect(waiting(window)).toEqual(['a.txt']));
  files.put('a.txt', `0 agent\n${files.read('a.txt')}`);
  const again = window.tracker.review.undoLines(KEY, path, { start: 2, end: 3 });
  await look(window);
  endTurn(window);
  const done = { conflicts: [], failed: [] };
  expect(await Promise.all([first, again])).toEqual([done, done]);
  expect(files.read('a.txt')).toBe('0 agent\n1\n2\n3\n4\n5 agent\n6\n');
});

test('an undo that still waited when the window was reloaded is not done, and the user is asked to check', async () => {
  const opened = { type: 'opened', at: 1, sessionId: 'acp-1' } as const;
  const window = await atWork();
  window.store.dispatch(KEY, opened);
  void window.tracker.review.undo(KEY, files.path('a.txt'));
  await eventually(() => expect(waiting(window)).toEqual(['a.txt']));
  // A window that came while this one is stored would store less over it.
  await window.tracker.flush();
  let reloaded = files.openWindow();
  await eventually(async () => {
    reloaded = files.openWindow();
    reloaded.store.dispatch(KEY, opened);
    await look(reloaded);
    expect(notices(reloaded)).toHaveLength(1);
  });
  expect(notices(reloaded)[0]).toMatch(/may not have been done: a\.txt/);
  expect(files.read('a.txt')).toContain('agent');
  const again = files.openWindow();
  again.store.dispatch(KEY, opened);
  await look(again);
  expect(notices(again)).toEqual([]);
});

test('an undo that is cancelled because the user closes the session is stored no longer, and its changes are', async () => {
  const window = await atWork();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  const undone = window.tracker.review.undo(KEY, files.path('a.txt'));
  const stored = () => new StoredChanges(files.beside('changes')).load({ agent: 'A', sessionId: 'acp-1' });
  await eventually(async () => expect([...(await stored()).waiting]).toEqual([files.path('a.txt')]));
  window.store.remove(KEY);
  expect(await undone).toBeUndefined();
  await eventually(async () => expect((await stored()).waiting.size).toBe(0));
  expect([...(await stored()).files.keys()]).toContain(files.path('a.txt'));
});
