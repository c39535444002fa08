// One command of an agent: started without a shell, heard on both outputs, ended with all it started.
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { TerminalExit } from '../../core/session/terminal/state.ts';
import { userEnvironment } from '../../process/userEnvironment.ts';
import { disown, disownLeader } from '../../../packages/process/ownedProcesses.ts';
import { endProcesses, type OwnedProcess } from '../../../packages/process/ownership.ts';
import { isGroupAlive, signalTree } from '../../../packages/process/processTree.ts';
import {
  asStartError,
  startProcess,
  type Program,
  type StartedProcess,
} from '../../../packages/process/startProcess.ts';
import { settlesWithin } from '../../../packages/process/wait.ts';

/** How long a command has to end after SIGTERM and after SIGKILL. */
const GRACE_PERIODS = { termMs: 1_000, killMs: 2_000 };
/** The idle time on the pipes of an ended command after which its output is complete: it may have left others behind. */
const DRAIN_IDLE_MS = 200;
/** The longest wait for that. */
const DRAIN_TIMEOUT_MS = 2_000;
/** A command that prints more than this in one frame has to wait. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Output is reported once in this time. */
const FRAME_MS = 50;
const isWindows = process.platform === 'win32';

/** Its `env` is added to the user's environment. */
export interface TerminalProcessOptions extends Program {
  readonly clock: Clock;
  /** Takes the text of both outputs as it comes. */
  readonly onOutput: (text: string) => void;
}

/** Why a command could not be started; the message is meant for the agent. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly reason: 'not-found' | 'failed';

  constructor(reason: 'not-found' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A command that runs, or has run. It reads nothing: its standard input is empty. */
export class TerminalProcess {
  readonly pid: number;
  /** Resolves when it has ended and what it printed was read; never rejects. */
  readonly ended: Promise<TerminalExit>;
  readonly #clock: Clock;
  readonly #outputs: readonly Readable[];
  readonly #onOutput: (text: string) => void;
  readonly #exited: Promise<TerminalExit>;
  #hasExited = false;
  /** Its leader is absent once no process of the group is left. */
  #owned: OwnedProcess;
  /** Whether it has ended and nothing that it started is left, as far as can be found. */
  #allGone = false;
  #exit: TerminalExit | undefined;
  #received = 0;
  #inFrame = 0;
  #killing: Promise<void> | undefined;

  private constructor({ child, pid, owned }: StartedProcess, { clock, onOutput }: TerminalProcessOptions) {
    this.pid = pid;
    this.#clock = clock;
    this.#onOutput = onOutput;
    this.#outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
    this.#owned = owned;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      // On Windows a missing command may show only now.
      child.once('error', () => resolve({ code: null, signal: null }));
    });
    const closed = Promise.all(this.#outputs.map((stream) => this.#read(stream)));
    this.ended = this.#exited.then((exit) => this.#drain(exit, closed));
  }

  /** Starts a command. Rejects with a {@link CommandError} when the operating system does not. */
  static async start(options: TerminalProcessOptions): Promise<TerminalProcess> {
    try {
      const env = await userEnvironment(options.env);
      return new TerminalProcess(await startProcess({ ...options, env }, 'ignore'), options);
    } catch (error) {
      throw describeError(error, options);
    }
  }

  /** How it ended; undefined while it runs (R83). */
  get exit(): TerminalExit | undefined {
    return this.#exit;
  }

  /**
   * Ends the command with everything it started, gently at first, also what an ended command left behind and daemons.
   * Resolves when all is gone, or cannot be ended.
   */
  kill(): Promise<void> {
    this.#killing ??= this.#kill().finally(() => {
      this.#killing = undefined;
    });
    return this.#killing;
  }

  /** Ends the command and closes its outputs, which a process that it left behind may hold open for ever. */
  async dispose(): Promise<void> {
    await this.kill();
    disown(this.#owned);
    for (const output of this.#outputs) output.destroy();
    if (this.#hasExited) await this.ended;
  }

  /** Resolves when the stream is closed. */
  #read(stream: Readable): Promise<void> {
    // Each has its own: a character may be split between two chunks of one stream.
    const decoder = new StringDecoder('utf8');
    const append = (text: string): void => {
      if (text !== '') this.#onOutput(text);
    };
    stream.on('data', (chunk: Buffer) => {
      this.#count(chunk.length);
      append(decoder.write(chunk));
    });
    stream.on('error', () => {});
    return new Promise((resolve) => {
      stream.once('close', () => {
        append(decoder.end());
        resolve();
      });
    });
  }

  /** Keeps the extension host responsive beside a command that prints without end. */
  #count(bytes: number): void {
    this.#received += bytes;
    if (this.#inFrame === 0) {
      this.#clock.after(FRAME_MS, () => {
        this.#inFrame = 0;
        for (const output of this.#outputs) output.resume();
      });
    }
    this.#inFrame += bytes;
    if (this.#inFrame < MAX_FRAME_BYTES) return;
    for (const output of this.#outputs) output.pause();
  }

  async #drain(exit: TerminalExit, closed: Promise<unknown>): Promise<TerminalExit> {
    this.#hasExited = true;
    this.#lookForGroup();
    const end = this.#clock.now() + DRAIN_TIMEOUT_MS;
    let received: number;
    do {
      received = this.#received;
    } while (
      !(await settlesWithin(this.#clock, closed, DRAIN_IDLE_MS)) &&
      this.#received !== received &&
      this.#clock.now() < end
    );
    this.#exit = exit;
    return exit;
  }

  async #kill(): Promise<void> {
    this.#lookForGroup();
    if (this.#allGone) return;
    if (isWindows) await this.#killTree();
    else this.#allGone = await endProcesses([this.#owned], { clock: this.#clock, ...GRACE_PERIODS });
    // That it has exited is known a moment later.
    if (this.#allGone) await settlesWithin(this.#clock, this.#exited, GRACE_PERIODS.killMs);
    if (this.#hasExited) await this.ended;
    this.#lookForGroup();
    if (this.#allGone) disown(this.#owned);
  }

  /** Windows ends all that is below a process, for as long as that runs. */
  async #killTree(): Promise<void> {
    if (!this.#hasExited) signalTree(this.pid, 'SIGKILL');
    this.#allGone = await settlesWithin(this.#clock, this.#exited, GRACE_PERIODS.killMs);
  }

  /** Once the group is seen to be gone its number may become another's, so it is not signalled again. */
  #lookForGroup(): void {
    if (this.#owned.leader === undefined || !this.#hasExited || isGroupAlive(this.pid)) return;
    this.#owned = disownLeader(this.#owned);
  }
}

function describeError(error: unknown, { command }: Program): CommandError {
  const { reason, message } = asStartError(error);
  const options = { cause: error };
  switch (reason) {
    case 'no-folder':
      return new CommandError('failed', message, options);
    case 'not-found':
      return new CommandError(
        'not-found',
        `The program “${command}” was not found. It is not on the PATH, or the path does not exist.`,
        options,
      );
    case 'failed':
      return new CommandError('failed', `The program “${command}” could not be started: ${message}`, options);
  }
}
