// A running program whose three streams are pipes, and its end together with everything it started.
import type { Readable, Writable } from 'node:stream';
import type { Clock } from './clock.ts';
import { disown } from './ownedProcesses.ts';
import { endProcesses, findProcesses, type OwnedProcess } from './ownership.ts';
import type { RunningProcess } from './processTable.ts';
import { endProcess, type GracePeriods } from './processTree.ts';
import { asStartError, StartError, startProcess, type Program, type StartedProcess } from './startProcess.ts';

/** There what the program started is ended with it, and nothing is left to be found. */
const isWindows = process.platform === 'win32';

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

/** All that the program started ends with it, daemons too, as far as they can be found. */
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
  readonly #owned: OwnedProcess;
  /** What it had started when it was stopped. */
  #known: readonly RunningProcess[] = [];
  readonly #gone: Promise<void>;
  #stopping: Promise<void> | undefined;

  private constructor({ child, pid, owned }: StartedProcess, options: PipedProcessOptions) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) {
      throw new StartError('failed', 'It has no standard streams.');
    }
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#options = options;
    this.#owned = owned;
    // A write to a process that has closed its input must not be an uncaught error.
    stdin.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => resolve({ code: null, signal: null, error: asStartError(error) }));
    });
    this.closed = new Promise((resolve) => {
      child.once('close', () => resolve());
    });
    this.#gone = this.exited.then(() => this.#endLeftovers());
  }

  /** Starts a program. Rejects with a {@link StartError} when the operating system does not. */
  static async start(program: Program, options: PipedProcessOptions): Promise<PipedProcess> {
    return new PipedProcess(await startProcess(program, 'pipe'), options);
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { clock, grace } = this.#options;
    // Looked up before they lose the parent by which they are found.
    if (!isWindows) this.#known = await findProcesses([this.#owned]);
    this.stdin.end();
    await endProcess(this.pid, this.exited, clock, grace);
    await this.#gone;
    this.closePipes();
  }

  async #endLeftovers(): Promise<void> {
    const { clock, grace } = this.#options;
    const { signalMs } = grace;
    if (!isWindows) {
      await endProcesses([this.#owned], { clock, termMs: signalMs, killMs: signalMs, known: this.#known });
    }
    disown(this.#owned);
  }

  /** Closes the pipes, which a daemon that the program left behind could hold open for ever. */
  closePipes(): void {
    this.stdin.destroy();
    this.stdout.destroy();
    this.stderr.destroy();
  }
}
