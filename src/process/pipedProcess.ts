// A running program whose three streams are pipes, and its end together with everything it started.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../core/ports/hostPorts.ts';
import { endLeftovers, endProcess, ownGroup, type GracePeriods } from './processTree.ts';
import { asStartError, StartError, startProcess, type Program } from './startProcess.ts';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Set when the program turned out not to exist only after the start, as on Windows. */
  readonly error?: StartError;
}

export interface PipedProcessOptions {
  readonly clock: Clock;
  readonly grace: GracePeriods;
}

/** What the program started and left in its group ends with it; what made itself a daemon does not. */
export class PipedProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the process itself has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves when its outputs are at their end too; something that it left behind can hold them open. */
  readonly closed: Promise<void>;
  readonly #options: PipedProcessOptions;
  readonly #gone: Promise<void>;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcess, pid: number, options: PipedProcessOptions) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) {
      throw new StartError('failed', 'It has no standard streams.');
    }
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#options = options;
    // A write to a process that has closed its input must not be an uncaught error.
    stdin.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => resolve({ code: null, signal: null, error: asStartError(error) }));
    });
    this.closed = new Promise((resolve) => {
      child.once('close', () => resolve());
    });
    ownGroup(pid);
    this.#gone = this.exited.then(() => endLeftovers(pid, options.clock, options.grace));
  }

  /** Starts a program. Rejects with a {@link StartError} when the operating system does not. */
  static async start(program: Program, options: PipedProcessOptions): Promise<PipedProcess> {
    const { child, pid } = await startProcess(program, 'pipe');
    return new PipedProcess(child, pid, options);
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { clock, grace } = this.#options;
    this.stdin.end();
    await endProcess(this.pid, this.exited, clock, grace);
    await this.#gone;
    this.closePipes();
  }

  /** Closes the pipes, which a daemon that the program left behind could hold open for ever. */
  closePipes(): void {
    this.stdin.destroy();
    this.stdout.destroy();
    this.stderr.destroy();
  }
}
