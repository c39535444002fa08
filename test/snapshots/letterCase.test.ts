// Whether names that differ only in letter case are the same is found out in the folder itself, of which nothing is changed.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ignoresLetterCase } from '../../src/snapshots/letterCase.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-letter-case-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As a folder of Windows that a container uses. */
async function existsInAnyCase(path: string): Promise<boolean> {
  const wanted = path.toLowerCase();
  return readdirSync(folder).some((name) => join(folder, name).toLowerCase() === wanted);
}

const platform = 'linux';

test('a folder that finds its files in another letter case', async () => {
  writeFileSync(join(folder, '1.é'), '');
  mkdirSync(join(folder, '.git'));
  expect(await ignoresLetterCase(folder, { platform, exists: existsInAnyCase })).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['.git', '1.é']);
});

test('a folder that does not', async () => {
  const looked: string[] = [];
  const exists = async (path: string): Promise<boolean> => {
    looked.push(path);
    return false;
  };
  writeFileSync(join(folder, 'ReadMe.md'), '');
  expect(await ignoresLetterCase(folder, { platform, exists })).toBe(false);
  expect(looked).toEqual([join(folder, 'rEADmE.MD')]);
});

test('a folder that has both files is one that does not', async () => {
  const exists = (): Promise<boolean> => Promise.resolve(true);
  await expect(ignoresLetterCase(folder, { platform, exists })).resolves.toBe(false);
  if (process.platform !== 'linux') return;
  for (const name of ['a.txt', 'A.TXT']) writeFileSync(join(folder, name), '');
  expect(await ignoresLetterCase(folder, { platform, exists })).toBe(false);
});

test('a folder that is gone', async () => {
  expect(await ignoresLetterCase(join(folder, 'gone'), { platform, exists: existsInAnyCase })).toBe(false);
});

test.each([
  ['win32', true],
  ['darwin', true],
  ['linux', false],
] as const)('nothing is looked up where the system says it: %s', async (system, expected) => {
  expect(await ignoresLetterCase(folder, { platform: system })).toBe(expected);
});

test.runIf(process.platform === 'linux')('a folder of Linux has both', async () => {
  writeFileSync(join(folder, 'Case.txt'), '');
  expect(await ignoresLetterCase(folder)).toBe(false);
});
