// Repositories inside the folder that an agent makes or removes in a turn: their files are listed and undone in that turn, and
// what Undo cannot give back is said at once.
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { repositoryKind } from '../../../../support/changes/repositoryKind.ts';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import {
  changes,
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  promptToRun,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);
const yes = async (): Promise<boolean> => true;

function openedWindow(): TrackedWindow {
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

/** A repository with two files and a commit, beside the folder. */
function makeOrigin(): void {
  git('init', '-q');
  files.put('a.txt', 'theirs\n');
  files.put('bin.dat', Buffer.from([0, 1, 2]));
  commitAll('theirs');
  git('clone', '-q', '--bare', '.', files.beside('origin.git'));
  for (const name of ['.git', 'a.txt', 'bin.dat']) rmSync(files.path(name), { recursive: true });
}

beforeEach(makeOrigin);

const made: readonly (readonly [string, () => void, readonly string[]])[] = [
  [
    'git init',
    () => {
      git('init', '-q', 'sub');
      files.put('sub/new.txt', 'agent\n');
    },
    ['created sub/new.txt +1 -0'],
  ],
  [
    'git clone',
    () => {
      git('clone', '-q', files.beside('origin.git'), 'sub');
      files.put('sub/a.txt', 'agent\nagent\n');
    },
    ['created sub/a.txt +2 -0', 'created sub/bin.dat +0 -0'],
  ],
  [
    'git clone in a folder of another clone',
    () => {
      git('clone', '-q', files.beside('origin.git'), 'sub');
      git('clone', '-q', files.beside('origin.git'), 'sub/deep/inner');
      rmSync(files.path('sub/deep/inner/bin.dat'));
    },
    ['created sub/a.txt +1 -0', 'created sub/bin.dat +0 -0', 'created sub/deep/inner/a.txt +1 -0'],
  ],
];

describe.each([
  ['in a folder', () => undefined],
  ['in a repository', () => (git('init', '-q'), files.put('top.txt', 'top\n'), commitAll('top'))],
])('%s', (_name, prepare) => {
  beforeEach(prepare);

  test.each(made)('%s: its files are listed and undone in the turn', async (_each, make, names) => {
    const window = files.openWindow();
    await promptToRun(window);
    make();
    await look(window);
    expect(listed(window)).toEqual(names);
    expect(changes(window)?.unlisted).toMatch(/^Undo does not remove new Git repositories \(\.git\): sub\b/);
    await finishTurn(window);
    expect([listed(window), others(window)]).toEqual([names, []]);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    for (const name of names) expect(existsSync(files.path(name.split(' ')[1] ?? ''))).toBe(false);
    expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(listed(window)).toEqual(names);
  });
});

test.each([
  ['a file', () => files.put('place', 'mine\n'), 'place'],
  ['a link', () => symlinkSync('nowhere', files.path('place')), 'place'],
  ['a file, some folders down', () => files.put('place', 'mine\n'), 'place/down/in'],
])('a repository in the place of %s is seen at once, with its files', async (_name, before, repository) => {
  before();
  const window = files.openWindow();
  await promptToRun(window);
  rmSync(files.path('place'));
  git('init', '-q', repository);
  files.put(`${repository}/new.txt`, 'agent\n');
  await look(window);
  expect(listed(window)).toContain(`created ${repository}/new.txt +1 -0`);
  expect(changes(window)?.unlisted).toContain(repository);
  await finishTurn(window);
  await window.tracker.review.undo(KEY);
  expect(existsSync(files.path(`${repository}/new.txt`))).toBe(false);
});

test('git worktree add: its files are listed and undone in the turn', async () => {
  git('init', '-q');
  files.put('top.txt', 'top\n');
  commitAll('top');
  const window = files.openWindow();
  await turn(window, () => {
    git('worktree', 'add', '-q', 'trees/one', '-b', 'one');
    files.put('trees/one/new.txt', 'agent\n');
  });
  expect(listed(window)).toEqual(['created trees/one/new.txt +1 -0', 'created trees/one/top.txt +1 -0']);
  expect(changes(window)?.unlisted).toContain('trees/one');
  await window.tracker.review.undo(KEY);
  expect([existsSync(files.path('trees/one/new.txt')), files.read('top.txt')]).toEqual([false, 'top\n']);
});

test('a checkpoint from before a clone removes its files, and nothing of a repository that was there', async () => {
  git('clone', '-q', files.beside('origin.git'), 'known');
  const window = openedWindow();
  const entry = await turn(window, () => {
    git('clone', '-q', files.beside('origin.git'), 'sub');
    files.put('known/b.txt', 'agent\n');
  });
  await window.tracker.review.restore(KEY, entry, yes);
  const there = ['sub/a.txt', 'known/b.txt', 'known/a.txt'].map((name) => existsSync(files.path(name)));
  expect(there).toEqual([false, false, true]);
});

test('a folder of files that becomes a repository keeps them: they are not taken for new ones', async () => {
  files.put('sub/mine.txt', 'mine\n');
  const window = files.openWindow();
  const entry = await turn(window, () => {
    git('init', '-q', 'sub');
    files.put('sub/new.txt', 'agent\n');
  });
  expect(listed(window)).toEqual(['created sub/new.txt +1 -0']);
  // Put away and back again, it is found as a repository of its own.
  renameSync(files.path('sub'), files.beside('away'));
  await prompt(window);
  endTurn(window);
  await look(window);
  renameSync(files.beside('away'), files.path('sub'));
  await prompt(window);
  endTurn(window);
  await look(window);
  await window.tracker.review.restore(KEY, entry, yes);
  expect(files.read('sub/mine.txt')).toBe('mine\n');
});

test('a file that a call names in the place of a repository that is gone is listed, and undone', async () => {
  git('clone', '-q', files.beside('origin.git'), 'sub');
  const window = openedWindow();
  await promptToRun(window);
  toolCall(window, {
    toolCallId: 'c',
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path: files.path('sub') }],
  });
  await look(window);
  rmSync(files.path('sub'), { recursive: true });
  files.put('sub', 'agent\n');
  toolCall(window, { toolCallId: 'c', status: 'completed' });
  await look(window);
  await finishTurn(window);
  expect(listed(window)).toContain('created sub +1 -0');
  await window.tracker.review.undo(KEY);
  expect(readFileSync(files.path('sub/a.txt'), 'utf8')).toBe('theirs\n');
});

test('an announced file below a folder that has become a file keeps nobody from the others', async () => {
  files.put('.gitignore', 'dist\n');
  files.put('dist/a.js', 'built\n');
  const window = openedWindow();
  await promptToRun(window);
  const locations = [{ path: files.path('dist/a.js') }];
  toolCall(window, { toolCallId: 'c', kind: 'edit', status: 'in_progress', locations });
  await look(window);
  rmSync(files.path('dist'), { recursive: true });
  files.put('dist', 'agent\n');
  files.put('b.txt', 'agent\n');
  toolCall(window, { toolCallId: 'c', status: 'completed' });
  await look(window);
  await finishTurn(window);
  expect(listed(window)).toContain('created b.txt +1 -0');
  await window.tracker.review.undo(KEY);
  expect(existsSync(files.path('b.txt'))).toBe(false);
});

test('a repository that is ignored by now is not said to be removed', async () => {
  git('clone', '-q', files.beside('origin.git'), 'sub');
  const window = openedWindow();
  await turn(window, () => files.put('.gitignore', 'sub/\n'));
  expect(changes(window)?.unlisted).toBeUndefined();
});

describe('a repository that the agent removes', () => {
  test.each([
    ['wholly', () => rmSync(files.path('sub'), { recursive: true })],
    [
      'and puts a file in its place',
      () => (rmSync(files.path('sub'), { recursive: true }), writeFileSync(files.path('sub'), 'agent\n')),
    ],
  ])('%s: Undo gives back its files, and says that the repository stays away', async (_name, remove) => {
    git('clone', '-q', files.beside('origin.git'), 'sub');
    files.put('sub/mine.txt', 'mine\n');
    const window = files.openWindow();
    await turn(window, remove);
    expect(listed(window).filter((each) => each.startsWith('deleted'))).toHaveLength(3);
    expect(changes(window)?.unlisted).toContain(
      'not deleted Git repositories with their commits (.git): sub.',
    );
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('sub/mine.txt'), readFileSync(files.path('sub/bin.dat'))]).toEqual([
      'mine\n',
      Buffer.from([0, 1, 2]),
    ]);
  });

  test('wholly, is restored to a checkpoint in the next window', async () => {
    git('clone', '-q', files.beside('origin.git'), 'sub');
    const first = openedWindow();
    const entry = await turn(first, () => rmSync(files.path('sub'), { recursive: true }));
    await first.tracker.flush();
    const checkpoint = first.store
      .state(KEY)
      ?.entries.flat()
      .flatMap((each) => (each.id === entry && 'checkpoint' in each ? each.checkpoint : []))[0];
    first.tracker.dispose();
    const second = openedWindow();
    second.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
    second.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint: checkpoint ?? '' });
    endTurn(second);
    const restored = second.store.state(KEY)?.entries.flat()[0]?.id ?? '';
    expect(await second.tracker.review.restore(KEY, restored, yes)).toEqual({ conflicts: [], failed: [] });
    expect(readFileSync(files.path('sub/bin.dat'))).toEqual(Buffer.from([0, 1, 2]));
  });
});

test('what git brings into a repository that was there is git’s, and said', async () => {
  git('clone', '-q', files.beside('origin.git'), 'sub');
  git('clone', '-q', files.beside('origin.git'), files.beside('other'));
  git('-C', files.beside('other'), 'commit', '-q', '--allow-empty', '-m', 'empty');
  writeFileSync(files.beside('other/a.txt'), 'newer\n');
  git('-C', files.beside('other'), 'commit', '-q', '-am', 'newer');
  git('-C', files.beside('other'), 'push', '-q');
  const window = files.openWindow();
  await turn(window, () => {
    git('-C', 'sub', 'pull', '-q');
    files.put('sub/b.txt', 'agent\n');
  });
  expect([listed(window), others(window)]).toEqual([['created sub/b.txt +1 -0'], []]);
  // Where there are more repositories than one, it is named.
  expect(changes(window)?.unlisted).toMatch(/Git activity (in sub )?since the last prompt: pulled\./);
});

test.skipIf(repositoryKind !== undefined)(
  'a repository of the folder itself that the agent makes or removes is named, and one of the user is not',
  async () => {
    const window = files.openWindow();
    await turn(window, () => git('init', '-q'));
    expect(changes(window)).toMatchObject({
      files: [],
      unlisted: 'Undo does not remove new Git repositories (.git): project.',
    });
    await turn(window, () => rmSync(files.path('.git'), { recursive: true }));
    expect(changes(window)?.unlisted).toContain('with their commits (.git): project.');
    await prompt(window);
    git('init', '-q');
    git('init', '-q', 'mine');
    await finishTurn(window);
    expect(changes(window)).toBeUndefined();
  },
);
