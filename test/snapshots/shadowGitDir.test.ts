// Copies of an index, whose time git compares with those of files, where a repository is looked for, and what git is told of it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyIndex, enclosingRepository, prepareGitDir } from '../../src/snapshots/shadowGitDir.ts';

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
  const ignoresCase = async (of: string): Promise<boolean> => of === folder && ignores;
  const gitDir = join(folder, 'shadow');
  const { signal } = new AbortController();
  await prepareGitDir({ gitDir, workTree: folder, storage: folder, command: 'git', signal, ignoresCase });
  expect(readFileSync(join(gitDir, 'config'), 'utf8')).toContain(`\nignoreCase = ${ignores}\n`);
});

describe('the repository around a folder', () => {
  const inside = (): string => join(folder, 'outer', 'inner');

  beforeEach(() => mkdirSync(join(inside(), '.git'), { recursive: true }));

  test('is not one whose .git is an empty folder, as sandboxes of agents leave it', async () => {
    expect(await enclosingRepository(inside())).toBeUndefined();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(await enclosingRepository(inside())).toBe(folder);
  });

  test('is the innermost that has a HEAD, or a file in the place of its .git', async () => {
    writeFileSync(join(folder, 'outer', '.git'), 'gitdir: ../elsewhere\n');
    expect(await enclosingRepository(inside())).toBe(join(folder, 'outer'));
    writeFileSync(join(inside(), '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(await enclosingRepository(inside())).toBe(inside());
  });
});
