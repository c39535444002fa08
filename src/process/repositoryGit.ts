// Runs git in a repository of the user's: nothing that the repository configures is executed.
import { spawn } from 'node:child_process';
import { RepositoryError } from '../core/ports/repositoryError.ts';
import {
  configuredFilters,
  HARMLESS,
  LIST_CONFIGURATION,
  readOnlyGitEnvironment,
  readsEnvironment,
} from './gitEnvironment.ts';
import { signalTree } from '../../packages/process/processTree.ts';
import { findProgram } from '../../packages/process/programPath.ts';

export interface RepositoryGitOptions {
  readonly timeoutMs: number;
  /** Gives up; the run then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** The output beyond it is not read. */
  readonly maxBytes?: number;
  /** Called with each piece of the output as it comes; then the result is empty. */
  readonly onOutput?: (piece: Buffer) => void;
  /** What git reads from its standard input; nothing unless given. */
  readonly input?: string | Buffer;
  /** The filters that the repository configures, as {@link repositoryFilters} found them. */
  readonly filters?: readonly string[];
  /** The index that git reads, absolute; the repository's own unless given. */
  readonly indexFile?: string;
}

export interface RepositoryGitOutput {
  readonly text: string;
  /** Whether there was more than `maxBytes`. */
  readonly isCut: boolean;
}

const MAX_ERROR_BYTES = 4_000;

/** Arguments, because before 2.31 git reads no configuration from the environment. */
const SAFE: readonly string[] = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...HARMLESS.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
];

/** What `diff`, `show` and `log` need, to execute nothing and to look into no submodule. */
export const SAFE_DIFF: readonly string[] = [
  '--no-relative',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
  '--submodule=short',
];

/**
 * Runs a git command in a folder, absolute; resolves to its output. Rejects with a {@link RepositoryError}. With
 * commands that read the files of the work tree, `filters` have to be given, and with those that show changes
 * {@link SAFE_DIFF}.
 */
export function runRepositoryGit(
  folder: string,
  args: readonly string[],
  {
    timeoutMs,
    signal,
    maxBytes = Number.POSITIVE_INFINITY,
    onOutput,
    input = '',
    filters = [],
    indexFile,
  }: RepositoryGitOptions,
): Promise<RepositoryGitOutput> {
  const file = findProgram('git', { env: process.env });
  if (file === undefined) return Promise.reject(new RepositoryError('missing', 'git was not found.'));
  if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...SAFE, ...args], {
      cwd: folder,
      env: {
        ...readOnlyGitEnvironment(filters),
        ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
      },
      stdio: 'pipe',
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let errorText = '';
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    // What git has started may hold its outputs open: nothing waits for their end.
    const stop = (): void => {
      if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const abort = (): void => {
      stop();
      if (signal !== undefined) end(() => reject(reasonOf(signal)));
    };
    const timer = setTimeout(() => {
      stop();
      end(() => reject(new RepositoryError('timeout', `git took longer than ${timeoutMs / 1000} s.`)));
    }, timeoutMs);
    const text = (): string => Buffer.concat(pieces).toString('utf8');
    signal?.addEventListener('abort', abort, { once: true });
    // A git that ends before it has read everything reports why itself.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.stdout.on('data', (piece: Buffer) => {
      if (onOutput !== undefined) {
        onOutput(piece);
        return;
      }
      pieces.push(piece.subarray(0, Math.max(0, maxBytes - bytes)));
      bytes += piece.length;
      if (bytes <= maxBytes) return;
      stop();
      end(() => resolve({ text: text(), isCut: true }));
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (errorText.length < MAX_ERROR_BYTES) errorText += piece.toString('utf8');
    });
    child.on('error', (error) => end(() => reject(new RepositoryError('failed', error.message))));
    child.on('close', (code) =>
      end(() => {
        if (code === 0) resolve({ text: text(), isCut: false });
        else
          reject(new RepositoryError('failed', errorText.trim() || `git ended with ${code ?? 'a signal'}.`));
      }),
    );
  });
}

/**
 * The names of the filters that the configuration of the repository itself defines: git would run them on the files of
 * the work tree. Those of the user's own configuration, such as Git LFS, stay. Rejects with a {@link RepositoryError}, also
 * if this git is too old to be kept from running them.
 */
export async function repositoryFilters(
  folder: string,
  options: Pick<RepositoryGitOptions, 'timeoutMs' | 'signal'>,
): Promise<readonly string[]> {
  const { text } = await runRepositoryGit(folder, LIST_CONFIGURATION, options);
  const filters = configuredFilters(text);
  if (filters.length > 0 && !readsEnvironment(text))
    throw new RepositoryError('failed', 'The repository configures filters: this needs git 2.31 or newer.');
  return filters;
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('Aborted.');
}
