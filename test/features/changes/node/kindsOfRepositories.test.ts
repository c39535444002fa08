// What an agent changes is listed, undone, redone and restored to the byte in each kind of repository, beside git's own work.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderGit } from '../../../support/changes/folderGit.ts';
import { changes, KEY, listed, others, turn } from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const done = { conflicts: [], failed: [] };
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;

interface Kind {
  readonly name: string;
  /** Makes the repository with a commit, in which `place` has a.txt; `place` is where the agent works. */
  readonly make: () => string;
  readonly a: string;
}

/** A repository with a.txt, which the branch `other` has in another version. */
function repository(folder: string, a: string, ...options: readonly string[]): void {
  const { git, commitAll } = folderGit({ folder });
  git('init', '-q', ...options);
  for (const [branch, text] of [
    ['main', a],
    ['other', 'from other\n'],
  ] as const) {
    if (branch === 'other') git('checkout', '-q', '-b', 'other');
    writeFileSync(join(folder, 'a.txt'), a);
    writeFileSync(join(folder, 'b.txt'), text);
    writeFileSync(join(folder, 'left-out.md'), 'left out\n');
    commitAll(branch);
  }
  git('checkout', '-q', 'main');
}

function inProject(a: string, before: () => void = () => undefined): () => string {
  return () => {
    before();
    repository(files.folder, a);
    return files.folder;
  };
}

function beside(name: string): string {
  const folder = files.beside(name);
  mkdirSync(folder);
  return folder;
}

const kinds: readonly Kind[] = [
  { name: 'plain', a: 'a\nb\n', make: inProject('a\nb\n') },
  {
    name: 'with CRLF in the work tree alone',
    a: 'a\r\nb\r\n',
    make: inProject('a\r\nb\r\n', () => files.put('.gitattributes', '*.txt text eol=crlf\n')),
  },
  {
    name: 'with CRLF in the repository',
    a: 'a\r\nb\r\n',
    make: inProject('a\r\nb\r\n', () => files.put('.gitattributes', '* -text\n')),
  },
  {
    name: 'with pointers of LFS',
    a: POINTER,
    make: inProject(POINTER, () => files.put('.gitattributes', 'a.txt filter=lfs diff=lfs -text\n')),
  },
  {
    name: 'with names of SHA-256',
    a: 'a\nb\n',
    make: () => {
      repository(files.folder, 'a\nb\n', '--object-format=sha256');
      return files.folder;
    },
  },
  {
    name: 'a worktree',
    a: 'a\nb\n',
    make: () => {
      const main = beside('main');
      repository(main, 'a\nb\n');
      rmSync(files.folder, { recursive: true });
      folderGit({ folder: main }).git('worktree', 'add', '-q', '-b', 'third', files.folder);
      return files.folder;
    },
  },
  {
    name: 'a submodule',
    a: 'a\nb\n',
    make: () => {
      const upstream = beside('upstream');
      repository(upstream, 'a\nb\n');
      const { git } = folderGit(files);
      git('init', '-q');
      git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', upstream, 'sub');
      git('commit', '-q', '-m', 'one');
      execFileSync('git', ['branch', '-q', 'other', 'origin/other'], { cwd: files.path('sub') });
      return files.path('sub');
    },
  },
  {
    name: 'a sparse checkout',
    a: 'a\nb\n',
    make: () => {
      repository(files.folder, 'a\nb\n');
      folderGit(files).git('sparse-checkout', 'set', '--no-cone', '/*.txt');
      return files.folder;
    },
  },
  {
    name: 'the second of two roots',
    a: 'a\nb\n',
    make: () => {
      files.put('own.txt', 'own\n');
      const second = beside('second');
      repository(second, 'a\nb\n');
      files.furtherFolders = [second];
      return second;
    },
  },
];

test.each(kinds)('$name', async ({ a, make }) => {
  const place = make();
  const path = (name: string): string => join(place, name);
  const read = (name: string): string | undefined =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined;
  const window = files.openWindow();
  const after = a.replace(/a\b/, 'AGENT');
  const entry = await turn(window, () => {
    writeFileSync(path('a.txt'), after);
    writeFileSync(path('new.txt'), 'new\r\n');
    rmSync(path('b.txt'));
  });
  expect([listed(window).map((line) => line.replace(/ .*\//, ' ')), others(window)]).toEqual([
    [
      expect.stringMatching(/^modified a\.txt/),
      expect.stringMatching(/^deleted b\.txt/),
      'created new.txt +1 -0',
    ],
    [],
  ]);
  const before = [a, undefined, a];
  const state = (): readonly (string | undefined)[] => [read('a.txt'), read('new.txt'), read('b.txt')];
  expect(await window.tracker.review.undo(KEY)).toEqual(done);
  expect(state()).toEqual(before);
  await window.tracker.review.redo(KEY);
  expect(state()).toEqual([after, 'new\r\n', undefined]);
  expect(await window.tracker.review.restore(KEY, entry, async () => true)).toEqual(done);
  expect(state()).toEqual(before);
  expect(changes(window)?.files).toEqual([]);
  // Another branch is git's, and what the agent does beside it is not.
  const leftOut = existsSync(path('left-out.md'));
  await turn(window, () => {
    execFileSync('git', ['checkout', '-q', 'other'], { cwd: place });
    writeFileSync(path('a.txt'), after);
  });
  expect([changes(window)?.files.map((file) => file.path), others(window)]).toEqual([[path('a.txt')], []]);
  expect(changes(window)?.unlisted).toContain('switched to other');
  expect(await window.tracker.review.undo(KEY)).toEqual(done);
  expect([read('a.txt'), read('b.txt')?.trim(), existsSync(path('left-out.md'))]).toEqual([
    a,
    'from other',
    leftOut,
  ]);
});

test.each(['sha1', 'sha256'])(
  'an untracked file that a stash puts away is git’s doing, with names of %s',
  async (format) => {
    const { git } = folderGit(files);
    repository(files.folder, 'a\nb\n', `--object-format=${format}`);
    files.put('untracked.txt', 'of the user\n');
    files.put('a.txt', 'of the user\n');
    const window = files.openWindow();
    await turn(window, () => {
      git('stash', '-q', '-u');
      files.put('new.txt', 'new\n');
    });
    expect([listed(window), others(window)]).toEqual([['created new.txt +1 -0'], []]);
    expect(changes(window)?.unlisted).toContain('stashed changes');
  },
);

describe('the hooks and the configuration that a worktree shares with others', () => {
  const hook = (): string => join(files.beside('main'), '.git', 'hooks', 'post-checkout');
  const remove = (): void => rmSync(files.folder, { recursive: true });
  const changeHook = (): void => writeFileSync(hook(), 'touch x\n');
  test.each([
    ['stay as they are where it is removed: nothing is reported', [remove], undefined],
    ['are reported where they change and it is removed', [changeHook, remove], 'post-checkout. Check'],
    ['are reported where they change', [changeHook], 'post-checkout. Check'],
    ['are reported where they are removed', [() => rmSync(hook())], 'post-checkout. Check'],
  ])('%s', async (_name, steps, reported) => {
    const main = beside('main');
    repository(main, 'a\n');
    writeFileSync(hook(), 'true\n');
    rmSync(files.folder, { recursive: true });
    folderGit({ folder: main }).git('worktree', 'add', '-q', '-b', 'third', files.folder);
    const window = files.openWindow();
    await turn(window, () => steps.forEach((step) => step()));
    const notices = window.store
      .state(KEY)
      ?.entries.flat()
      .flatMap((entry) => (entry.kind === 'notice' ? entry.text : []));
    expect(notices).toEqual(reported === undefined ? [] : [expect.stringContaining(reported)]);
  });
});
