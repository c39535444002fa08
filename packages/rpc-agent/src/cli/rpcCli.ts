// One process of an RPC-mode CLI: its start, the frames in both directions, and its end.
import { EventEmitter } from 'node:events';
import { basename } from 'node:path';
import { excerpt } from '../../../process/excerpt.ts';
import { parsedJson } from '../../../process/json.ts';
import { lineText, readLines } from '../../../process/lineSplitter.ts';
import { PipedProcess, type ProcessExit } from '../../../process/pipedProcess.ts';
import { asStartError } from '../../../process/startProcess.ts';
import { StderrTail, TextTail } from '../../../process/stderrTail.ts';
import { systemClock } from '../../../process/systemClock.ts';
import { settlesWithin } from '../../../process/wait.ts';
import { ChunkJoiner } from './chunkJoiner.ts';
import { CommandAnswers, type Asked, type LateFailure } from './commandAnswers.ts';
import { rpcFrame, rpcResponse, type RpcFrame } from './frames.ts';
import { joinedObjects } from './nearFrames.ts';
import { RpcGone, RpcMissing } from './rpcErrors.ts';

/** oh-my-pi's largest frame: a conversation with pictures fits. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const MAX_TAIL_LINE_CHARACTERS = 500;

const GRACE_PERIODS = { inputMs: 1_000, signalMs: 500 };

/** How long the output of a process that has ended may be held open by what it left behind. */
const FLUSH_TIMEOUT_MS = 200;

export interface RpcCliOptions {
  /** What the user calls the CLI; its command's name when absent. */
  readonly name?: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with what is not understood and with the process's standard error, a line at a time. */
  readonly log?: (line: string) => void;
}

/** A running CLI. It and what it started are ended by {@link stop}, and when this program ends. */
export class RpcCli {
  readonly #events = new EventEmitter<{
    frame: [RpcFrame];
    lost: [RpcGone];
    lateFailure: [LateFailure];
  }>().setMaxListeners(0);
  readonly #name: string;
  readonly #process: PipedProcess;
  readonly #log: (line: string) => void;
  readonly #answers: CommandAnswers;
  readonly #stderr: StderrTail;
  readonly #junk = new TextTail(MAX_TAIL_LINE_CHARACTERS);
  readonly #chunks = new ChunkJoiner();
  #gone: RpcGone | undefined;
  #stopping: Promise<void> | undefined;

  private constructor(process: PipedProcess, options: RpcCliOptions) {
    this.#name = options.name ?? basename(options.command);
    this.#process = process;
    this.#log = options.log ?? (() => {});
    this.#answers = new CommandAnswers(this.#log, (failure) => this.#events.emit('lateFailure', failure));
    readLines(process.stdout, MAX_FRAME_BYTES, (line) => this.#handleLine(lineText(line)));
    this.#stderr = new StderrTail(process.stderr, {
      onLine: this.#log,
      maxLineCharacters: MAX_TAIL_LINE_CHARACTERS,
    });
    void process.exited.then((exit) => this.#exited(exit, options));
  }

  /** Starts the process. Rejects with RpcGone when the operating system does not. */
  static async start(options: RpcCliOptions): Promise<RpcCli> {
    try {
      const process = await PipedProcess.start(options, { clock: systemClock, grace: GRACE_PERIODS });
      return new RpcCli(process, options);
    } catch (error) {
      throw startFailure(options, error);
    }
  }

  /** Calls the listener with every frame that is no response, in order. */
  onFrame(listener: (frame: RpcFrame) => void): { dispose(): void } {
    this.#events.on('frame', listener);
    return { dispose: () => this.#events.off('frame', listener) };
  }

  /** Calls the listener when the process ends without having been stopped, with how it ended. */
  onLost(listener: (gone: RpcGone) => void): void {
    this.#events.on('lost', listener);
  }

  /** Calls the listener with a second, failing response to a command that had been accepted. */
  onLateFailure(listener: (failure: LateFailure) => void): void {
    this.#events.on('lateFailure', listener);
  }

  /**
   * Sends a command and resolves with the data of its response. Rejects with RpcRefusal when the CLI says no, and
   * with RpcGone when it has ended.
   */
  request(type: string, fields: object = {}): Promise<unknown> {
    return this.ask(type, fields).answer;
  }

  /** Like {@link request}, and returns the id, under which a failure may still come ({@link onLateFailure}). */
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
    if (this.#process.stdin.writable) this.#process.stdin.write(`${JSON.stringify(frame)}\n`);
  }

  /** Reads nothing until {@link resume}: the CLI waits when the pipe is full. */
  pause(): void {
    this.#process.stdout.pause();
  }

  resume(): void {
    this.#process.stdout.resume();
  }

  /** Closes its input, waits, then ends the whole tree, gently at first. Resolves when it is gone. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#end(new RpcGone(`${this.#name} was stopped.`, ''));
    this.#process.stdout.resume();
    await this.#process.stop();
  }

  #handleLine(line: string): void {
    if (this.#stopping !== undefined || line.trim() === '') return;
    const frame = rpcFrame.safeParse(parsedJson(line));
    if (!frame.success) {
      const joined = joinedObjects(line);
      if (joined !== undefined) {
        for (const each of joined) this.#handleLine(each);
        return;
      }
      this.#junk.add(line);
      this.#log(`Not a frame: ${excerpt(line)}`);
      this.#answers.rejectUnreadable(line);
      return;
    }
    if (frame.data.type === 'rpc_chunk') {
      const whole = this.#chunks.push(frame.data);
      if (whole !== undefined) this.#handleLine(whole);
      return;
    }
    try {
      if (frame.data.type === 'response') this.#answers.accept(rpcResponse.parse(frame.data));
      else this.#events.emit('frame', frame.data);
    } catch (error) {
      // A frame that nobody can deal with must not end the program and every other session with it.
      this.#log(`Frame ${frame.data.type} failed: ${String(error)}`);
    }
  }

  async #exited({ code, signal, error }: ProcessExit, options: RpcCliOptions): Promise<void> {
    if (error !== undefined) {
      this.#lose(startFailure(options, error));
      return;
    }
    // What it wrote last is still to be read, unless something that it left behind holds its output open.
    await settlesWithin(systemClock, this.#process.closed, FLUSH_TIMEOUT_MS);
    const ended = `${this.#name} ${signal === null ? `ended with code ${code}` : `was ended by ${signal}`}`;
    const tail = this.#stderr.toString() || this.#junk.toString();
    this.#lose(new RpcGone(`${ended}. Send a prompt to start it again.`, tail, ended));
  }

  #lose(gone: RpcGone): void {
    if (this.#gone !== undefined) return;
    this.#end(gone);
    this.#events.emit('lost', gone);
  }

  #end(gone: RpcGone): void {
    this.#gone ??= gone;
    this.#answers.end(gone);
  }
}

function startFailure({ command }: RpcCliOptions, error: unknown): RpcGone {
  const { reason, message } = asStartError(error);
  switch (reason) {
    case 'no-folder':
      return new RpcGone(message, '');
    case 'not-found':
      return new RpcMissing(command);
    case 'failed':
      return new RpcGone(`The command “${command}” could not be started: ${message}`, '');
  }
}
