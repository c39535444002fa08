// Starts a program without a shell, as the leader of a process group of its own, or says why it cannot be started.
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import spawn from 'cross-spawn';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
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
}

/** Starts it with its outputs as pipes. Rejects with a {@link StartError} when the operating system does not. */
export async function startProcess(
  { command, args, env, cwd }: Program,
  input: 'pipe' | 'ignore',
): Promise<StartedProcess> {
  // The operating system reports a missing folder as a missing program.
  const folder = await stat(cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new StartError('no-folder', `The folder ${cwd} does not exist.`);
  }
  try {
    const child = spawn(command, [...args], {
      cwd,
      env,
      stdio: [input, 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return { child, pid: await spawned(child) };
  } catch (error) {
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

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error('The system gave it no process id.'));
      else resolve(child.pid);
    });
  });
}
