// What the changes bar says git has done: by whom it was, in which repositories, and whether files are said to have changed.
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { gitNote } from '../../../../../src/features/changes/node/gitNote.ts';
import type { GitActivity } from '../../../../../src/features/changes/node/watch/gitActivity.ts';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import { changes, look, turn, type TrackedWindow } from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);

const unlisted = 'Files that Git changed are not listed, and Undo leaves them.';

function note(since: readonly GitActivity[], hasSeveralFolders = false): string | undefined {
  return gitNote({ before: [], since }, (top) => basename(top), hasSeveralFolders);
}

function switched(name: string, top = '/p'): GitActivity {
  return { top, kind: 'switched', name };
}

test.each([
  ['one repository', [switched('f')], 'Git activity since the last prompt: switched to f.'],
  [
    'submodules that do the same',
    ['/p', '/p/a', '/p/b'].map((top) => switched('f', top)),
    'Git activity in p, a, b since the last prompt: switched to f.',
  ],
  [
    'submodules that do something else',
    [switched('f'), switched('1234567', '/p/a')],
    'Git activity in p since the last prompt: switched to f. ' +
      'Git activity in a since the last prompt: switched to 1234567.',
  ],
  [
    'many submodules',
    Array.from({ length: 8 }, (_, index) => switched('f', `/p/m${index}`)),
    'Git activity in m0, m1, m2, m3, m4 and 3 more since the last prompt: switched to f.',
  ],
])('of %s', (_, activities, expected) => {
  expect(note(activities)).toBe(`${expected} ${unlisted}`);
});

/** What is said, without the name of the folder: it stands there where there are other roots. */
function saidIn(window: TrackedWindow): string | undefined {
  return changes(window)?.unlisted?.replace(' in project', '');
}

test.each([
  ['a new branch', ['checkout', '-q', '-b', 'f'], false],
  ['a branch at the same commit', ['checkout', '-q', 'same'], false],
  ['another commit', ['checkout', '-q', 'other'], true],
])('a switch to %s', async (_, command, changesFiles) => {
  git('init', '-q');
  files.put('a.txt', 'a\n');
  commitAll('one');
  git('branch', 'same');
  git('checkout', '-q', '-b', 'other');
  files.put('a.txt', 'other\n');
  commitAll('two');
  git('checkout', '-q', 'main');
  const window = files.openWindow();
  await turn(window, () => {
    git(...command);
    files.put('n.txt', 'agent\n');
  });
  const said = `Git activity since the last prompt: switched to ${command.at(-1)}.`;
  expect(saidIn(window)).toBe(changesFiles ? `${said} ${unlisted}` : said);
});

test.each([
  ['in another worktree is not said', (): string => files.beside('worktree'), undefined],
  [
    'in this one is said',
    (): string => files.folder,
    `Git activity since the last prompt: stashed changes. ${unlisted}`,
  ],
])('a stash %s', async (_, folder, expected) => {
  git('init', '-q');
  files.put('a.txt', 'a\n');
  commitAll('one');
  git('worktree', 'add', '-q', '-b', 'aside', files.beside('worktree'));
  const window = files.openWindow();
  await turn(window, () => {
    files.put('n.txt', 'agent\n');
    const options = { cwd: folder() };
    const user = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com'];
    execFileSync('sh', ['-c', 'echo mine > a.txt'], options);
    execFileSync('git', [...user, 'stash', '-q'], options);
  });
  expect(saidIn(window)).toBe(expected);
});

test.each([
  ['that a look has found before the prompt', async (window: TrackedWindow) => look(window)],
  ['that only the prompt finds', async () => undefined],
])(
  'a switch between turns %s is said with the prompt, and no longer with the one after it',
  async (_, meanwhile) => {
    git('init', '-q');
    files.put('a.txt', 'a\n');
    commitAll('one');
    git('checkout', '-q', '-b', 'other');
    files.put('a.txt', 'other\n');
    commitAll('two');
    git('checkout', '-q', 'main');
    const window = files.openWindow();
    await turn(window, () => files.put('n.txt', 'agent\n'));
    git('checkout', '-q', 'other');
    await meanwhile(window);
    await turn(window, () => files.put('n.txt', 'agent again\n'));
    expect(saidIn(window)).toBe(`Git activity before the last prompt: switched to other. ${unlisted}`);
    await turn(window, () => files.put('n.txt', 'and again\n'));
    expect(saidIn(window)).toBeUndefined();
  },
);

test('a switch in a turn is not said to be before the next prompt', async () => {
  git('init', '-q');
  files.put('a.txt', 'a\n');
  commitAll('one');
  const window = files.openWindow();
  await turn(window, () => {
    git('checkout', '-q', '-b', 'f');
    files.put('n.txt', 'agent\n');
  });
  await look(window);
  await turn(window, () => files.put('n.txt', 'agent again\n'));
  expect(saidIn(window)).toBeUndefined();
});
