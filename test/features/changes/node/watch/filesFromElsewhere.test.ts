// Files that come into a snapshot but are older than the agent's work: moved from where no snapshot looks, or ignored until now.
// Undo and Restore never remove them.
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import { KEY, listed, prompt, turn } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);

function move(from: string, to: string): () => void {
  return () => renameSync(files.path(from), files.path(to));
}

const moves: readonly (readonly [name: string, file: string | Buffer, move: () => void, to: string])[] = [
  ['mine.bin', Buffer.alloc(2 * 1024 ** 2), move('mine.bin', 'moved.bin'), 'moved.bin'],
  ['.env', 'SECRET=1\n', move('.env', 'env.txt'), 'env.txt'],
  ['old/.env', 'SECRET=1\n', move('old', 'new'), 'new/.env'],
  ['../thesis.txt', 'mine\n', move('../thesis.txt', 'thesis.txt'), 'thesis.txt'],
];

describe.each([
  ['in a folder', () => undefined],
  ['in a repository', () => (git('init', '-q'), commitAll('one'))],
])('%s', (_name, prepare) => {
  test.each(moves)('the agent moves %s: its only copy stays', async (from, contents, work, to) => {
    files.put('.gitignore', '/.env\n/old/.env\n');
    files.put('other.txt', 'before\n');
    files.put(from, contents);
    prepare();
    await files.age(from);
    const window = files.openWindow();
    await turn(window, () => {
      work();
      files.put('other.txt', 'agent\n');
    });
    await window.tracker.review.undo(KEY);
    expect([files.read('other.txt'), existsSync(files.path(to))]).toEqual(['before\n', true]);
  });

  test.each([
    ['a file of rules that ignores itself', '.gitignore', '.gitignore\n.env\n', '.env'],
    ['a folder’s own rules', 'venv/.gitignore', '*\n', 'venv/lib.py'],
  ])('the agent removes %s: what was ignored stays', async (_rules, rules, text, ignored) => {
    files.put('other.txt', 'before\n');
    prepare();
    files.put(rules, text);
    files.put(ignored, 'mine\n');
    await files.age(ignored);
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path(rules));
      files.put('other.txt', 'agent\n');
    });
    await window.tracker.review.undo(KEY);
    expect([files.read('other.txt'), files.read(ignored)]).toEqual(['before\n', 'mine\n']);
  });
});

test('but tracked files that it moves, and old ones that it unpacks, are the agent’s', async () => {
  files.put('a.txt', 'a\n');
  files.put('folder/deep/b.txt', 'b\n');
  await files.age('folder/deep/b.txt');
  const window = files.openWindow();
  await turn(window, () => {
    renameSync(files.path('a.txt'), files.path('c.txt'));
    mkdirSync(files.path('made'));
    renameSync(files.path('folder'), files.path('made/folder'));
    files.put('unpacked.txt', 'old\n');
    utimesSync(files.path('unpacked.txt'), 1, 1);
  });
  expect(listed(window).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'deleted a.txt',
    'created c.txt',
    'deleted folder/deep/b.txt',
    'created made/folder/deep/b.txt',
    'created unpacked.txt',
  ]);
  await window.tracker.review.undo(KEY);
  expect(
    ['c.txt', 'made/folder/deep/b.txt', 'unpacked.txt'].map((name) => existsSync(files.path(name))),
  ).toEqual([false, false, false]);
  expect([files.read('a.txt'), files.read('folder/deep/b.txt')]).toEqual(['a\n', 'b\n']);
});

test('a checkpoint with ignore rules that the user has removed since leaves what they ignored', async () => {
  files.put('.gitignore', '.env\ndist/\n');
  files.put('.env', 'SECRET=1\n');
  files.put('dist/d.txt', 'mine\n');
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  const entry = await turn(window, () => files.put('agent.txt', 'agent\n'));
  writeFileSync(files.path('.gitignore'), '');
  await window.tracker.userSaved(files.path('.gitignore'), '');
  await prompt(window);
  window.store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
  const asked: string[] = [];
  await window.tracker.review.restore(KEY, entry, async (paths) => (asked.push(...paths), true));
  expect(asked.toSorted()).toEqual([files.path('.gitignore'), files.path('agent.txt')].toSorted());
  expect([files.read('.env'), files.read('dist/d.txt'), existsSync(files.path('agent.txt'))]).toEqual([
    'SECRET=1\n',
    'mine\n',
    false,
  ]);
});
