// What a rewind would do to files is known before, and a look at it changes nothing.
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asFile } from '../../../../support/changes/lineEnds.ts';
import { KEY, listed, prompt, turn } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

test('each file is named with what becomes of it, the own edits of the user too', async () => {
  for (const name of ['changed.txt', 'gone.txt', 'mine.txt', 'same.txt']) files.put(name, `${name}\n`);
  const window = files.openWindow();
  const entry = await turn(window, () => {
    files.put('changed.txt', 'other\n');
    files.put('new/file.txt', 'new\n');
    rmSync(files.path('gone.txt'));
  });
  files.put('mine.txt', 'edited\n');
  const before = listed(window);
  const found = await window.tracker.review.filesToRestore(KEY, entry);
  expect(found?.map(({ name, becomes }) => `${becomes} ${name}`)).toEqual([
    'modified changed.txt',
    'created gone.txt',
    'modified mine.txt',
    'deleted new/file.txt',
  ]);
  expect(listed(window)).toEqual(before);
  expect(files.read('changed.txt')).toBe('other\n');
});

test('files are named in natural order, whatever changed first', async () => {
  const window = files.openWindow();
  const entry = await turn(window, () => {
    for (const name of ['f10.txt', 'f2.txt', 'a/f1.txt', 'f1.txt']) files.put(name, 'new\n');
  });
  const found = await window.tracker.review.filesToRestore(KEY, entry);
  expect(found?.map(({ name }) => name)).toEqual(['a/f1.txt', 'f1.txt', 'f2.txt', 'f10.txt']);
});

test('nothing is named where nothing has changed, and unknown is what has no checkpoint', async () => {
  files.put('a.txt', 'a\n');
  const window = files.openWindow();
  const entry = await prompt(window);
  expect(await window.tracker.review.filesToRestore(KEY, entry)).toEqual([]);
  expect(await window.tracker.review.filesToRestore(KEY, 'nothing')).toBeUndefined();
  expect(await window.tracker.review.filesToRestore('no session', entry)).toBeUndefined();
});

test('the text before a prompt is there for a comparison, unless it is no text', async () => {
  files.put('changed.txt', 'before\n');
  files.put('image.bin', Buffer.from([0, 1]));
  const window = files.openWindow();
  const entry = await turn(window, () => {
    files.put('changed.txt', 'after\n');
    files.put('new.txt', 'new\n');
    files.put('image.bin', Buffer.from([0, 2]));
  });
  const { review } = window.tracker;
  const before = (name: string, of = entry): Promise<unknown> => review.textBefore(KEY, of, files.path(name));
  expect(await before('changed.txt')).toEqual({ kind: 'text', text: asFile('before\n'), isThere: true });
  expect(await before('new.txt')).toEqual({ kind: 'text', text: '', isThere: true });
  rmSync(files.path('changed.txt'));
  expect(await before('changed.txt')).toEqual({ kind: 'text', text: asFile('before\n'), isThere: false });
  for (const unknown of [before('image.bin'), before('same.txt'), before('changed.txt', 'nothing')])
    expect(await unknown).toEqual({ kind: 'unknown' });
});
