// A repository that is made, removed or made anew during a turn: what git brought is git's, and all else stays the agent's.
import { renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import { changes, KEY, listed, others, turn } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const { git, commitAll } = folderGit(files);

function removeRepository(): void {
  rmSync(files.path('.git'), { recursive: true });
}

/** A folder with a commit, and a repository beside it with another one. */
function makeRepositories(): void {
  git('init', '-q');
  files.put('a.txt', 'theirs\n');
  files.put('theirs.txt', 'theirs\n');
  commitAll('theirs');
  git('clone', '-q', '--bare', '.', files.beside('theirs.git'));
  removeRepository();
  rmSync(files.path('theirs.txt'));
  git('init', '-q');
  files.put('a.txt', 'before\n');
  commitAll('one');
}

test.each([
  ['made anew', () => (removeRepository(), git('init', '-q'))],
  ['made anew, with a commit of all', () => (removeRepository(), git('init', '-q'), commitAll('anew'))],
  ['removed', removeRepository],
  ['left without its log', () => git('reflog', 'expire', '--expire=now', '--all')],
])('what the agent writes is its own where the repository is %s', async (_name, change) => {
  makeRepositories();
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', 'agent\n');
    change();
    files.put('b.txt', 'agent\n');
  });
  expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1', 'created b.txt +1 -0'], []]);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('before\n');
});

test.each([
  ['made anew', removeRepository],
  ['made where there was none', undefined],
])('what git brings is git’s where the repository is %s', async (_name, remove) => {
  makeRepositories();
  if (remove === undefined) removeRepository();
  const window = files.openWindow();
  await turn(window, () => {
    remove?.();
    git('init', '-q');
    git('remote', 'add', 'origin', files.beside('theirs.git'));
    git('fetch', '-q', 'origin');
    git('reset', '-q', '--hard', 'origin/main');
    files.put('b.txt', 'agent\n');
  });
  expect([listed(window), others(window)]).toEqual([['created b.txt +1 -0'], []]);
  expect(changes(window)?.unlisted).toContain('Git activity since the last prompt: ');
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('theirs\n');
});

test('what git brought long before the turn explains nothing that the agent writes in a new repository', async () => {
  makeRepositories();
  const window = files.openWindow();
  await turn(window, () => {
    removeRepository();
    git('init', '-q');
    files.put('a.txt', 'theirs\n');
  });
  expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1'], []]);
});

const lost = 'not deleted Git repositories with their commits (.git): project.';

test.each([
  ['made anew', () => (removeRepository(), git('init', '-q')), true],
  [
    'cloned anew',
    () => (removeRepository(), git('clone', '-q', '--bare', files.beside('theirs.git'), '.git')),
    true,
  ],
  ['cleaned up', () => git('gc', '-q', '--prune=now'), false],
  ['left without its log', () => git('reflog', 'expire', '--expire=now', '--all'), false],
  [
    'moved away and back',
    () => (
      renameSync(files.path('.git'), files.beside('x')),
      renameSync(files.beside('x'), files.path('.git'))
    ),
    false,
  ],
])(
  'that commits are gone is said where the repository is %s, also after the next turn',
  async (_name, change, isSaid) => {
    makeRepositories();
    const window = files.openWindow();
    await turn(window, () => {
      change();
      files.put('b.txt', 'agent\n');
    });
    await turn(window, () => files.put('c.txt', 'agent\n'));
    if (isSaid) expect(changes(window)?.unlisted).toContain(lost);
    else expect(changes(window)?.unlisted).toBeUndefined();
  },
);

test('commits of a worktree in whose place a repository is made are still there', async () => {
  makeRepositories();
  git('worktree', 'add', '-q', '--detach', files.path('linked'));
  const window = files.openWindow();
  await turn(window, () => {
    rmSync(files.path('linked'), { recursive: true });
    git('init', '-q', 'linked');
  });
  expect([listed(window), changes(window)?.unlisted]).toEqual([['deleted linked/a.txt +0 -1'], undefined]);
});

test('a repository without commits that is made anew has lost none', async () => {
  git('init', '-q');
  const window = files.openWindow();
  await turn(window, () => {
    removeRepository();
    git('init', '-q');
    files.put('b.txt', 'agent\n');
  });
  expect(changes(window)?.unlisted).toBeUndefined();
});
