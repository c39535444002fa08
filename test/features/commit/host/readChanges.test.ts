// What of a repository is to be committed, read without running what the repository configures.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readChanges } from '../../../../src/features/commit/host/readChanges.ts';

const folders: string[] = [];
const { signal } = new AbortController();

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A repository without commits. */
function repository(): {
  folder: string;
  git: (...args: string[]) => void;
  write: (name: string, text: string) => void;
} {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-commit-')));
  folders.push(folder);
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]): void => void execFileSync('git', [...identity, ...args], { cwd: folder });
  git('init', '--quiet');
  return { folder, git, write: (name, text) => writeFileSync(join(folder, name), text) };
}

test('what is staged counts, and nothing else', async () => {
  const { folder, git, write } = repository();
  write('a.txt', 'one\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin with a');
  write('a.txt', 'two\n');
  write('b.txt', 'b\n');
  git('add', 'a.txt');
  write('a.txt', 'three\n');
  const changes = await readChanges(folder, signal);
  expect(changes?.diff).toContain('+two');
  expect(changes?.diff).not.toContain('three');
  expect(changes).toMatchObject({ untracked: [], subjects: ['Begin with a'], isDiffCut: false });
  expect(changes?.summary).toContain('a.txt');
});

test('where nothing is staged, the work tree counts, with new files', async () => {
  const { folder, git, write } = repository();
  write('a.txt', 'one\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
  write('b\nc.txt', 'b\n');
  expect(await readChanges(folder, signal)).toMatchObject({ diff: '', untracked: ['b\nc.txt'] });
  write('a.txt', 'two\n');
  expect((await readChanges(folder, signal))?.diff).toContain('+two');
});

test('there may be nothing, and no commit yet', async () => {
  const { folder, git, write } = repository();
  expect(await readChanges(folder, signal)).toBeUndefined();
  write('a.txt', 'one\n');
  git('add', '.');
  expect(await readChanges(folder, signal)).toMatchObject({ subjects: [], untracked: [] });
});

test('no program of the repository is run', async () => {
  const { folder, git, write } = repository();
  const trap = `touch ${join(folder, 'trap')}`;
  write('a.txt', 'one\n');
  write('.gitattributes', '* filter=bad diff=bad\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
  for (const key of [
    'filter.bad.clean',
    'diff.bad.command',
    'diff.bad.textconv',
    'diff.external',
    'core.pager',
  ]) {
    git('config', key, trap);
  }
  write('a.txt', 'two\n');
  expect((await readChanges(folder, signal))?.diff).toContain('+two');
  expect(existsSync(join(folder, 'trap'))).toBe(false);
});

test('it is given up', async () => {
  const { folder } = repository();
  await expect(readChanges(folder, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
});
