// Stores changed files in the index of a shadow repository, but for those that git cannot read.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailed, runGit, type GitOptions } from './gitProcess.ts';

const CANNOT_WRITE =
  /No space left on device|Disk quota exceeded|Read-only file system|Unable to write new index file|\.lock':/;

/** What is there is stored, and what is not is removed, also where files and folders have taken the place of each other. */
const EVERYTHING = ['--add', '--remove', '--replace'];
/** The contents of so many files git writes faster as one pack than as a file each. */
const MIN_FILES_OF_PACK = 1_000;
/** Makes an index a third smaller: to read and to write it is most of git's work where little changed. */
const SHORT_NAMES = ['--index-version', '4'];
/** Has git write contents of any size as those of large files, which go into packs. */
const AS_PACK = ['-c', 'core.bigFileThreshold=0'];

/**
 * One file that git cannot read makes it refuse all: then halves are tried, until that one is alone. Resolves to the files
 * that cannot be read.
 */
export async function updateIndex(
  git: GitOptions,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const isPack = paths.length >= MIN_FILES_OF_PACK && (await makesOnePack(git, signal));
  return updateHalves(git, paths, signal, isPack ? AS_PACK : []);
}

/** By the command of git: a snapshot is stored in many parts, and its version need not be asked for each. */
const onePack = new Map<string | undefined, boolean>();

/** Before 2.37 git makes a pack of each file. */
async function makesOnePack(git: GitOptions, signal: AbortSignal): Promise<boolean> {
  const known = onePack.get(git.command);
  if (known !== undefined) return known;
  const version = (await runGit(git, ['version'], { signal })).toString('utf8');
  const [major = 0, minor = 0] = /\d+\.\d+/.exec(version)?.[0].split('.').map(Number) ?? [];
  const isOne = major > 2 || (major === 2 && minor >= 37);
  onePack.set(git.command, isOne);
  return isOne;
}

async function updateHalves(
  git: GitOptions,
  paths: readonly string[],
  signal: AbortSignal,
  options: readonly string[] = [],
): Promise<readonly string[]> {
  const input = paths.map((path) => `${path}\0`).join('');
  const command = [...options, 'update-index', ...SHORT_NAMES, ...EVERYTHING, '-z', '--stdin'];
  try {
    await runGit(git, command, { input, signal });
    return [];
  } catch (error) {
    if (options.length > 0) await removeUnfinishedPacks(git);
    if (!(error instanceof GitFailed) || isOfAllFiles(error)) throw error;
    if (paths.length === 1) {
      // A file whose folder has become a link is gone, whatever the link leads to.
      if (!error.message.includes('beyond a symbolic link')) return paths;
      await runGit(git, ['update-index', '--force-remove', '-z', '--stdin'], { input, signal });
      return [];
    }
    const middle = Math.ceil(paths.length / 2);
    // What a pack has of a run that failed is lost.
    const unreadable = await updateHalves(git, paths.slice(0, middle), signal);
    return [...unreadable, ...(await updateHalves(git, paths.slice(middle), signal))];
  }
}

/** git leaves them, however large. Where another window is writing one, git fails there, and writes a file each after that. */
async function removeUnfinishedPacks({ gitDir }: GitOptions): Promise<void> {
  const folder = join(gitDir, 'objects', 'pack');
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names)
    if (name.startsWith('tmp_pack_')) await rm(join(folder, name), { force: true }).catch(() => undefined);
}

/** Whether git would fail with any file: something has ended it, or it cannot write. */
function isOfAllFiles({ code, message }: GitFailed): boolean {
  return code === undefined || CANNOT_WRITE.test(message);
}
