// Keep and Undo of all files are about those that were listed when the user decided.
import { existsSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  endTurn,
  KEY,
  listed,
  look,
  promptToRun,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

async function windowWithChange(): Promise<TrackedWindow> {
  files.put('a.txt', '1\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'A\n');
  await look(window);
  return window;
}

test('a file that the agent makes right before the user keeps all stays open', async () => {
  const window = await windowWithChange();
  const asked = window.tracker.review.listed(KEY);
  files.put('.vscode/tasks.json', '{}\n');
  expect(window.tracker.openProtected(KEY)).toEqual([]);
  await window.tracker.review.keep(KEY, undefined, asked);
  expect(listed(window)).toEqual(['created .vscode/tasks.json +1 -0']);
});

test('a file that is found while the user is asked stays open', async () => {
  const window = await windowWithChange();
  const asked = window.tracker.review.listed(KEY);
  files.put('b.txt', 'b\n');
  await look(window);
  await window.tracker.review.keep(KEY, undefined, asked);
  expect(listed(window)).toEqual(['created b.txt +1 -0']);
});

test('Undo of all leaves a file that was not listed, and lists it', async () => {
  files.put('a.txt', '1\n');
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', 'A\n'));
  toolCall(window, { toolCallId: 'background', kind: 'execute', status: 'in_progress' });
  const asked = window.tracker.review.listed(KEY);
  files.put('b.txt', 'b\n');
  await window.tracker.review.undo(KEY, undefined, asked);
  expect([files.read('a.txt'), existsSync(files.path('b.txt'))]).toEqual(['1\n', true]);
  expect(listed(window)).toEqual(['created b.txt +1 -0']);
});

test('a further line of the agent in a listed file stays open, and Undo takes that alone', async () => {
  files.put('a.txt', '1\n2\n3\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'A\n2\n3\n');
  await look(window);
  const asked = window.tracker.review.listed(KEY);
  files.put('a.txt', 'A\n2\nC\n');
  await window.tracker.review.keep(KEY, undefined, asked);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  endTurn(window);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('A\n2\n3\n');
});

test('of a new file, what is written to it meanwhile stays open; so does a file that is deleted meanwhile', async () => {
  files.put('gone.txt', '1\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('new.txt', 'A\n');
  files.put('gone.txt', 'A\n');
  await look(window);
  const asked = window.tracker.review.listed(KEY);
  files.put('new.txt', 'A\nB\n');
  rmSync(files.path('gone.txt'));
  await window.tracker.review.keep(KEY, undefined, asked);
  expect(listed(window)).toEqual(['deleted gone.txt +0 -1', 'modified new.txt +1 -0']);
  endTurn(window);
  await window.tracker.review.undo(KEY);
  expect([files.read('gone.txt'), files.read('new.txt')]).toEqual(['A\n', 'A\n']);
});

test('what the user typed since is kept with what was listed', async () => {
  files.put('a.txt', '1\n2\n3\n4\n5\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'A\n2\n3\n4\n5\n');
  await look(window);
  const asked = window.tracker.review.listed(KEY);
  files.put('a.txt', 'A\n2\nmine\n4\n5\n');
  await window.tracker.userSaved(files.path('a.txt'), 'A\n2\nmine\n4\n5\n');
  files.put('a.txt', 'A\n2\nmine\n4\nE\n');
  await window.tracker.review.keep(KEY, undefined, asked);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  endTurn(window);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('A\n2\nmine\n4\n5\n');
});

test.each([
  [
    'a part of it',
    (window: TrackedWindow, path: string) => window.tracker.review.undoLines(KEY, path, { start: 0, end: 1 }),
  ],
  ['all of it', (window: TrackedWindow, path: string) => window.tracker.review.undo(KEY, path)],
])('Keep right after an Undo of %s leaves nothing open', async (_what, undo) => {
  files.put('a.txt', '1\n2\n3\n4\n5\n');
  files.put('b.txt', '1\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'A\n2\n3\n4\nE\n');
  files.put('b.txt', 'B\n');
  endTurn(window);
  await look(window);
  // Both are asked for before either is done.
  const undone = undo(window, files.path('a.txt'));
  const kept = window.tracker.review.keep(KEY, undefined, window.tracker.review.listed(KEY));
  await Promise.all([undone, kept]);
  expect(listed(window)).toEqual([]);
  expect(files.read('a.txt').startsWith('1\n')).toBe(true);
});
