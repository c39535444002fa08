// A file that the agent has moved: Undo never leaves neither the old nor the new one.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileAccessError } from '../../../../src/core/ports/fileAccess.ts';
import { KEY, listed, look, turn, type TrackedWindow } from '../../../support/changes/trackedFolder.ts';
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

/** The files about which Undo of one of them alone asks. */
function asksAbout({ tracker }: TrackedWindow, name: string): boolean {
  return tracker.onlyCopies(KEY, files.path(name)).length > 0;
}

describe('Undo of one file asks where it would remove the only copy of what another had', () => {
  test('once moved, also with a change, but not where another copy stays, or all is undone', async () => {
    files.put('a.txt', 'one\ntwo\nthree\nfour\n');
    files.put('bin.dat', Buffer.from([0, 1, 2]));
    files.put('twice.txt', 'twice\n');
    const window = files.openWindow();
    await turn(window, () => {
      move('a.txt', 'moved.txt');
      files.put('moved.txt', 'one\ntwo\nthree\nFOUR\n');
      move('bin.dat', 'd/bin.dat');
      move('twice.txt', 'first.txt');
      copyFileSync(files.path('first.txt'), files.path('second.txt'));
      files.put('new.txt', 'new\n');
    });
    expect(['moved.txt', 'd/bin.dat', 'first.txt', 'new.txt'].map((name) => asksAbout(window, name))).toEqual(
      [true, true, false, false],
    );
    expect(window.tracker.onlyCopies(KEY)).toEqual([]);
    const shown = ['moved.txt', 'bin.dat', 'd/bin.dat'].map((name) => files.path(name));
    // A review shows these, and not `a.txt`, which was moved after it was opened.
    expect(window.tracker.onlyCopies(KEY, shown)).toEqual([files.path('moved.txt')]);
    expect(window.tracker.review.listed(KEY, [...shown, files.path('not open')]).paths.toSorted()).toEqual(
      shown.toSorted(),
    );
    await window.tracker.review.undo(KEY, files.path('a.txt'));
    expect(asksAbout(window, 'moved.txt')).toBe(false);
  });

  test('moved over another file, and exchanged with one', async () => {
    for (const name of ['a', 'over', 'x', 'y']) files.put(`${name}.txt`, `${name}\n`);
    const window = files.openWindow();
    await turn(window, () => {
      move('a.txt', 'over.txt');
      move('x.txt', 'z.txt');
      move('y.txt', 'x.txt');
      move('z.txt', 'y.txt');
    });
    expect(['over.txt', 'x.txt', 'y.txt', 'a.txt'].map((name) => asksAbout(window, name))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('also when the user has kept that the other is gone, and after a reload; not once it is back', async () => {
    files.put('a.txt', 'only\n');
    files.put('b.txt', 'other\n');
    const first = files.openWindow();
    first.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await turn(first, () => {
      move('a.txt', 'd/a.txt');
      move('b.txt', 'd/b.txt');
    });
    await first.tracker.review.keep(KEY, files.path('a.txt'));
    await first.tracker.flush();
    first.tracker.dispose();
    const second = files.openWindow();
    second.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await look(second);
    expect([asksAbout(second, 'd/a.txt'), asksAbout(second, 'd/b.txt')]).toEqual([true, true]);
    files.put('b.txt', 'other\n');
    await look(second);
    expect([asksAbout(second, 'd/a.txt'), asksAbout(second, 'd/b.txt')]).toEqual([true, false]);
  });
});

test('moved over another file: both stay where the first cannot be written back', async () => {
  files.put('a.txt', 'only\n');
  files.put('over.txt', 'over\n');
  const window = files.openWindow();
  await turn(window, () => move('a.txt', 'over.txt'));
  window.editors.unsavedNotebooks.add(files.path('a.txt'));
  const result = await window.tracker.review.undo(KEY);
  expect(result?.failed.map(({ path }) => path)).toEqual([files.path('a.txt'), files.path('over.txt')]);
  expect(files.read('over.txt')).toBe('only\n');
  window.editors.unsavedNotebooks.clear();
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), files.read('over.txt')]).toEqual(['only\n', 'over\n']);
});

test.each([
  ['forwards', ['1', '2', '3', '4']],
  ['backwards', ['4', '3', '2', '1']],
])(
  'files that were moved on by one %s stay where one before them cannot be written back',
  async (_name, all) => {
    const [first = '', second = '', third = '', last = ''] = all.map((name) => `${name}.txt`);
    for (const name of [second, third, last]) files.put(name, `${name}\n`);
    const window = files.openWindow();
    await turn(window, () => {
      move(second, first);
      move(third, second);
      move(last, third);
    });
    window.editors.unsavedNotebooks.add(files.path(third));
    const result = await window.tracker.review.undo(KEY);
    // The last is back. What could not be written back is still at the place before it, and so is what was there.
    expect(new Set(result?.failed.map(({ path }) => path))).toEqual(
      new Set([first, second, third].map((name) => files.path(name))),
    );
    expect([first, second, last].map((name) => files.read(name))).toEqual([
      `${second}\n`,
      `${third}\n`,
      `${last}\n`,
    ]);
    window.editors.unsavedNotebooks.clear();
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([second, third, last].map((name) => files.read(name))).toEqual([
      `${second}\n`,
      `${third}\n`,
      `${last}\n`,
    ]);
    expect(existsSync(files.path(first))).toBe(false);
  },
);

test('the user has put another text at its old place: the moved one stays', async () => {
  files.put('a.bin', Buffer.from([0, 1]));
  const window = files.openWindow();
  await turn(window, () => move('a.bin', 'b.bin'));
  files.put('a.bin', 'mine\n');
  await window.tracker.userChanged([files.path('a.bin')]);
  const result = await window.tracker.review.undo(KEY);
  expect([result?.conflicts, result?.failed.map(({ path }) => path)]).toEqual([
    [files.path('a.bin')],
    [files.path('b.bin')],
  ]);
  expect([files.read('a.bin'), existsSync(files.path('b.bin'))]).toEqual(['mine\n', true]);
});

test.each(['', 'before\n'])(
  'a file that was %j and that the user has changed too keeps no deleted or emptied file from coming back',
  async (before) => {
    files.put('a.txt', before);
    files.put('deleted.txt', 'deleted\n');
    files.put('emptied.txt', 'emptied\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.txt', 'agent\n');
      rmSync(files.path('deleted.txt'));
      files.put('emptied.txt', '');
    });
    files.put('a.txt', 'mine\n');
    await window.tracker.userChanged([files.path('a.txt')]);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [files.path('a.txt')], failed: [] });
    expect(['a.txt', 'deleted.txt', 'emptied.txt'].map((name) => files.read(name))).toEqual([
      'mine\n',
      'deleted\n',
      'emptied\n',
    ]);
  },
);
