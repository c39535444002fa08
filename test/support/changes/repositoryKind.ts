// The kinds of repositories that the tests of changes run in besides a plain folder: one in each run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderGit } from './folderGit.ts';

/** The kind that the tests of this run are given. */
const KIND_VARIABLE = 'PARLEY_TEST_REPOSITORY';

/** A file in a place that no test uses. */
const LEFT_OUT = 'left-out-of-sparse/readme.md';

/** Filters as git-lfs configures them: the repository has pointers, and the contents are in a store beside the project. */
function lfsFilters(store: string): Readonly<Record<'clean' | 'smudge', string>> {
  const git = `git --git-dir='${store}'`;
  return {
    clean: `printf 'version https://git-lfs.github.com/spec/v1\noid %s\n' "$(${git} hash-object -w --stdin --no-filters)"`,
    smudge: `${git} cat-file blob "$(sed -n 's/^oid //p')"`,
  };
}

/** Makes a repository of a kind of `project`, a folder in `base` that is not there yet. */
const kinds: Readonly<Record<string, (project: string, base: string) => void>> = {
  crlf: (project) => {
    init(project);
    folderGit({ folder: project }).git('config', 'core.autocrlf', 'true');
    commitFirst(project);
  },
  lfs: (project, base) => {
    init(project);
    const { git } = folderGit({ folder: project });
    const store = join(base, 'lfs-store');
    init(store, '--bare');
    for (const [direction, command] of Object.entries(lfsFilters(store)))
      git('config', `filter.lfs.${direction}`, command);
    git('config', 'filter.lfs.required', 'true');
    writeFileSync(join(project, '.git', 'info', 'attributes'), '*.txt filter=lfs diff=lfs merge=lfs -text\n');
    commitFirst(project);
  },
  worktree: (project, base) => {
    const main = join(base, 'main-worktree');
    init(main, '--initial-branch=trunk');
    commitFirst(main);
    folderGit({ folder: main }).git('worktree', 'add', '-q', '-b', 'main', project);
  },
  submodule: (project, base) => {
    const upstream = join(base, 'upstream-repository');
    init(upstream);
    commitFirst(upstream);
    const outer = dirname(project);
    init(outer);
    const { git } = folderGit({ folder: outer });
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', upstream, 'project');
    rmSync(upstream, { recursive: true });
    folderGit({ folder: project }).git('remote', 'remove', 'origin');
  },
  sparse: (project) => {
    init(project);
    mkdirSync(join(project, dirname(LEFT_OUT)));
    writeFileSync(join(project, LEFT_OUT), 'left out\n');
    folderGit({ folder: project }).commitAll('first');
    folderGit({ folder: project }).git(
      'sparse-checkout',
      'set',
      '--no-cone',
      '/*',
      `!/${dirname(LEFT_OUT)}/`,
    );
  },
  'two-roots': (project, base) => {
    for (const folder of [project, secondRoot(base)]) {
      init(folder);
      commitFirst(folder);
    }
  },
};

const name = process.env[KIND_VARIABLE] ?? '';
const make = kinds[name];
if (name !== '' && make === undefined) throw new Error(`There is no kind of repository named ${name}.`);

/** The kind of this run; undefined when each test has a plain folder. */
export const repositoryKind = make === undefined ? undefined : name;

/** Makes the folder of a test, of the kind of this run. */
export function makeProject(project: string, base: string): void {
  if (make === undefined) mkdirSync(project, { recursive: true });
  else make(project, base);
}

/** The folders that a session has besides its own in this run. */
export function rootsBeside(base: string): readonly string[] {
  return repositoryKind === 'two-roots' ? [secondRoot(base)] : [];
}

/** Commits the files of a test that has made no commit itself, so that they are the repository's. */
export function commitAtFirst(project: string): void {
  if (make === undefined || hasFurtherCommits(project)) return;
  const { git } = folderGit({ folder: project });
  try {
    git('add', '-A', '--sparse');
  } catch {
    // A repository without a commit in it cannot be added, and the test is about that one.
    return;
  }
  git('commit', '-q', '--allow-empty', '-m', 'files of the test');
}

function hasFurtherCommits(folder: string): boolean {
  try {
    const count = execFileSync('git', ['rev-list', '--count', '--all'], { cwd: folder, stdio: 'pipe' });
    return count.toString().trim() !== '1';
  } catch {
    // The test has removed the repository.
    return true;
  }
}

function secondRoot(base: string): string {
  return join(base, 'second-root');
}

function init(folder: string, ...options: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  folderGit({ folder }).git('init', '-q', ...options);
}

function commitFirst(folder: string): void {
  folderGit({ folder }).git('commit', '-q', '--allow-empty', '-m', 'first');
}
