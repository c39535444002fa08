// Runs git in a repository of the user's, only to read: nothing that the repository configures is executed.
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { withoutCurrentFolder } from '../../process/environment.ts';
import { findProgram } from '../../process/programPath.ts';

/** git is not installed, failed, or took too long. The message is git's own, or says that. */
export class RepositoryGitError extends Error {
  override readonly name = 'RepositoryGitError';
  readonly reason: 'missing' | 'failed' | 'timeout';

  constructor(reason: 'missing' | 'failed' | 'timeout', message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface RepositoryGitOptions {
  readonly timeoutMs: number;
  /** Gives up; the run then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** The output beyond it is not read. */
  readonly maxBytes?: number;
  /** Called with each piece of the output as it comes; then the result is empty. */
  readonly onOutput?: (piece: Buffer) => void;
  /** The filters that the repository configures, as {@link repositoryFilters} found them. */
  readonly filters?: readonly string[];
}

export interface RepositoryGitOutput {
  readonly text: string;
  /** Whether there was more than `maxBytes`. */
  readonly isCut: boolean;
}

const MAX_ERROR_BYTES = 4_000;

/** What a repository's configuration could have git execute, or write. */
const HARMLESS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.sshCommand', 'false'],
  ['core.askPass', ''],
  ['core.pager', 'cat'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  ['core.quotePath', 'false'],
  ['color.ui', 'false'],
];

/** What `diff`, `show` and `log` need, to execute nothing and to look into no submodule. */
export const HARMLESS_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'] as const;

/**
 * Runs a git command in a folder, absolute; resolves to its output. Rejects with a {@link RepositoryGitError}. With
 * commands that read the files of the work tree, `filters` have to be given, and with those that show changes
 * {@link HARMLESS_DIFF}.
 */
export function runRepositoryGit(
  folder: string,
  args: readonly string[],
  { timeoutMs, signal, maxBytes = Number.POSITIVE_INFINITY, onOutput, filters = [] }: RepositoryGitOptions,
): Promise<RepositoryGitOutput> {
  const file = findProgram('git', { env: process.env });
  if (file === undefined) return Promise.reject(new RepositoryGitError('missing', 'git was not found.'));
  if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
  return new Promise((resolve, reject) => {
    const child = spawn(file, ['--no-pager', ...args], {
      cwd: folder,
      env: readOnlyEnvironment(filters),
      stdio: ['ignore', 'pipe', 'pipe'],
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
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const abort = (): void => {
      stop();
      if (signal !== undefined) end(() => reject(reasonOf(signal)));
    };
    const timer = setTimeout(() => {
      stop();
      end(() => reject(new RepositoryGitError('timeout', `git took longer than ${timeoutMs / 1000} s.`)));
    }, timeoutMs);
    const text = (): string => Buffer.concat(pieces).toString('utf8');
    signal?.addEventListener('abort', abort, { once: true });
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
    child.on('error', (error) => end(() => reject(new RepositoryGitError('failed', error.message))));
    child.on('close', (code) =>
      end(() => {
        if (code === 0) resolve({ text: text(), isCut: false });
        else
          reject(
            new RepositoryGitError('failed', errorText.trim() || `git ended with ${code ?? 'a signal'}.`),
          );
      }),
    );
  });
}

/**
 * The names of the filters that the configuration of the repository itself defines: git would run them on the files of
 * the work tree. Those of the user's own configuration, such as Git LFS, stay.
 */
export async function repositoryFilters(
  folder: string,
  options: Pick<RepositoryGitOptions, 'timeoutMs' | 'signal'>,
): Promise<readonly string[]> {
  const asked = ['config', '--show-scope', '--includes', '--name-only', '-z', '--list'];
  const { text } = await runRepositoryGit(folder, asked, options);
  const parts = text.split('\0');
  const names = new Set<string>();
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, name] = /^filter\.(.*)\.[^.]*$/s.exec(parts[index + 1] ?? '') ?? [];
    const isOwn = parts[index] === 'local' || parts[index] === 'worktree';
    if (isOwn && name !== undefined) names.add(name);
  }
  return [...names];
}

/** Configuration by environment, because a name may hold the `=` at which `-c` divides. */
function readOnlyEnvironment(filters: readonly string[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.toUpperCase().startsWith('GIT_') && !name.startsWith('ELECTRON_'),
  );
  const settings = [
    ...HARMLESS,
    ...filters.flatMap((name) => [
      [`filter.${name}.clean`, ''] as const,
      [`filter.${name}.smudge`, ''] as const,
      [`filter.${name}.process`, ''] as const,
      [`filter.${name}.required`, 'false'] as const,
    ]),
  ];
  const configured = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return withoutCurrentFolder({
    ...Object.fromEntries([...inherited, ...configured]),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('Aborted.');
}
