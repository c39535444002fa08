// Reads the state of the user's repository with git, and says to an agent why that failed.
import { RepositoryError } from '../../../../core/ports/repositoryError.ts';
import { ownRepository } from '../../../../process/ownRepository.ts';
import { repositoryFilters, runRepositoryGit } from '../../../../process/repositoryGit.ts';
import { ToolError } from '../mcp/toolError.ts';

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export interface ReadGitOptions {
  readonly signal: AbortSignal;
  /** The filters that {@link filtersOf} returns; commands that read the files of the work tree need them. */
  readonly filters?: readonly string[];
}

/** The output of a command of git in a folder. Rejects with a ToolError, or with the reason of the signal. */
export async function readGit(
  folder: string,
  args: readonly string[],
  options: ReadGitOptions,
): Promise<string> {
  const limits = { ...options, timeoutMs: TIMEOUT_MS, maxBytes: MAX_OUTPUT_BYTES };
  const { text, isCut } = await runRepositoryGit(folder, args, limits).catch(asToolError);
  if (isCut) throw new ToolError('There are too many changes to show: name a `path`.');
  return text;
}

/** The top of the repository of a folder, absolute. Rejects as {@link readGit} does, also where it is not that folder's. */
export async function topOf(folder: string, signal: AbortSignal): Promise<string> {
  return await ownRepository(folder, { signal, timeoutMs: TIMEOUT_MS }).catch(asToolError);
}

/** The filters that the repository of a folder defines: none of them may run. Rejects as {@link readGit} does. */
export async function filtersOf(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  return await repositoryFilters(folder, { signal, timeoutMs: TIMEOUT_MS }).catch(asToolError);
}

function asToolError(error: unknown): never {
  if (!(error instanceof RepositoryError)) throw error;
  throw new ToolError(messageOf(error));
}

function messageOf({ reason, message }: RepositoryError): string {
  if (reason === 'missing') return 'git is not installed.';
  if (reason === 'timeout') return 'git did not answer in time.';
  if (/not a git repository/i.test(message)) return 'The folder is in no git repository.';
  return `git failed: ${message.slice(0, 500)}`;
}
