// Folders that an agent moves and links: what is reached through a link is another file, and Undo gives back each at its place.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CheckedFolders, writeToDisk } from '../../../../src/features/changes/node/diskWrite.ts';
import { resolveOnDisk } from '../../../../src/files/containedPath.ts';
import { writeDiskFile } from '../../../../src/files/diskFile.ts';
import { asFile } from '../../../support/changes/lineEnds.ts';
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

describe('a folder that is replaced while many files in it are written', () => {
  const names = Array.from({ length: 40 }, (_, index) => `one/x${index}.txt`);

  /** Undoes changes of all files; something happens to the folder after the first one is written. */
  async function undone(replace: () => void): Promise<readonly string[]> {
    for (const name of names) files.put(name, 'before\n');
    let isReplaced = false;
    const window = files.openWindow({
      write: async (real, bytes) => {
        await writeDiskFile(real, bytes);
        if (!isReplaced) replace();
        isReplaced = true;
      },
    });
    await turn(window, () => names.forEach((name) => files.put(name, 'after\n')));
    const result = await window.tracker.review.undo(KEY);
    return result?.failed.map(({ path }) => path) ?? [];
  }

  test.each([
    ['outside', () => files.beside('other')],
    ['beside it', () => files.path('two')],
  ])('by a link to a folder %s is not written through', async (_where, other) => {
    const failed = await undone(() => {
      renameSync(files.path('one'), files.beside('moved'));
      mkdirSync(other());
      for (const name of names) writeFileSync(join(other(), name.slice('one/'.length)), asFile('after\n'));
      symlinkSync(other(), files.path('one'));
    });
    // Those that were being written went into the folder that was checked.
    expect(failed.length).toBeGreaterThan(names.length - 10);
    const texts = readdirSync(other()).map((name) => readFileSync(join(other(), name), 'utf8'));
    expect(texts).toEqual(names.map(() => asFile('after\n')));
  });

  test('by another folder has the files where it is now', async () => {
    const failed = await undone(() => {
      renameSync(files.path('one'), files.path('two'));
      for (const name of names) files.put(name, 'after\n');
    });
    expect(failed.length).toBeLessThan(10);
    const isUndone = (name: string): boolean => files.read(name) === 'before\n';
    expect(names.filter(isUndone).length).toBeGreaterThan(names.length - 10);
  });

  test('is looked up once for all of them, and again for those that are removed', async () => {
    const looked: string[] = [];
    const disk = {
      resolve: (path: string, folder: string) => {
        looked.push(path);
        return resolveOnDisk(path, [folder]);
      },
      write: writeDiskFile,
    };
    const checked = new CheckedFolders(disk);
    const write = (name: string, text: string | undefined): Promise<void> => {
      const contents = text === undefined ? undefined : { bytes: Buffer.from(asFile(text)) };
      return writeToDisk(files.path(name), files.folder, contents, disk, 0, checked);
    };
    for (const name of names) files.put(name, 'before\n');
    await Promise.all(names.map((name) => write(name, 'after\n')));
    await write('one/new.txt', 'new\n');
    expect(looked.filter((path) => path === files.path('one'))).toHaveLength(1);
    expect(names.map((name) => files.read(name))).toEqual(names.map(() => 'after\n'));
    const before = looked.length;
    await Promise.all([write('one/x0.txt', undefined), write('one/x1.txt', undefined)]);
    expect(looked.slice(before)).toEqual([files.path('one'), files.path('one')]);
    expect(readdirSync(files.path('one'))).toHaveLength(names.length - 1);
  });
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
