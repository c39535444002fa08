// One process of an agent: started without a shell, its stderr tail collected, ended with all it started.
import type { Readable, Writable } from 'node:stream';
import type { ProcessLaunch } from '../../core/settings/agentSettings.ts';
import { agentExited, commandNotFound, spawnFailed, startTimedOut } from '../../core/agentErrors.ts';
import { ParleyError, type UserError } from '../../core/errors.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { userEnvironment } from '../../process/userEnvironment.ts';
import { PipedProcess } from '../../../packages/process/pipedProcess.ts';
import { asStartError } from '../../../packages/process/startProcess.ts';
import { StderrTail } from '../../../packages/process/stderrTail.ts';
import type { AgentTransport } from './agentTransport.ts';

const GRACE_PERIODS = { inputMs: 2_000, signalMs: 1_000 };

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Set when the command turned out not to exist only after the start, as on Windows. */
  readonly error?: UserError;
}

export interface AgentProcessOptions {
  /** The agent as the user knows it. */
  readonly name: string;
  readonly launch: ProcessLaunch;
  readonly clock: Clock;
  readonly onStderrLine: (line: string) => void;
}

export class AgentProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the process itself has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
  readonly #process: PipedProcess;
  readonly #stderr: StderrTail;

  private constructor(process: PipedProcess, { name, launch, clock, onStderrLine }: AgentProcessOptions) {
    this.pid = process.pid;
    this.stdin = process.stdin;
    this.stdout = process.stdout;
    this.#process = process;
    this.#stderr = new StderrTail(process.stderr, { onLine: onStderrLine, now: () => clock.now() });
    this.exited = process.exited.then(({ code, signal, error }) =>
      error === undefined
        ? { code, signal }
        : { code, signal, error: describeStartError(name, launch.command, error) },
    );
  }

  /** Starts the process. Rejects with a ParleyError when the operating system does not. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { name, launch, clock } = options;
    try {
      const env = await userEnvironment({ ...launch.env, ...launch.secretEnv });
      return new AgentProcess(
        await PipedProcess.start({ ...launch, env }, { clock, grace: GRACE_PERIODS }),
        options,
      );
    } catch (error) {
      throw new ParleyError(describeStartError(name, launch.command, error), { cause: error });
    }
  }

  /** The end of its standard error, as far as it was printed at that moment or later. */
  stderrTail(since = -Infinity): string {
    return this.#stderr.since(since);
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** Its pipes as what carries the messages of the agent. */
  transport(name: string): AgentTransport {
    return {
      input: this.stdout,
      output: this.stdin,
      ended: this.exited.then((exit) => ({
        note: `Process ${this.pid} ended ${describeExit(exit)}.`,
        describe: (outputTail) => exit.error ?? agentExited(name, exit, outputTail),
      })),
      stderrTail: (since) => this.stderrTail(since),
      describeTimeout: (seconds, outputTail) => startTimedOut(name, seconds, outputTail),
      stop: () => this.stop(),
    };
  }

  /** Closes the pipes, which a daemon that the agent left behind could hold open for ever. */
  closePipes(): void {
    this.#process.closePipes();
  }
}

function describeStartError(name: string, command: string, error: unknown): UserError {
  const { reason, message } = asStartError(error);
  return reason === 'not-found' ? commandNotFound(name, command) : spawnFailed(name, command, message);
}

function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `with exit code ${code ?? 'unknown'}` : `because of signal ${signal}`;
}
