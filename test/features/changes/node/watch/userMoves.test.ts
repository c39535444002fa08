// What the agent changed in a file that the user renames or moves in VS Code afterwards: it is listed there, and undone there.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import {
  changes,
  finishTurn,
  KEY,
  listed,
  promptToRun,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

/** As VS Code moves and reports it. */
async function move({ tracker }: TrackedWindow, from: string, to: string): Promise<void> {
  await tracker.willMove([files.path(from)]);
  mkdirSync(dirname(files.path(to)), { recursive: true });
  renameSync(files.path(from), files.path(to));
  await tracker.userMoved([{ from: files.path(from), to: files.path(to) }]);
}

/** The files that wait to be undone, as the panel shows it. */
function waiting(window: TrackedWindow): readonly string[] {
  return changes(window)?.files.flatMap(({ name, undoWaits }) => (undoWaits ? name : [])) ?? [];
}

test('a changed, a new and a binary file after the turn', async () => {
  files.put('a.txt', 'one\ntwo\n');
  files.put('bin.dat', Buffer.from([0, 1]));
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', 'ONE\ntwo\n');
    files.put('new.txt', 'new\n');
    files.put('bin.dat', Buffer.from([0, 2]));
  });
  for (const name of ['a.txt', 'new.txt', 'bin.dat']) await move(window, name, `d/${name}`);
  expect(listed(window)).toEqual([
    'modified d/a.txt +1 -1',
    'modified d/bin.dat +0 -0',
    'created d/new.txt +1 -0',
  ]);
  await window.tracker.review.undo(KEY);
  expect([files.read('d/a.txt'), existsSync(files.path('a.txt'))]).toEqual(['one\ntwo\n', false]);
  expect([...readFileSync(files.path('d/bin.dat'))]).toEqual([0, 1]);
  expect(existsSync(files.path('d/new.txt'))).toBe(false);
  expect(listed(window)).toEqual([]);
});

test('a folder, with a file in it that the agent deleted, twice', async () => {
  for (const name of ['a', 'gone']) files.put(`src/deep/${name}.txt`, `${name}\n`);
  files.put('src-2/b.txt', 'b\n');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('src/deep/a.txt', 'A\n');
    rmSync(files.path('src/deep/gone.txt'));
    files.put('src-2/b.txt', 'B\n');
  });
  await move(window, 'src', 'lib');
  await move(window, 'lib/deep', 'flat');
  expect(listed(window)).toEqual([
    'modified flat/a.txt +1 -1',
    'deleted flat/gone.txt +0 -1',
    'modified src-2/b.txt +1 -1',
  ]);
  await window.tracker.review.undo(KEY);
  expect([files.read('flat/a.txt'), files.read('flat/gone.txt')]).toEqual(['a\n', 'gone\n']);
});

test('while a command runs that has just changed it, and goes on', async () => {
  files.put('a.txt', 'one\ntwo\nthree\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'ONE\ntwo\nthree\n');
  await move(window, 'a.txt', 'b.txt');
  expect(listed(window)).toEqual(['modified b.txt +1 -1']);
  files.put('b.txt', 'ONE\ntwo\nTHREE\n');
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified b.txt +2 -2']);
  await window.tracker.review.undo(KEY);
  expect(files.read('b.txt')).toBe('one\ntwo\nthree\n');
});

test('an Undo that waits for the end of the turn', async () => {
  files.put('a.txt', 'one\n');
  const window = files.openWindow();
  await promptToRun(window);
  files.put('a.txt', 'ONE\n');
  const undone = window.tracker.review.undo(KEY, files.path('a.txt'));
  await eventually(() => expect(waiting(window)).toEqual(['a.txt']));
  await move(window, 'a.txt', 'b.txt');
  expect(waiting(window)).toEqual(['b.txt']);
  await finishTurn(window);
  await undone;
  expect([files.read('b.txt'), existsSync(files.path('a.txt'))]).toEqual(['one\n', false]);
});

test('over another file that the agent changed, and out of the folders', async () => {
  for (const name of ['a', 'b', 'c']) files.put(`${name}.txt`, `${name}\n`);
  const window = files.openWindow();
  await turn(window, () => {
    for (const name of ['a', 'b', 'c']) files.put(`${name}.txt`, `${name}, agent\n`);
  });
  await move(window, 'a.txt', 'b.txt');
  await move(window, 'c.txt', '../outside.txt');
  await window.tracker.review.undo(KEY);
  expect(files.read('../outside.txt')).toBe('c, agent\n');
  expect(files.read('b.txt')).toBe('a, agent\n');
});
