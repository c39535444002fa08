// Starts a program without a shell, as the leader of a process group of its own, or says why it cannot be started. What
// it started is owned from then on.
import type { ChildProcess } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import spawn from 'cross-spawn';
import { withoutCurrentFolder } from './environment.ts';
import { withMarker } from './marker.ts';
import { disown, ownLeader, ownNext } from './ownedProcesses.ts';
import type { OwnedProcess } from './ownership.ts';
import { startTimeOf } from './processTable.ts';
import { findProgram, hasProgramExtension, isBareName } from './programPath.ts';

/** Enough for the first line of a script. */
const FIRST_LINE_BYTES = 150;

export interface Program {
  /** A name on the PATH of `env`, or a path; a relative one is relative to `cwd`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Whether Windows gets the arguments as they are, unquoted. */
  readonly isVerbatim?: boolean;
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** Why a program could not be started. The message is the system's, or ours for a missing folder. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly reason: 'no-folder' | 'not-found' | 'failed';

  constructor(reason: 'no-folder' | 'not-found' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A program that the operating system has started. */
export interface StartedProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** To be disowned by the caller, once all that belongs to it is gone. */
  readonly owned: OwnedProcess;
}

/** Starts it with its outputs as pipes. Rejects with a {@link StartError} when the operating system does not. */
export async function startProcess(
  { command, args, env, cwd, isVerbatim = false }: Program,
  input: 'pipe' | 'ignore',
): Promise<StartedProcess> {
  // The operating system reports a missing folder as a missing program.
  const folder = await stat(cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new StartError('no-folder', `The folder ${cwd} does not exist.`);
  }
  const owned = ownNext();
  try {
    const [file, ...rest] = await commandLine(command, args, { env, cwd });
    const child = spawn(file, rest, {
      cwd,
      env: withMarker(withoutCurrentFolder(env), owned.marker),
      stdio: [input, 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    // Read before it can have ended and its id be another's.
    const startTime = child.pid === undefined ? 0 : startTimeOf(child.pid);
    const pid = await spawned(child);
    return { child, pid, owned: ownLeader(owned, { pid, startTime }) };
  } catch (error) {
    disown(owned);
    throw asStartError(error);
  }
}

/** What an error of the system means. On Windows, a missing program is reported only after the start. */
export function asStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(isMissing ? 'not-found' : 'failed', message, { cause: error });
}

/**
 * The command line with the program as an absolute path: the search of the operating system, and on Windows that of
 * cross-spawn too, would look into `cwd` first.
 */
async function commandLine(
  command: string,
  args: readonly string[],
  { env, cwd }: Pick<Program, 'env' | 'cwd'>,
): Promise<readonly [string, ...string[]]> {
  const file = findProgram(command, { env, cwd });
  if (file === undefined) {
    if (isBareName(command)) throw new StartError('not-found', `${command} is not on the PATH.`);
    // The operating system says why it cannot be started.
    return [resolve(cwd, command), ...args];
  }
  if (process.platform !== 'win32' || hasProgramExtension(file, env)) return [file, ...args];
  const interpreter = interpreterName(await firstLine(file));
  if (interpreter === undefined) return [file, ...args];
  const program = findProgram(interpreter, { env });
  if (program !== undefined) return [program, file, ...args];
  throw new StartError('not-found', `${interpreter}, which runs ${file}, is not on the PATH.`);
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).split('\n', 1).join('');
  } finally {
    await handle.close();
  }
}

/** The name of the program that runs a script, from its first line: `node` of `#!/usr/bin/env node`. */
function interpreterName(line: string): string | undefined {
  if (!line.startsWith('#!')) return undefined;
  const [path = '', argument] = line.slice(2).trim().split(/\s+/);
  const name = path.split('/').at(-1);
  return name === 'env' ? argument : name;
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error('The system gave it no process id.'));
      else resolve(child.pid);
    });
  });
}
