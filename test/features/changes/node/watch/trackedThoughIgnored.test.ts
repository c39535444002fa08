// Files that ignore rules name and the user's repository tracks all the same: changes of them are listed and undone.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  endTurn,
  KEY,
  listed,
  others,
  prompt,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);

function begin(): void {
  files.put('.gitignore', 'dist/\nnode_modules/\n');
  files.put('src.txt', 'one\n');
  git('init', '-q');
  commitAll('Begin');
}

/** Adds a file that is ignored. */
function force(name: string, text: string): void {
  files.put(name, text);
  git('add', '-f', name);
}

const undo = (window: TrackedWindow) => window.tracker.review.undo(KEY);

/** A turn without tool calls: the agent has changed nothing. */
async function quietTurn(window: TrackedWindow): Promise<void> {
  await prompt(window);
  endTurn(window);
}

test('one that a merge brought after the first snapshot, in a later window', async () => {
  begin();
  git('checkout', '-q', '-b', 'upstream');
  force('dist/a.js', 'merged\n');
  git('commit', '-q', '-m', 'Build');
  git('checkout', '-q', 'main');
  await turn(files.openWindow(), () => files.put('src.txt', 'two\n'));
  commitAll('Two');
  git('merge', '-q', '-m', 'Merge', 'upstream');
  const window = files.openWindow();
  await turn(window, () => files.put('dist/a.js', 'agent\n'));
  expect(listed(window)).toEqual(['modified dist/a.js +1 -1']);
  expect(await undo(window)).toEqual({ conflicts: [], failed: [] });
  expect(files.read('dist/a.js')).toBe('merged\n');
});

test.each(['node_modules/vendored/i.js', 'dist/deep/é.js'])(
  '%s, which was added between two turns of one window',
  async (name) => {
    begin();
    const window = files.openWindow();
    await quietTurn(window);
    force(name, 'mine\n');
    await quietTurn(window);
    expect([listed(window), others(window)]).toEqual([[], []]);
    await turn(window, () => files.put(name, 'agent\n'));
    await undo(window);
    expect(files.read(name)).toBe('mine\n');
  },
);

test('one in a repository that was made after the first turn', async () => {
  files.put('.gitignore', 'dist/\n');
  const window = files.openWindow();
  await quietTurn(window);
  git('init', '-q');
  force('dist/a.js', 'mine\n');
  await quietTurn(window);
  await turn(window, () => files.put('dist/a.js', 'agent\n'));
  await undo(window);
  expect(files.read('dist/a.js')).toBe('mine\n');
});

test('one that was there, and that the agent only adds, is not removed by Undo', async () => {
  begin();
  files.put('dist/own.js', 'mine\n');
  const window = files.openWindow();
  await turn(window, () => git('add', '-f', 'dist/own.js'));
  expect(listed(window)).toEqual([]);
  await undo(window);
  expect(files.read('dist/own.js')).toBe('mine\n');
});

test('one that the agent changes and adds is left by Undo, as nobody knows what was there', async () => {
  begin();
  files.put('dist/own.js', 'mine\n');
  const window = files.openWindow();
  await turn(window, () => force('dist/own.js', 'agent\n'));
  const result = await undo(window);
  expect(result?.failed.map(({ path }) => path)).toEqual([files.path('dist/own.js')]);
  expect(files.read('dist/own.js')).toBe('agent\n');
});

test('other ignored files stay as they are, and are in no list', async () => {
  begin();
  const window = files.openWindow();
  await turn(window, () => files.put('dist/built.js', 'agent\n'));
  expect([listed(window), others(window)]).toEqual([[], []]);
  await undo(window);
  expect(existsSync(files.path('dist/built.js'))).toBe(true);
});
