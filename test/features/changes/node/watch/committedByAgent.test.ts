// What the agent commits stays its own when git joins it with what others have committed; what those bring is not.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import {
  KEY,
  finishTurn,
  listed,
  look,
  others,
  prompt,
  run,
  turn,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);

/** A file of nine lines, of which some are others. */
function lines(other: Readonly<Record<number, string>>): string {
  return Array.from({ length: 9 }, (_, index) => `${other[index + 1] ?? index + 1}\n`).join('');
}

/** A repository whose branch `up` has another last line in one file, and another text in the other one. */
function makeRepository(): void {
  git('init', '-q');
  files.put('a.txt', lines({}));
  files.put('b.txt', 'b\n');
  commitAll('one');
  git('checkout', '-q', '-b', 'up');
  files.put('a.txt', lines({ 9: 'up' }));
  files.put('b.txt', 'up\n');
  commitAll('up');
  git('checkout', '-q', 'main');
}

/** A command of git that ends with a conflict. */
function conflict(...args: readonly string[]): void {
  expect(() => git(...args)).toThrow();
}

const joins: readonly (readonly [string, readonly string[]])[] = [
  ['merged', ['merge', '-q', '--no-edit', 'up']],
  ['rebased', ['rebase', '-q', 'up']],
  ['pulled', ['pull', '-q', '--rebase', '.', 'up']],
];

test.each(joins)('what is edited, committed and %s in one command is the agent’s', async (_, join) => {
  makeRepository();
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', lines({ 1: 'agent' }));
    files.put('new.txt', 'agent\n');
    commitAll('agent');
    git(...join);
  });
  expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -1', 'created new.txt +1 -0'], []]);
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), files.read('b.txt')]).toEqual([lines({ 9: 'up' }), 'up\n']);
});

test('what the user had committed before stays where the agent rebases both', async () => {
  makeRepository();
  files.put('a.txt', lines({ 5: 'mine' }));
  commitAll('mine');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('a.txt', lines({ 1: 'agent', 5: 'mine' }));
    commitAll('agent');
    git('rebase', '-q', 'up');
  });
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe(lines({ 5: 'mine', 9: 'up' }));
});

test('what is committed on another branch and merged after a rebase is the agent’s', async () => {
  makeRepository();
  const window = files.openWindow();
  await turn(window, () => {
    git('checkout', '-q', '-b', 'feature');
    files.put('a.txt', lines({ 1: 'agent' }));
    commitAll('agent');
    git('rebase', '-q', 'up');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-edit', 'feature');
  });
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe(lines({ 9: 'up' }));
});

test('what two branches of the agent have in one file is the agent’s', async () => {
  makeRepository();
  const window = files.openWindow();
  await turn(window, () => {
    git('checkout', '-q', '-b', 'feature');
    files.put('a.txt', lines({ 9: 'agent' }));
    commitAll('agent');
    git('checkout', '-q', 'main');
    files.put('a.txt', lines({ 1: 'agent' }));
    commitAll('agent too');
    git('merge', '-q', '--no-edit', 'feature');
  });
  expect(listed(window)).toEqual(['modified a.txt +2 -2']);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe(lines({}));
});

const conflicts: readonly (readonly [string, () => void, () => void])[] = [
  ['merge', () => conflict('merge', '-q', 'up'), () => git('commit', '-q', '-m', 'both')],
  [
    'rebase',
    () => conflict('rebase', '-q', 'up'),
    () => git('-c', 'core.editor=true', 'rebase', '--continue'),
  ],
];

test.each(conflicts)(
  'how the agent resolves the conflict of its commit in a %s is its own',
  async (_, begin, end) => {
    makeRepository();
    const window = files.openWindow();
    await turn(window, () => {
      files.put('b.txt', 'agent\n');
      commitAll('agent');
      begin();
      files.put('b.txt', 'agent and up\n');
      git('add', '-A');
      end();
    });
    expect(listed(window)).toEqual(['modified b.txt +1 -1']);
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual([lines({ 9: 'up' }), 'up\n']);
  },
);

test.each(conflicts)(
  'how it resolves one of the user’s commit in a %s is listed, and not undone',
  async (_, begin, end) => {
    makeRepository();
    files.put('b.txt', 'mine\n');
    commitAll('mine');
    const window = files.openWindow();
    await turn(window, () => {
      begin();
      files.put('b.txt', 'mine and up\n');
      git('add', '-A');
      end();
    });
    expect(listed(window)).toEqual(['modified b.txt +1 -0']);
    const undone = await window.tracker.review.undo(KEY);
    expect(undone?.failed).toMatchObject([{ path: files.path('b.txt') }]);
    expect(files.read('b.txt')).toBe('mine and up\n');
  },
);

test.each(conflicts)('what stands there between two commands of a %s is git’s', async (_, begin, end) => {
  makeRepository();
  files.put('b.txt', 'mine\n');
  commitAll('mine');
  const window = files.openWindow();
  await prompt(window);
  await run(window, begin);
  await look(window);
  const marked = files.read('b.txt');
  expect([listed(window), marked]).toEqual([[], expect.stringContaining('<<<<<<<')]);
  await run(window, () => {
    files.put('b.txt', 'mine and up\n');
    git('add', '-A');
    end();
  });
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified b.txt +1 -5']);
  await window.tracker.review.undo(KEY);
  expect(files.read('b.txt')).toBe(marked);
});

test('what it makes of a file and of an unrelated one of the same name is listed, and not undone', async () => {
  makeRepository();
  git('checkout', '-q', '--orphan', 'unrelated');
  files.put('b.txt', 'unrelated\n');
  commitAll('unrelated');
  git('checkout', '-q', 'main');
  const window = files.openWindow();
  await turn(window, () => {
    files.put('b.txt', 'agent\n');
    commitAll('agent');
    conflict('merge', '-q', '--allow-unrelated-histories', 'unrelated');
    files.put('b.txt', 'agent and unrelated\n');
    commitAll('both');
  });
  expect(listed(window)).toEqual(['modified b.txt +1 -0']);
  await window.tracker.review.undo(KEY);
  expect(files.read('b.txt')).toBe('agent and unrelated\n');
});

/** git in another worktree of the repository. */
function inWorktree(...args: readonly string[]): void {
  const user = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com'];
  execFileSync('git', [...user, ...args], { cwd: files.beside('worktree'), stdio: 'pipe' });
}

function commitInWorktree(text: string): void {
  writeFileSync(join(files.beside('worktree'), 'b.txt'), text);
  inWorktree('commit', '-q', '-a', '-m', 'in the worktree');
}

test('what it merges from a worktree is the agent’s where it was committed in the turn', async () => {
  makeRepository();
  git('worktree', 'add', '-q', '-b', 'aside', files.beside('worktree'));
  const window = files.openWindow();
  await turn(window, () => {
    commitInWorktree('agent\n');
    git('merge', '-q', 'aside');
  });
  expect(listed(window)).toEqual(['modified b.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('b.txt')).toBe('b\n');
});

test('what was committed in a worktree before is not the agent’s where it merges that', async () => {
  makeRepository();
  git('worktree', 'add', '-q', '-b', 'aside', files.beside('worktree'));
  process.env['GIT_COMMITTER_DATE'] = '2020-01-01T00:00:00Z';
  try {
    commitInWorktree('mine\n');
  } finally {
    delete process.env['GIT_COMMITTER_DATE'];
  }
  const window = files.openWindow();
  await turn(window, () => git('merge', '-q', 'aside'));
  expect([listed(window), files.read('b.txt')]).toEqual([[], 'mine\n']);
});

test.each([
  ['none of the user’s', {}],
  ['a line of the user’s', { 5: 'mine' }],
])(
  'a pull whose stash conflicts, right after a command, with %s: Undo leaves what both had',
  async (_, mine) => {
    makeRepository();
    files.put('a.txt', lines(mine));
    const window = files.openWindow();
    await prompt(window);
    await run(window, () => files.put('a.txt', lines({ ...mine, 8: 'agent' })));
    git('pull', '-q', '--ff-only', '--autostash', '.', 'up');
    await finishTurn(window);
    expect(files.read('a.txt')).toContain('<<<<<<<');
    expect(listed(window)).toEqual(['modified a.txt +5 -0']);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe(lines({ ...mine, 9: 'up' }));
  },
);

test('what git marks as a conflict is not the agent’s where its change was listed before', async () => {
  makeRepository();
  const window = files.openWindow();
  await prompt(window);
  await run(window, () => files.put('a.txt', lines({ 8: 'agent' })));
  await look(window);
  git('pull', '-q', '--ff-only', '--autostash', '.', 'up');
  const marked = files.read('a.txt');
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe(marked.replace('agent', '8'));
});
