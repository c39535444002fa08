// One process of an RPC-mode CLI: its start, the frames in both directions, and its end.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import spawn from 'cross-spawn';
import { Emitter, type Event } from '../../core/base/lifecycle.ts';
import { ChunkJoiner } from './chunks.ts';
import { CommandAnswers, type Asked, type LateFailure } from './commandAnswers.ts';
import { rpcFrame, rpcResponse, type RpcFrame } from './frames.ts';
import { LastWords } from './lastWords.ts';
import { LineCutter } from './lineCutter.ts';
import { RpcGone } from './rpcErrors.ts';
import { endTree, killTree, ownTree, spawned } from './tree.ts';

/** The longest line that is read, in bytes: oh-my-pi's largest frame; a conversation with pictures fits. */
const MAX_LINE = 64 * 1024 * 1024;

export interface RpcCliOptions {
  /** What the user calls the CLI; its command's name when absent. */
  readonly name?: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Told of what cannot be understood and of the process's standard error, a line at a time. */
  readonly log?: (line: string) => void;
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** A running CLI. It and what it started are ended by {@link stop}, and when this program ends. */
export class RpcCli {
  readonly #onFrame = new Emitter<RpcFrame>();
  readonly #onLost = new Emitter<string>();
  /** Every frame that is no response, in order. */
  readonly onFrame: Event<RpcFrame> = this.#onFrame.event;
  /** The process has ended without being told to; the value is a sentence for the user. */
  readonly onLost: Event<string> = this.#onLost.event;
  /** A second, failing response to a command that had been accepted. */
  readonly onLateFailure: Event<LateFailure>;
  readonly #name: string;
  readonly #pid: number;
  readonly #pipes: Pipes;
  readonly #log: (line: string) => void;
  readonly #exited: Promise<void>;
  readonly #answers: CommandAnswers;
  readonly #stderr = new LastWords();
  readonly #junk = new LastWords();
  readonly #chunks = new ChunkJoiner();
  #gone: RpcGone | undefined;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcess, pipes: Pipes, pid: number, options: RpcCliOptions) {
    this.#name = options.name ?? basename(options.command);
    this.#pid = pid;
    this.#pipes = pipes;
    this.#log = options.log ?? (() => {});
    this.#answers = new CommandAnswers(this.#log);
    this.onLateFailure = this.#answers.onLateFailure;
    ownTree(pid);
    this.#read(pipes.stdout, MAX_LINE, (line) => this.#takeLine(line));
    this.#read(pipes.stderr, 16 * 1024, (line) => {
      this.#stderr.add(line);
      this.#log(line);
    });
    // `close` comes after the last byte of the pipes, unless a child of the CLI keeps them open.
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const flushed = setTimeout(() => this.#lost(code, signal), 200);
        child.once('close', () => {
          clearTimeout(flushed);
          this.#lost(code, signal);
        });
        resolve();
      });
      // On Windows a command turns out not to exist only after it was started.
      child.once('error', (error) => {
        this.#fail(notStarted(options, error));
        resolve();
      });
    });
  }

  /** Starts the process. Rejects with RpcGone when the operating system does not. */
  static async start(options: RpcCliOptions): Promise<RpcCli> {
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    try {
      const pid = await spawned(child);
      return new RpcCli(child, pipesOf(child), pid, options);
    } catch (error) {
      throw notStarted(options, error);
    }
  }

  /**
   * Sends a command and resolves with the data of its response. Rejects with RpcRefusal when the CLI says no, and
   * with RpcGone when it has ended.
   */
  request(type: string, fields: object = {}): Promise<unknown> {
    return this.ask(type, fields).answer;
  }

  /** Like {@link request}, and tells the id, under which a failure may still come ({@link onLateFailure}). */
  ask(type: string, fields: object = {}): Asked {
    const asked = this.#answers.expect(type);
    if (this.#gone === undefined) this.send({ ...fields, id: asked.id, type });
    return asked;
  }

  /** How it ended; undefined while it runs. */
  get gone(): RpcGone | undefined {
    return this.#gone;
  }

  /** Writes one frame. What is written to a process that has ended is lost. */
  send(frame: object): void {
    if (this.#pipes.stdin.writable) this.#pipes.stdin.write(`${JSON.stringify(frame)}\n`);
  }

  /** Reads nothing until {@link resume}: the CLI waits when the pipe is full. */
  pause(): void {
    this.#pipes.stdout.pause();
  }

  resume(): void {
    this.#pipes.stdout.resume();
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#end(new RpcGone(`${this.#name} was stopped.`, ''));
    this.#pipes.stdin.end();
    this.#pipes.stdout.resume();
    await endTree(this.#pid, this.#exited);
    for (const pipe of [this.#pipes.stdin, this.#pipes.stdout, this.#pipes.stderr]) pipe.destroy();
  }

  #read(stream: Readable, limit: number, take: (line: string) => void): void {
    const cutter = new LineCutter(limit);
    stream.on('data', (chunk: Buffer) => cutter.push(chunk, take));
    stream.on('end', () => cutter.end(take));
    stream.on('error', () => {});
  }

  #takeLine(line: string): void {
    if (this.#stopping !== undefined || line.trim() === '') return;
    const frame = rpcFrame.safeParse(parsed(line));
    if (!frame.success) {
      this.#junk.add(line);
      this.#log(`Not a frame: ${line.slice(0, 500)}`);
      this.#answers.takeJunk(line);
      return;
    }
    if (frame.data.type === 'rpc_chunk') {
      const whole = this.#chunks.push(frame.data);
      if (whole !== undefined) this.#takeLine(whole);
      return;
    }
    try {
      if (frame.data.type === 'response') this.#answers.take(rpcResponse.parse(frame.data));
      else this.#onFrame.fire(frame.data);
    } catch (error) {
      // A frame that nobody can deal with must not end the program and every other session with it.
      this.#log(`Frame ${frame.data.type} failed: ${String(error)}`);
    }
  }

  #lost(code: number | null, signal: NodeJS.Signals | null): void {
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    const ended = `${this.#name} ${how}`;
    const lastWords = this.#stderr.text() || this.#junk.text();
    this.#fail(new RpcGone(`${ended}. Send a prompt to start it again.`, lastWords, ended));
  }

  #fail(gone: RpcGone): void {
    if (this.#gone !== undefined) return;
    this.#end(gone);
    killTree(this.#pid);
    this.#onLost.fire(gone.message);
  }

  #end(gone: RpcGone): void {
    this.#gone ??= gone;
    this.#answers.end(gone);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function pipesOf({ stdin, stdout, stderr }: ChildProcess): Pipes {
  if (stdin === null || stdout === null || stderr === null) throw new Error('It has no standard streams.');
  // A write to a process that has closed its input must not be an uncaught error.
  stdin.on('error', () => {});
  return { stdin, stdout, stderr };
}

function notStarted({ command, cwd }: RpcCliOptions, error: unknown): RpcGone {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!existsSync(cwd)) return new RpcGone(`The folder ${cwd} does not exist.`, '');
  if (code === 'ENOENT') {
    return new RpcGone(
      `The command “${command}” was not found. Install the agent, or correct the command in the settings.`,
      '',
    );
  }
  return new RpcGone(`The command “${command}” could not be started: ${String(error)}`, '');
}
