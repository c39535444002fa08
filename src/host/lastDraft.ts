// What stood in the composer last, kept in a file: VS Code writes a webview's own state only every few seconds.
import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Disposable } from '../core/lifecycle.ts';
import type { Clock, Log } from '../core/ports.ts';

/** Milliseconds between a change and its being written. */
const WRITE_DELAY = 150;

const file = z.object({ text: z.string() });

/** Keeps the text of one draft over a reload or a crash of the window. */
export class LastDraft implements Disposable {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #log: Log;
  /** The session that the draft of the window before belongs to: the first that is shown. */
  #heir: string | undefined;
  #text: string;
  #timer: Disposable | undefined;

  /** `path` is that of the file, absolute. */
  constructor(path: string, clock: Clock, log: Log) {
    this.#path = path;
    this.#clock = clock;
    this.#log = log;
    this.#text = this.#read();
  }

  /** The draft of the window before, for the first session that asks. */
  of(key: string): string {
    this.#heir ??= key;
    return this.#heir === key ? this.#text : '';
  }

  /** What stands in the composer of a session now. */
  set(key: string, text: string): void {
    this.#heir = key;
    this.#text = text;
    this.#timer ??= this.#clock.after(WRITE_DELAY, () => {
      this.#timer = undefined;
      this.#write();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #read(): string {
    try {
      return file.parse(JSON.parse(readFileSync(this.#path, 'utf8'))).text;
    } catch {
      // There is none yet, or it was cut off: then there is no draft.
      return '';
    }
  }

  #write(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFile(this.#path, JSON.stringify({ text: this.#text })).catch((error: unknown) =>
      this.#log.warn(`The draft was not kept: ${String(error)}`),
    );
  }
}
