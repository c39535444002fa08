// Reads the state of the user's repository with git, without a lock, a hook, a pager or a program of a configuration.
import { execFile } from 'node:child_process';
import {
  configuredFilters,
  LIST_CONFIGURATION,
  readOnlyGitEnvironment,
} from '../../process/gitEnvironment.ts';
import { findProgram } from '../../process/programPath.ts';
import { ToolError } from '../mcp/toolError.ts';

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Before 2.31 git reads no configuration from the environment; `fsmonitor` names a program. */
const SAFE = ['--no-pager', '--no-optional-locks', '--literal-pathspecs', '-c', 'core.fsmonitor=false'];
/** Of every command that shows differences. */
export const SAFE_DIFF = [
  '--no-relative',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
];

export interface ReadGitOptions {
  readonly signal: AbortSignal;
  /** Those of {@link filtersOf}; commands that read the files of the work tree need them. */
  readonly filters?: readonly string[];
}

/** The output of a command of git in a folder. Rejects with a ToolError. */
export async function readGit(
  folder: string,
  args: readonly string[],
  { signal, filters = [] }: ReadGitOptions,
): Promise<string> {
  const environment = readOnlyGitEnvironment(filters);
  const git = findProgram('git', { env: environment });
  if (git === undefined) throw new ToolError('git is not installed.');
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env: environment,
      signal,
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
    };
    execFile(git, [...SAFE, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new ToolError(reasonOf(error, stderr)));
    });
  });
}

/** The filters that the repository of a folder defines: none of them may run. Rejects with a ToolError. */
export async function filtersOf(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  return configuredFilters(await readGit(folder, LIST_CONFIGURATION, { signal }));
}

function reasonOf(error: Error, stderr: string): string {
  if (/not a git repository/i.test(stderr)) return 'The folder is in no git repository.';
  if ('code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return 'There are too many changes to show: name a `path`.';
  }
  if ('killed' in error && error.killed === true) return 'git did not answer in time.';
  return `git failed: ${stderr.slice(0, 500) || error.message.slice(0, 500)}`;
}
