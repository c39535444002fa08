// Copies of an index, whose time git compares with those of files, and what git is told of the folder.
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignoresLetterCase } from '../../src/snapshots/letterCase.ts';
import { copyIndex, prepareGitDir } from '../../src/snapshots/shadowGitDir.ts';

vi.mock('../../src/snapshots/letterCase.ts');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-index-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([1_700_000_000.1239, 1_700_000_000.1236, 1_700_000_000.1231])(
  'a copy of an index never looks newer: %d',
  async (seconds) => {
    const [from, to] = [join(folder, 'index'), join(folder, 'copy')];
    writeFileSync(from, 'DIRC');
    utimesSync(from, seconds, seconds);
    await copyIndex(from, to);
    const [original, copy] = [from, to].map((path) => statSync(path, { bigint: true }).mtimeNs);
    expect(copy).toBeLessThanOrEqual(original ?? 0n);
    expect(copy).toBeGreaterThan((original ?? 0n) - 2_000_000n);
  },
);

test.each([true, false])('git ignores letter case where the folder does: %s', async (ignores) => {
  vi.mocked(ignoresLetterCase).mockImplementation(async (of) => of === folder && ignores);
  const gitDir = join(folder, 'shadow');
  const { signal } = new AbortController();
  await prepareGitDir({ gitDir, workTree: folder, storage: folder, command: 'git', signal });
  expect(readFileSync(join(gitDir, 'config'), 'utf8')).toContain(`\nignoreCase = ${ignores}\n`);
});
