// A file that the agent has moved: Undo never leaves neither the old nor the new one.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { FileAccessError } from '../../../../src/core/ports/fileAccess.ts';
import { KEY, listed, turn } from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function move(from: string, to: string): void {
  mkdirSync(dirname(files.path(to)), { recursive: true });
  renameSync(files.path(from), files.path(to));
}

test('an editor has unsaved changes in the old file', async () => {
  files.put('a.txt', 'only\n');
  const window = files.openWindow();
  await turn(window, () => move('a.txt', 'b.txt'));
  window.editors.unsaved.set(files.path('a.txt'), 'only\ntyped\n');
  const result = await window.tracker.review.undo(KEY);
  expect(result?.failed.map(({ path }) => path)).toEqual([files.path('a.txt'), files.path('b.txt')]);
  expect(files.read('b.txt')).toBe('only\n');
});

test('a folder of the user’s is in its place', async () => {
  files.put('d/a.bin', Buffer.from([0, 1]));
  const window = files.openWindow();
  await turn(window, () => {
    move('d/a.bin', 'b.bin');
    files.put('c.txt', 'new\n');
  });
  rmSync(files.path('d'), { recursive: true });
  files.put('d/a.bin/mine.txt', 'mine\n');
  await window.tracker.userChanged([files.path('d')]);
  await window.tracker.review.undo(KEY);
  expect([existsSync(files.path('b.bin')), existsSync(files.path('c.txt'))]).toEqual([true, false]);
});

test('the disk is full: all moved files stay where they are', async () => {
  for (const name of ['1.txt', '2.txt']) files.put(name, `${name}\n`);
  let isFull = true;
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    if (isFull) throw new FileAccessError('disk-full', 'No space is left.');
    writeFileSync(path, bytes);
  };
  const window = files.openWindow({ write });
  await turn(window, () => {
    move('1.txt', 'new/1.txt');
    move('2.txt', 'new/2.txt');
  });
  await window.tracker.review.undo(KEY);
  expect([files.read('new/1.txt'), files.read('new/2.txt')]).toEqual(['1.txt\n', '2.txt\n']);
  expect(listed(window)).toHaveLength(4);
  isFull = false;
  await window.tracker.review.undo(KEY);
  expect([files.read('1.txt'), existsSync(files.path('new'))]).toEqual(['1.txt\n', false]);
});
