// Which paths git's ignore rules leave out of snapshots: by the rules of now, or by those of an earlier snapshot.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../storage/privateFiles.ts';
import { GitFailed, runGit, zeroSeparated, type GitOptions, type GitRun } from './gitProcess.ts';

/** What `git check-ignore` ends with when it ignores none of the paths. */
export const NOTHING_IGNORED = 1;

/** The paths among these, absolute or relative to the work tree, that are ignored or lie beyond a link. */
export async function ignoredPaths(
  git: GitOptions,
  paths: readonly string[],
  run: GitRun,
  options: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  try {
    const input = paths.map((path) => `${path}\0`).join('');
    const output = await runGit(git, ['check-ignore', ...options, '-z', '--stdin'], { ...run, input });
    return new Set(zeroSeparated(output));
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    if (error.code === NOTHING_IGNORED) return new Set();
    // One path that git refuses makes it refuse all: then halves are tried, until that one is alone.
    if (paths.length === 1) return new Set(paths);
    const middle = Math.ceil(paths.length / 2);
    const [one, other] = [
      await ignoredPaths(git, paths.slice(0, middle), run, options),
      await ignoredPaths(git, paths.slice(middle), run, options),
    ];
    return new Set([...one, ...other]);
  }
}

/**
 * The absolute paths among these that the .gitignore files of an earlier time ignored; `rules` are their contents by
 * their paths, relative to the work tree. git reads such files from a work tree only, so they are written into one.
 */
export async function ignoredByRules(
  git: GitOptions,
  rules: ReadonlyMap<string, Buffer>,
  paths: readonly string[],
  run: GitRun,
): Promise<ReadonlySet<string>> {
  const workTree = await mkdtemp(join(git.gitDir, 'rules-'));
  try {
    for (const [path, contents] of rules) {
      await makePrivateFolder(dirname(join(workTree, path)));
      await writeFile(join(workTree, path), contents, { mode: PRIVATE_FILE });
    }
    const absolute = new Map(paths.map((path) => [relative(git.workTree, path), path]));
    // Without the index, which may know the paths by now: git never ignores what is in it.
    const found = await ignoredPaths({ ...git, workTree }, [...absolute.keys()], run, ['--no-index']);
    return new Set([...found].flatMap((path) => absolute.get(path) ?? []));
  } finally {
    await rm(workTree, { recursive: true, force: true });
  }
}
