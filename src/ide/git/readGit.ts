// Reads the state of the user's repository with git, without a lock, a hook, a pager or a program of a configuration.
import { execFile } from 'node:child_process';
import { withoutCurrentFolder } from '../../process/environment.ts';
import { findProgram } from '../../process/programPath.ts';
import { ToolError } from '../mcp/toolError.ts';

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** `fsmonitor` names a program, and so can what shows binary files as text. */
const SAFE = ['--no-pager', '--no-optional-locks', '--literal-pathspecs', '-c', 'core.fsmonitor=false'];
/** Of every command that shows differences. */
export const SAFE_DIFF = ['--no-relative', '--no-ext-diff', '--no-textconv', '--no-color'];

/** The output of a command of git in a folder. Rejects with a ToolError. */
export async function readGit(folder: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const environment = environmentForGit(process.env);
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

function reasonOf(error: Error, stderr: string): string {
  if (/not a git repository/i.test(stderr)) return 'The folder is in no git repository.';
  if ('code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return 'There are too many changes to show: name a `path`.';
  }
  if ('killed' in error && error.killed === true) return 'git did not answer in time.';
  return `git failed: ${stderr.slice(0, 500) || error.message.slice(0, 500)}`;
}

/** Nothing that names another repository or another program, and nobody to ask. */
function environmentForGit(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const inherited = Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name));
  return withoutCurrentFolder({ ...Object.fromEntries(inherited), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' });
}
