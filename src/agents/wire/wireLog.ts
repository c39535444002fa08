// The opt-in traffic log: every message to and from one agent, appended to a file.
import { constants } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { Redactor } from '../../core/secrets/redactor.ts';
import { makePrivateFolder, openPrivate } from '../../storage/privateFiles.ts';

/** From the agent to the client, or from the client to the agent. */
export type WireDirection = 'a2c' | 'c2a';

/** When the file is this long it is renamed to `….old` and a new one begun, in bytes. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** How long lines are collected before they are written, in milliseconds. */
const WRITE_DELAY_MS = 100;

/** Is given the traffic of one connection. */
export interface TrafficLog extends Disposable {
  /** Hides what this knows to be secrets, besides what the place in a message shows to be one. */
  redactWith(redactor: Redactor): void;
  /** Logs a message; `line` is its JSON. */
  message(direction: WireDirection, line: string): void;
  /** Logs something that was no message. */
  raw(direction: WireDirection, text: string): void;
  /** Resolves when everything logged so far is stored, or could not be. */
  flush(): Promise<void>;
}

/**
 * Writes one JSON object per line: `{t, dir, msg}`, or `{t, dir, raw}` for what was no message; `t` counts
 * milliseconds from the first line. Problems with the file are swallowed: a log must not disturb what it logs.
 */
export class WireLog implements TrafficLog {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #start = performance.now();
  #redactor = new Redactor();
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string, maxBytes = MAX_FILE_BYTES) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /** Hides what this knows to be secrets, besides what the place in a message shows to be one. */
  redactWith(redactor: Redactor): void {
    this.#redactor = redactor;
  }

  /** Logs a message; `line` is its JSON. */
  message(direction: WireDirection, line: string): void {
    this.#add(`"dir":"${direction}","msg":${this.#redactor.message(JSON.parse(line))}`);
  }

  /** Logs something that was no message. */
  raw(direction: WireDirection, text: string): void {
    this.#add(`"dir":"${direction}","raw":${JSON.stringify(this.#redactor.text(text))}`);
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
    this.#waiting.push(`{"t":${t},${fields}}\n`);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS);
  }

  async #write(text: string): Promise<void> {
    try {
      await makePrivateFolder(dirname(this.#file));
      if (await this.#append(text)) return;
      await rename(this.#file, `${this.#file}.old`);
      await this.#append(text);
    } catch {
      // Nobody is served by a message about a log.
    }
  }

  /** Resolves to false, with nothing written, when the file would get too long. */
  async #append(text: string): Promise<boolean> {
    const { O_WRONLY, O_CREAT, O_APPEND } = constants;
    const handle = await openPrivate(this.#file, O_WRONLY | O_CREAT | O_APPEND);
    try {
      const { size } = await handle.stat();
      if (size > 0 && size + text.length > this.#maxBytes) return false;
      await handle.writeFile(text);
      return true;
    } finally {
      await handle.close();
    }
  }
}
