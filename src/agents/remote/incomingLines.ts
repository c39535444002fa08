// Messages of a remote agent as lines of a stream, as a process would write them, with a way to wait for the reader.
import { Readable } from 'node:stream';

/** The reader counts as behind when so many bytes wait for it. */
const MAX_WAITING_BYTES = 256 * 1024;

export class IncomingLines {
  readonly stream: Readable;
  #isBehind = false;
  #waiting: (() => void)[] = [];

  constructor() {
    this.stream = new Readable({ highWaterMark: MAX_WAITING_BYTES, read: () => this.#caughtUp() });
  }

  /** Adds a message as JSON; line breaks in it are white space. Returns whether the reader keeps up. */
  push(message: string): boolean {
    if (this.stream.destroyed || this.stream.readableEnded) return true;
    this.#isBehind = !this.stream.push(`${message.replace(/[\r\n]+/g, ' ')}\n`);
    return !this.#isBehind;
  }

  /** Resolves once the reader has caught up. */
  ready(): Promise<void> {
    if (!this.#isBehind) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Nothing more comes. */
  end(): void {
    this.stream.push(null);
    this.#caughtUp();
  }

  #caughtUp(): void {
    this.#isBehind = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
