// The opt-in traffic log: every message to and from one agent, appended to a file.
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disposable } from '../../core/base/lifecycle.ts';

/** From the agent to the client, or from the client to the agent. */
export type WireDirection = 'a2c' | 'c2a';

/** When the file is this long it is renamed to `….old` and a new one begun, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** How long lines are collected before they are written, in milliseconds. */
const WRITE_DELAY = 100;

/** The shortest value of a setting's environment that counts as a secret; shorter ones are values like `true`. */
const SECRET_LENGTH = 8;

/**
 * Writes one JSON object per line: `{t, dir, msg}`, or `{t, dir, raw}` for what was no message; `t` counts
 * milliseconds from the first line. Problems with the file are swallowed: a log must not disturb what it logs.
 */
export class WireLog implements Disposable {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #start = performance.now();
  #secrets: readonly string[] = [];
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #size: number | undefined;

  constructor(file: string, maxBytes = MAX_FILE_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /** Values that are replaced by `•••` wherever they occur. */
  hide(values: readonly string[]): void {
    this.#secrets = values
      .filter((value) => value.length >= SECRET_LENGTH)
      .map((value) => JSON.stringify(value).slice(1, -1));
  }

  /** Logs a message; `line` is its JSON. */
  message(direction: WireDirection, line: string): void {
    this.#add(`"dir":"${direction}","msg":${line.trim()}`);
  }

  /** Logs something that was no message. */
  raw(direction: WireDirection, text: string): void {
    this.#add(`"dir":"${direction}","raw":${JSON.stringify(text)}`);
  }

  /** Resolves when everything logged so far is in the file, or could not be written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length > 0) this.#writing = this.#writing.then(() => this.#write(lines.join('')));
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }

  #add(fields: string): void {
    const t = Math.round(performance.now() - this.#start);
    const line = this.#secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), fields);
    this.#waiting.push(`{"t":${t},${line}}\n`);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY);
  }

  async #write(text: string): Promise<void> {
    try {
      if (this.#size === undefined) {
        await mkdir(dirname(this.#file), { recursive: true });
        this.#size = await stat(this.#file).then(
          ({ size }) => size,
          () => 0,
        );
      }
      if (this.#size > 0 && this.#size + text.length > this.#maxBytes) {
        await rename(this.#file, `${this.#file}.old`);
        this.#size = 0;
      }
      await appendFile(this.#file, text);
      this.#size += Buffer.byteLength(text);
    } catch {
      this.#size = undefined;
    }
  }
}
