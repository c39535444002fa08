// What is at many paths, asked in this thread or beside it: the same answers, and others have their turn meanwhile.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mapInParallel } from '../../src/core/base/inParallel.ts';
import { DiskStats } from '../../src/snapshots/diskStats.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-stats-'));
  writeFileSync(join(folder, 'file'), 'four');
  symlinkSync('nowhere', join(folder, 'link'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['a fast file system', 10_000],
  ['a slow one', 0],
])('%s says what is at each path', async (_which, slowMs) => {
  const disk = new DiskStats({ slowMs });
  const names = ['file', 'link', 'missing', 'file/below', 'file\0', 'file'];
  const found = await mapInParallel(names, 3, (name) => disk.at(join(folder, name)));
  expect(found.map((stats) => stats?.size)).toEqual([4n, 7n, undefined, undefined, undefined, 4n]);
  expect([found[0]?.isFile(), found[1]?.isSymbolicLink()]).toEqual([true, true]);
});

test('others have their turn while many paths are asked for', async () => {
  const disk = new DiskStats({ slowMs: 10_000 });
  let turns = 0;
  let isDone = false;
  const path = join(folder, 'file');
  const asked = mapInParallel(Array.from({ length: 60_000 }), 32, () => disk.at(path)).finally(
    () => (isDone = true),
  );
  while (!isDone) {
    await setImmediate();
    turns++;
  }
  await asked;
  expect(turns).toBeGreaterThan(3);
});
