// One process of an RPC-mode CLI: commands and their answers, and every other frame it sends.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import spawn from 'cross-spawn';
import { Emitter, type Event } from '../../core/lifecycle.ts';
import { ChunkJoiner } from './chunks.ts';
import { rpcFrame, rpcResponse, type RpcFrame, type RpcResponse } from './frames.ts';
import { LastWords } from './lastWords.ts';
import { LineCutter } from './lineCutter.ts';
import { endTree, killTree, ownTree, spawned } from './tree.ts';

/** The longest line that is read, in bytes: oh-my-pi's largest frame; a conversation with pictures fits. */
const MAX_LINE = 64 * 1024 * 1024;

/** Commands that are answered at once and may fail later. */
const LATE = new Set(['prompt', 'abort_and_prompt']);

/** How many of them are remembered after their answer. */
const REMEMBERED = 64;

/** How far into a line of an answer its id stands, in characters. */
const ID_WITHIN = 400;

export interface RpcCliOptions {
  /** What the person calls the CLI; its command's name when absent. */
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

/** The CLI said no to a command; it lives on. The message is its own. */
export class RpcRefusal extends Error {
  readonly command: string;

  constructor(command: string, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.command = command;
  }
}

/** The CLI answered a command, but the answer cannot be read. */
export class RpcUnreadable extends RpcRefusal {
  constructor(command: string) {
    super(command, `The answer of the agent to “${command}” could not be read: it is too long or damaged.`);
    this.name = 'RpcUnreadable';
  }
}

/** The CLI could not be started or has ended. The message is for the person: a sentence, then the last words. */
export class RpcGone extends Error {
  /** The end of what it wrote to its standard error, or of what it printed that was no frame. */
  readonly lastWords: string;
  /** The sentence without its full stop, where it had been running; else undefined. */
  readonly ended: string | undefined;

  constructor(message: string, lastWords: string, ended?: string) {
    super(lastWords === '' ? message : `${message}\n\n${lastWords}`);
    this.name = 'RpcGone';
    this.lastWords = lastWords;
    this.ended = ended;
  }
}

/** A command that was accepted failed after all. */
export interface LateFailure {
  readonly id: string;
  readonly command: string;
  readonly error: string;
}

interface Pending {
  readonly command: string;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
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
  readonly #onLateFailure = new Emitter<LateFailure>();
  /** Every frame that is no response, in order. */
  readonly onFrame: Event<RpcFrame> = this.#onFrame.event;
  /** The process has ended without being told to; the value is a sentence for the person. */
  readonly onLost: Event<string> = this.#onLost.event;
  /** A second, failing response to a command that had been accepted. */
  readonly onLateFailure: Event<LateFailure> = this.#onLateFailure.event;
  readonly #name: string;
  readonly #pid: number;
  readonly #pipes: Pipes;
  readonly #log: (line: string) => void;
  readonly #exited: Promise<void>;
  readonly #pending = new Map<string, Pending>();
  readonly #answered = new Map<string, string>();
  readonly #stderr = new LastWords();
  readonly #junk = new LastWords();
  readonly #chunks = new ChunkJoiner();
  #count = 0;
  #gone: RpcGone | undefined;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcess, pipes: Pipes, pid: number, options: RpcCliOptions) {
    this.#name = options.name ?? basename(options.command);
    this.#pid = pid;
    this.#pipes = pipes;
    this.#log = options.log ?? (() => {});
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
  ask(type: string, fields: object = {}): { readonly id: string; readonly answer: Promise<unknown> } {
    const id = `parley-${++this.#count}`;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#gone !== undefined) {
        reject(this.#gone);
        return;
      }
      this.#pending.set(id, { command: type, resolve, reject });
      this.send({ ...fields, id, type });
    });
    return { id, answer };
  }

  /** Whether it still runs. */
  get isAlive(): boolean {
    return this.#gone === undefined;
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
      this.#takeJunk(line);
      return;
    }
    if (frame.data.type === 'rpc_chunk') {
      const whole = this.#chunks.push(frame.data);
      if (whole !== undefined) this.#takeLine(whole);
      return;
    }
    try {
      if (frame.data.type === 'response') this.#takeResponse(rpcResponse.parse(frame.data));
      else this.#onFrame.fire(frame.data);
    } catch (error) {
      // A frame that nobody can deal with must not end the program and every other session with it.
      this.#log(`Frame ${frame.data.type} failed: ${String(error)}`);
    }
  }

  /** A line that is no frame: nobody shall wait for ever for the answer that it was to be. */
  #takeJunk(line: string): void {
    this.#junk.add(line);
    this.#log(`Not a frame: ${line.slice(0, 500)}`);
    const beginning = line.slice(0, ID_WITHIN);
    const id = /"id"\s*:\s*"(parley-\d+)"/.exec(beginning)?.[1];
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined || !/"type"\s*:\s*"response"/.test(beginning)) return;
    this.#pending.delete(id);
    pending.reject(new RpcUnreadable(pending.command));
  }

  #takeResponse(response: RpcResponse): void {
    const id = response.id ?? this.#idOf(response);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    const failure = response.success === false ? errorText(response.error) : undefined;
    if (id === undefined || pending === undefined) {
      const command = id === undefined ? undefined : this.#answered.get(id);
      if (id !== undefined && command !== undefined && failure !== undefined) {
        this.#onLateFailure.fire({ id, command, error: failure });
      } else {
        this.#log(`A response to nothing: ${JSON.stringify(response).slice(0, 500)}`);
      }
      return;
    }
    this.#pending.delete(id);
    if (failure !== undefined) {
      pending.reject(new RpcRefusal(pending.command, failure));
      return;
    }
    this.#remember(id, pending.command);
    pending.resolve(response.data);
  }

  /** Whose response it is when it names no id: the oldest command of that name, or any where a line was not read. */
  #idOf(response: RpcResponse): string | undefined {
    for (const [id, { command }] of this.#pending) {
      if (response.command === command || response.command === 'parse') return id;
    }
    return undefined;
  }

  #remember(id: string, command: string): void {
    if (!LATE.has(command)) return;
    this.#answered.set(id, command);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
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
    for (const { reject } of this.#pending.values()) reject(gone);
    this.#pending.clear();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function errorText(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error;
  return error === undefined || error === '' ? 'It gave no reason.' : JSON.stringify(error);
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
