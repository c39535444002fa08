// How many folders around a file are new, also where one is made between two questions.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NewFolders } from '../../../../../src/features/changes/node/watch/fileTimes.ts';

let top = '';

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'parley-folders-'));
});

afterEach(() => rmSync(top, { recursive: true }));

test('the folders below the top count that are there since the moment, for each file in them', () => {
  mkdirSync(join(top, 'one', 'two'), { recursive: true });
  const folders = new NewFolders();
  const before = Date.now() - 60_000;
  const paths = ['file', 'one/file', 'one/two/file', 'one/two/other', 'missing/file'];
  expect(paths.map((path) => folders.countAround(join(top, path), top, before))).toEqual([0, 1, 2, 2, 0]);
});

test('a folder that is made, or removed, later counts as it is then', async () => {
  const folders = new NewFolders();
  const moment = Date.now() - 60_000;
  const count = (): number => folders.countAround(join(top, 'one', 'file'), top, moment);
  expect(count()).toBe(0);
  await setImmediate();
  mkdirSync(join(top, 'one'));
  expect(count()).toBe(1);
  await setImmediate();
  rmSync(join(top, 'one'), { recursive: true });
  expect(count()).toBe(0);
});
