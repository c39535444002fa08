// What git knows of the user's repositories, for rooms that start no processes.
import { repositoryFilters, runRepositoryGit, SAFE_DIFF } from '../process/repositoryGit.ts';
import { OwnRepositories } from './ownRepositories.ts';

export interface ReadRepositoryOptions {
  /** The time limit of one git command. */
  readonly timeoutMs: number;
  /** Gives up; the call then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** The output beyond it is not read. */
  readonly maxBytes?: number;
  /** What is known of repositories; each call looks anew without it. */
  readonly known?: OwnRepositories;
}

/**
 * The output of a git command that reads no file of the work tree, in a folder, absolute; `show` and `log` with their
 * patches too. Nothing that the repository configures is executed. Rejects with a RepositoryError, also where the repository
 * is not that folder's.
 */
export async function readRepository(
  folder: string,
  command: string,
  args: readonly string[],
  options: ReadRepositoryOptions,
): Promise<string> {
  const { known = new OwnRepositories() } = options;
  await known.topOf(folder, options);
  const safe = ['show', 'log'].includes(command) ? SAFE_DIFF : [];
  return (await runRepositoryGit(folder, [command, ...safe, ...args], options)).text;
}

/**
 * The output of `git diff`, also of files of the work tree, none of which goes through a filter of the repository.
 * Rejects as {@link readRepository} does.
 */
export async function repositoryDiff(
  folder: string,
  args: readonly string[],
  options: ReadRepositoryOptions,
): Promise<string> {
  const { maxBytes: _, known = new OwnRepositories(), ...limits } = options;
  const [filters] = await Promise.all([repositoryFilters(folder, limits), known.topOf(folder, limits)]);
  return (await runRepositoryGit(folder, ['diff', ...SAFE_DIFF, ...args], { ...options, filters })).text;
}
