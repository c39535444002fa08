// A repository that is made, removed or made anew during a turn: what git brought is git's, and all else stays the agent's.
import { rmSync } from 'node:fs';
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
