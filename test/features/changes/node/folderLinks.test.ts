// Folders that an agent moves and links: what is reached through a link is another file, and Undo gives back each at its place.
import { existsSync, lstatSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changes, KEY, listed, turn } from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function isLink(name: string): boolean {
  return lstatSync(files.path(name)).isSymbolicLink();
}

test.each([
  ['beside it', 'dd', 'dd2', 'dd2'],
  ['below another folder', 'a/b', 'a/c', 'c'],
  ['one level further down', 'dd', 'kept/dd', 'kept/dd'],
])('one Undo gives back a folder that was moved and linked %s', async (_name, from, to, target) => {
  files.put(`${from}/x.txt`, 'x\n');
  files.put(`${from}/s/y.txt`, 'y\n');
  files.put('kept/z.txt', 'z\n');
  const window = files.openWindow();
  await turn(window, () => {
    renameSync(files.path(from), files.path(to));
    symlinkSync(target, files.path(from));
  });
  expect(listed(window)).toHaveLength(5);
  expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([files.read(`${from}/x.txt`), files.read(`${from}/s/y.txt`)]).toEqual(['x\n', 'y\n']);
  expect([isLink(from), existsSync(files.path(to)), changes(window)?.files]).toEqual([false, false, []]);
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([isLink(from), files.read(`${to}/x.txt`), files.read(`${to}/s/y.txt`)]).toEqual([
    true,
    'x\n',
    'y\n',
  ]);
});

test('a link to another folder with an equal file is no way to that file', async () => {
  files.put('one/x.txt', 'x\n');
  files.put('two/x.txt', 'x\n');
  const window = files.openWindow();
  await turn(window, () => {
    rmSync(files.path('one'), { recursive: true });
    symlinkSync('two', files.path('one'));
  });
  expect(listed(window)).toEqual(['created one +0 -0', 'deleted one/x.txt +0 -1']);
  // While the link stands, nothing is written through it.
  const result = await window.tracker.review.undo(KEY, files.path('one/x.txt'));
  expect(result?.failed).toMatchObject([{ path: files.path('one/x.txt') }]);
  await window.tracker.review.undo(KEY);
  expect([isLink('one'), files.read('one/x.txt'), files.read('two/x.txt')]).toEqual([false, 'x\n', 'x\n']);
});

test('what the user types in a file that is reached through such a link stays', async () => {
  files.put('dd/x.txt', 'x\n');
  const window = files.openWindow();
  await turn(window, () => {
    renameSync(files.path('dd'), files.path('dd2'));
    symlinkSync('dd2', files.path('dd'));
  });
  window.editors.unsaved.set(files.path('dd/x.txt'), 'mine\n');
  const result = await window.tracker.review.undo(KEY);
  expect(result?.failed).toMatchObject([{ path: files.path('dd/x.txt') }, { path: files.path('dd2/x.txt') }]);
  expect(window.editors.unsaved.get(files.path('dd/x.txt'))).toBe('mine\n');
});

test('a file that the agent names through a link is listed once, also while the first snapshot is taken', async () => {
  files.put('real/x.txt', 'x\n');
  symlinkSync('real', files.path('linked'));
  const window = files.openWindow();
  await turn(window, () => files.put('linked/x.txt', 'agent\n'));
  expect(listed(window)).toEqual(['modified real/x.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('real/x.txt')).toBe('x\n');
});
