// One process of an agent: start it without a shell, hear its last words, end it with all it started.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Launch } from '../core/settings/agentSettings.ts';
import { commandNotFound, ParleyError, spawnFailed, type UserError } from '../core/errors.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { disownGroup, groupLives, ownGroup, signalTree } from './processTree.ts';
import { startError, startProcess } from './startProcess.ts';
import { StderrTail } from './stderrTail.ts';
import { settlesWithin, wait } from './wait.ts';

/** How long an agent may take to end by itself after its input was closed, in milliseconds. */
const STDIN_GRACE = 2_000;
/** How long an agent may take after SIGTERM before it is killed, in milliseconds. */
const TERM_GRACE = 1_000;
/** How often it is looked whether a group is gone, in milliseconds. */
const GROUP_POLL = 25;

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Set when the command turned out not to exist only after it was started, as on Windows. */
  readonly error?: UserError;
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

export interface AgentProcessOptions {
  /** The agent as the user knows it. */
  readonly name: string;
  readonly launch: Launch;
  readonly clock: Clock;
  readonly onStderrLine: (line: string) => void;
}

/** A running process. What it started and left in its group ends with it; what made itself a daemon does not. */
export class AgentProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the process itself has ended; never rejects. */
  readonly exited: Promise<ProcessExit>;
  readonly #pipes: Pipes;
  readonly #stderr: StderrTail;
  readonly #clock: Clock;
  readonly #gone: Promise<void>;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcess, pipes: Pipes, pid: number, options: AgentProcessOptions) {
    this.pid = pid;
    this.#pipes = pipes;
    this.stdin = pipes.stdin;
    this.stdout = pipes.stdout;
    this.#clock = options.clock;
    this.#stderr = new StderrTail(pipes.stderr, options.onStderrLine);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => {
        resolve({
          code: null,
          signal: null,
          error: describeSpawnError(options.name, options.launch.command, error),
        });
      });
    });
    ownGroup(pid);
    this.#gone = this.exited.then(() => this.#endLeftovers());
  }

  /** Starts the process. Rejects with a ParleyError when the operating system does not. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { name, launch } = options;
    try {
      const { child, pid } = await startProcess(launch, 'pipe');
      return new AgentProcess(child, pipesOf(child), pid, options);
    } catch (error) {
      throw new ParleyError(describeSpawnError(name, launch.command, error), { cause: error });
    }
  }

  /** The end of its standard error. */
  lastWords(): string {
    return this.#stderr.lastWords();
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.stdin.end();
    if (!(await settlesWithin(this.#clock, this.exited, STDIN_GRACE))) {
      signalTree(this.pid, 'SIGTERM');
      if (!(await settlesWithin(this.#clock, this.exited, TERM_GRACE))) signalTree(this.pid, 'SIGKILL');
    }
    await this.#gone;
    this.closePipes();
  }

  /** Lets go of the pipes, which a daemon that the agent left behind may hold open for ever. */
  closePipes(): void {
    this.#pipes.stdin.destroy();
    this.#pipes.stdout.destroy();
    this.#pipes.stderr.destroy();
  }

  /** Children that outlive the agent are ended too. */
  async #endLeftovers(): Promise<void> {
    if (groupLives(this.pid)) {
      signalTree(this.pid, 'SIGTERM');
      if (!(await this.#groupGoneWithin(TERM_GRACE))) {
        signalTree(this.pid, 'SIGKILL');
        await this.#groupGoneWithin(TERM_GRACE);
      }
    }
    disownGroup(this.pid);
  }

  async #groupGoneWithin(milliseconds: number): Promise<boolean> {
    const end = this.#clock.now() + milliseconds;
    while (groupLives(this.pid)) {
      if (this.#clock.now() >= end) return false;
      await wait(this.#clock, GROUP_POLL);
    }
    return true;
  }
}

function pipesOf({ stdin, stdout, stderr }: ChildProcess): Pipes {
  if (stdin === null || stdout === null || stderr === null) throw new Error('It has no standard streams.');
  // A write to a process that has closed its input must not be an uncaught error.
  stdin.on('error', () => {});
  return { stdin, stdout, stderr };
}

function describeSpawnError(name: string, command: string, error: unknown): UserError {
  const { reason, message } = startError(error);
  return reason === 'not-found' ? commandNotFound(name, command) : spawnFailed(name, command, message);
}
