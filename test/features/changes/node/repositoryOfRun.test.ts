// The tests of a run for a kind of repository have such a repository, with their files in it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryKind } from '../../../support/changes/repositoryKind.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: files.folder, encoding: 'utf8' }).trim();
}

/** What shows the kind of a repository that has a.txt with one line. */
const kinds: Readonly<Record<string, () => unknown>> = {
  crlf: () => [git('cat-file', 'blob', ':a.txt'), readFileSync(files.path('a.txt'), 'utf8')],
  lfs: () => [git('cat-file', 'blob', ':a.txt').split('\n')[0], readFileSync(files.path('a.txt'), 'utf8')],
  worktree: () => readFileSync(files.path('.git'), 'utf8'),
  submodule: () => readFileSync(files.path('.git'), 'utf8'),
  sparse: () => [git('ls-files', 'left-out-of-sparse'), existsSync(files.path('left-out-of-sparse'))],
  'two-roots': () => files.furtherFolders,
};
const expected: Readonly<Record<string, () => unknown>> = {
  crlf: () => ['a', 'a\r\n'],
  lfs: () => ['version https://git-lfs.github.com/spec/v1', 'a\n'],
  worktree: () => expect.stringContaining('/main-worktree/.git/worktrees/'),
  submodule: () => expect.stringContaining('/.git/modules/project'),
  sparse: () => ['left-out-of-sparse/readme.md', false],
  'two-roots': () => [files.beside('second-root')],
};

test.skipIf(repositoryKind === undefined)('each test has a repository of the kind of the run', () => {
  files.put('a.txt', 'a\n');
  files.openWindow();
  const kind = repositoryKind ?? '';
  expect([kinds[kind]?.(), git('status', '--porcelain')]).toEqual([expected[kind]?.(), '']);
});
