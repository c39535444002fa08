// Runs git on a repository of Parley's own, cut off from the user's configuration, hooks and environment.
import { isUtf8 } from 'node:buffer';
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { devNull, homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withoutCurrentFolder } from '../../packages/process/environment.ts';
import { findProgram } from '../../packages/process/programPath.ts';

/** git is not installed, or cannot be found. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing';
}

/** git ran and failed; the message is what it wrote to its standard error. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  /** Undefined where a signal ended it, or it did not run. */
  readonly code: number | undefined;

  constructor(message: string, code?: number) {
    super(message);
    this.code = code;
  }
}

export interface GitOptions {
  /** Absolute. */
  readonly gitDir: string;
  /** Absolute. */
  readonly workTree: string;
  /** Absolute. */
  readonly indexFile: string;
  /** A name on the PATH, or an absolute path; `git` unless given. */
  readonly command?: string;
}

export interface GitRun {
  /** Written to the standard input. */
  readonly input?: string | Uint8Array;
  /** Ends the process when it aborts; the run then rejects with its reason. */
  readonly signal?: AbortSignal;
  /** A folder of objects besides the repository's own, to read from. */
  readonly objects?: string;
  /** Called with each piece of the output as it comes. */
  readonly onOutput?: (piece: Buffer) => void;
  /** Ends the process when it has written so much; the run then resolves to that. */
  readonly mostBytes?: number;
}

/** Runs a git command in the work tree; resolves to its standard output. Rejects with GitMissing or GitFailed. */
export function runGit(options: GitOptions, args: readonly string[], run: GitRun = {}): Promise<Buffer> {
  const { input, signal, onOutput, objects, mostBytes = Infinity } = run;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortReason(signal));
      return;
    }
    const child = startGit(options, args, objects);
    const output: Buffer[] = [];
    let bytes = 0;
    const errorOutput: Buffer[] = [];
    const abort = (): void => {
      child.kill('SIGKILL');
      // What it has started may hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (piece: Buffer) => {
      output.push(piece);
      bytes += piece.length;
      onOutput?.(piece);
      if (bytes >= mostBytes) abort();
    });
    child.stderr.on('data', (piece: Buffer) => errorOutput.push(piece));
    // git may end before it has read everything; its exit code says why.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort);
      // Starting in a folder that is gone fails with the same code as starting a program that is not there.
      if (!isMissing(error)) reject(error);
      else if (existsSync(options.workTree)) reject(new GitMissing(error.message));
      else reject(new GitFailed(`${options.workTree} does not exist.`));
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted === true) reject(abortReason(signal));
      else if (code === 0 || bytes >= mostBytes) resolve(Buffer.concat(output));
      else reject(new GitFailed(failure(args, code, errorOutput), code ?? undefined));
    });
    child.stdin.end(input);
  });
}

/** Starts a git command in the work tree. Throws a GitMissing or GitFailed where it cannot be started. */
export function startGit(
  options: GitOptions,
  args: readonly string[],
  objects?: string,
): ChildProcessWithoutNullStreams {
  const { command = 'git', workTree: cwd } = options;
  const file = gitFile(command);
  if (file === undefined) throw new GitMissing(`${command} was not found.`);
  // Starting a program where a file has come in the place of the folder, or of one above it, throws.
  if (isFileByNow(cwd)) throw new GitFailed(`${cwd} is not a folder.`);
  const env = { ...isolatedEnvironment(options), ...(objects === undefined ? {} : alternate(objects)) };
  return spawn(file, args, { cwd, env, windowsHide: true });
}

function isFileByNow(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return true;
  }
}

/** Never a file of the folder that git works on: the repository would decide what runs. */
function gitFile(command: string): string | undefined {
  return findProgram(command, { env: process.env });
}

/** The parts of an output that git ends with a zero byte each. */
export function zeroSeparated(output: Buffer): readonly string[] {
  const text = output.toString('utf8');
  return text === '' ? [] : text.slice(0, -1).split('\0');
}

/** The same parts as texts, where they are ones in UTF-8, and as bytes. */
export function zeroSeparatedNames(output: Buffer): {
  readonly names: readonly string[];
  readonly others: readonly Buffer[];
} {
  if (isUtf8(output)) return { names: zeroSeparated(output), others: [] };
  const names: string[] = [];
  const others: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0, at);
    const name = output.subarray(at, end === -1 ? undefined : end);
    if (isUtf8(name)) names.push(name.toString('utf8'));
    else others.push(name);
    at += name.length + 1;
  }
  return { names, others };
}

/** macOS without its developer tools has a `git` that does nothing but ask the user to install them. */
export async function isInstallerStub(command: string): Promise<boolean> {
  if (process.platform !== 'darwin' || gitFile(command) !== '/usr/bin/git') return false;
  return promisify(execFile)('/usr/bin/xcode-select', ['--print-path']).then(
    () => false,
    () => true,
  );
}

/**
 * The file with ignore rules for all of the user's repositories, from their own configuration (`core.excludesFile`,
 * else `git/ignore` in their configuration folder); undefined when there is none. Only reads.
 */
export async function personalIgnoreFile(
  folder: string,
  command: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = gitFile(command);
  const configured =
    file === undefined
      ? ''
      : await promisify(execFile)(file, ['config', '--type=path', '--get', 'core.excludesFile'], {
          cwd: folder,
          env: withoutCurrentFolder(process.env),
          windowsHide: true,
          signal,
          killSignal: 'SIGKILL',
        }).then(
          ({ stdout }) => stdout.trim(),
          () => '',
        );
  signal.throwIfAborted();
  const path =
    configured || join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git', 'ignore');
  return access(path).then(
    () => path,
    () => undefined,
  );
}

/** git separates several such folders by a colon, or a semicolon on Windows, unless they are in quotes. */
function alternate(objects: string): NodeJS.ProcessEnv {
  return { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('Aborted.');
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' && error.syscall?.startsWith('spawn') === true;
}

function failure(args: readonly string[], code: number | null, errorOutput: readonly Buffer[]): string {
  const said = Buffer.concat(errorOutput).toString('utf8').trim();
  return `git ${args[0] ?? ''} ended with ${code ?? 'a signal'}${said === '' ? '' : `: ${said}`}`;
}

/**
 * The user's environment without anything that git reads as configuration: a variable `GIT_…` of theirs could
 * point git at their own repository.
 */
function isolatedEnvironment({ gitDir, workTree, indexFile }: GitOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return withoutCurrentFolder({
    ...Object.fromEntries(inherited),
    // Where GIT_CONFIG_GLOBAL is not known yet, git looks for its configuration in these.
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    GIT_DIR: gitDir,
    GIT_WORK_TREE: workTree,
    GIT_INDEX_FILE: indexFile,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    // The memory of each file that git reads is else given back to the system, and asked for again: half of the time.
    MALLOC_TOP_PAD_: '4194304',
    LC_ALL: 'C',
  });
}
