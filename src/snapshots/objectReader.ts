// A git process that reads objects and waits for the next question: to start one takes longer than all that a prompt needs of it.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../core/base/lifecycle.ts';
import { SerialWork } from '../core/base/serialWork.ts';
import { startGit, type GitOptions } from './gitProcess.ts';

export const READ_OBJECTS = ['cat-file', '--batch'];

/** It ends when it was not asked for so long: it holds files of the user's repository open. */
const IDLE_MS = 60_000;
/** One that has not answered by then is ended. */
const TIMEOUT_MS = 1_000;
/** What git says after a name that nothing has. */
const MISSING = 'missing';

export class ObjectReader implements Disposable {
  readonly #open: () => Promise<GitOptions>;
  readonly #signal: AbortSignal;
  readonly #queue = new SerialWork();
  #process: ChildProcessWithoutNullStreams | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `signal` aborts when nothing is read any more. */
  constructor(open: () => Promise<GitOptions>, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.dispose(), { once: true });
  }

  /** Starts the process unless it runs. Never rejects. */
  async start(): Promise<void> {
    await this.#queue.run(() => this.#running()).catch(() => undefined);
  }

  /** What git writes about these names, none of which has a line break, up to so many bytes. Rejects where it does not. */
  read(names: readonly string[], mostBytes: number): Promise<Buffer> {
    return this.#queue.run(async () => this.#ask(await this.#running(), names, mostBytes));
  }

  /** Ends the process; the next question starts another one. */
  dispose(): void {
    clearTimeout(this.#idle);
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  async #running(): Promise<ChildProcessWithoutNullStreams> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.dispose(), IDLE_MS).unref();
    if (this.#process !== undefined) return this.#process;
    const options = await this.#open();
    this.#signal.throwIfAborted();
    const started = startGit(options, READ_OBJECTS);
    const forget = (): void => {
      if (this.#process === started) this.#process = undefined;
    };
    started.on('error', forget);
    started.stdin.on('error', forget);
    started.stdout.on('close', forget);
    started.stderr.resume();
    return (this.#process = started);
  }

  #ask(
    { stdin, stdout }: ChildProcessWithoutNullStreams,
    names: readonly string[],
    mostBytes: number,
  ): Promise<Buffer> {
    // A name that nothing has is asked for last: what is said of it cannot be in what is said of the others.
    const last = randomUUID();
    const end = Buffer.from(`${last} ${MISSING}\n`);
    const pieces: Buffer[] = [];
    let bytes = 0;
    let tail: Buffer = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      const settle = (output: Buffer | undefined): void => {
        clearTimeout(timer);
        stdout.off('data', take).off('close', fail);
        if (output === undefined) reject(new Error('git does not answer.'));
        else resolve(output);
      };
      const fail = (): void => {
        this.dispose();
        settle(undefined);
      };
      const take = (piece: Buffer): void => {
        pieces.push(piece);
        bytes += piece.length;
        tail = Buffer.concat([tail, piece]).subarray(-end.length);
        if (tail.equals(end)) settle(Buffer.concat(pieces).subarray(0, -end.length));
        else if (bytes >= mostBytes) {
          this.dispose();
          settle(Buffer.concat(pieces));
        }
      };
      const timer = setTimeout(fail, TIMEOUT_MS);
      stdout.on('data', take).on('close', fail);
      stdin.write(`${[...names, last].join('\n')}\n`);
    });
  }
}
