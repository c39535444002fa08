// Changed files as they are stored, as JSON.
import { expect, test } from 'vitest';
import type { ChangedFile } from '../../../../../src/features/changes/core/fileReview.ts';
import { filesAsJson, filesToStore } from '../../../../../src/features/changes/node/review/storedFiles.ts';

const MEBIBYTE = 1024 ** 2;

function file(before: string, after: string): ChangedFile {
  return { before: { kind: 'text', text: before }, after: { kind: 'text', text: after } };
}

test('each file is stored as it is now, also where it was stored before it changed', () => {
  const a = file('a\n', 'ä "quoted"\n');
  const files = new Map([['/w/a', a]]);
  expect(JSON.parse(filesAsJson(files))).toEqual([['/w/a', a]]);
  const changed: ChangedFile = { ...a, after: { kind: 'absent' }, isReviewed: true };
  files.set('/w/a', changed).set('/w/"b"', file('', 'b\n'));
  expect(JSON.parse(filesAsJson(files))).toEqual([
    ['/w/a', changed],
    ['/w/"b"', file('', 'b\n')],
  ]);
  expect(filesAsJson(new Map())).toBe('[]');
});

test('of files with too much text, the longest are named by their hashes', () => {
  const files = new Map([
    ['/w/long', file('x'.repeat(9 * MEBIBYTE), 'y')],
    ['/w/longer', file('x'.repeat(10 * MEBIBYTE), 'y')],
    ['/w/short', file('x', 'y')],
  ]);
  const kinds = filesToStore(files).map(([path, { before, after }]) => [path, before.kind, after.kind]);
  expect(kinds).toEqual([
    ['/w/long', 'text', 'text'],
    ['/w/longer', 'bytes', 'bytes'],
    ['/w/short', 'text', 'text'],
  ]);
  expect(JSON.parse(filesAsJson(files))).toEqual(filesToStore(files));
});
