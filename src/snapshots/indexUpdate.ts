// Stores changed files in the index of a shadow repository, but for those that git cannot read.
import { GitFailed, runGit, type GitOptions } from './gitProcess.ts';

const CANNOT_WRITE =
  /No space left on device|Disk quota exceeded|Read-only file system|Unable to write new index file|\.lock':/;

/**
 * One file that git cannot read makes it refuse all: then halves are tried, until that one is alone. Resolves to the files
 * that cannot be read.
 */
export async function updateIndex(
  git: GitOptions,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const input = paths.map((path) => `${path}\0`).join('');
  try {
    await runGit(git, ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { input, signal });
    return [];
  } catch (error) {
    if (!(error instanceof GitFailed) || isOfAllFiles(error)) throw error;
    if (paths.length === 1) {
      // A file whose folder has become a link is gone, whatever the link leads to.
      if (!error.message.includes('beyond a symbolic link')) return paths;
      await runGit(git, ['update-index', '--force-remove', '-z', '--stdin'], { input, signal });
      return [];
    }
    const middle = Math.ceil(paths.length / 2);
    const unreadable = await updateIndex(git, paths.slice(0, middle), signal);
    return [...unreadable, ...(await updateIndex(git, paths.slice(middle), signal))];
  }
}

/** Whether git would fail with any file: something has ended it, or it cannot write. */
function isOfAllFiles({ code, message }: GitFailed): boolean {
  return code === undefined || CANNOT_WRITE.test(message);
}
