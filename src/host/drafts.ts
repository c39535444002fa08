// What stands in the composer of each session, kept in a file: VS Code writes a webview's own state only every few seconds.
import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Disposable } from '../core/lifecycle.ts';
import type { Clock, Log } from '../core/ports.ts';

/** Milliseconds between a change and its being written. */
const WRITE_DELAY = 150;

/** Drafts that are kept; those changed longest ago are forgotten. */
const MOST = 100;

/** Characters of all drafts together; the last one is kept whatever its length. */
const MOST_CHARACTERS = 1_000_000;

const file = z.object({ drafts: z.array(z.tuple([z.string(), z.string()])) });

/** Keeps drafts over a reload or a crash of the window. */
export class Drafts implements Disposable {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By session key, the one changed last at the end; read when first asked for. */
  #drafts: Map<string, string> | undefined;
  #timer: Disposable | undefined;
  #writing = Promise.resolve();

  /** `path` is that of the file, absolute. */
  constructor(path: string, clock: Clock, log: Log) {
    this.#path = path;
    this.#clock = clock;
    this.#log = log;
  }

  /** What stood in the composer of a session last; empty when nothing did. */
  of(key: string): string {
    return this.#all().get(key) ?? '';
  }

  /** What stands in the composer of a session now. */
  set(key: string, text: string): void {
    const drafts = this.#all();
    drafts.delete(key);
    if (text !== '') drafts.set(key, text);
    this.#forgetOldest(drafts);
    this.#timer ??= this.#clock.after(WRITE_DELAY, () => {
      this.#timer = undefined;
      void this.flush();
    });
  }

  /** A session that did not come back leaves its draft to the one in its place. */
  move(from: string, to: string): void {
    const text = this.of(from);
    if (text === '' || from === to) return;
    this.set(from, '');
    this.set(to, text);
  }

  /** Writes at once; resolves when it is written, or could not be. */
  flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    if (this.#drafts === undefined) return this.#writing;
    const text = JSON.stringify({ drafts: [...this.#drafts] });
    this.#writing = this.#writing.then(() => this.#write(text));
    return this.#writing;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #all(): Map<string, string> {
    this.#drafts ??= this.#read();
    return this.#drafts;
  }

  #forgetOldest(drafts: Map<string, string>): void {
    let characters = [...drafts.values()].reduce((sum, text) => sum + text.length, 0);
    for (const [oldest, text] of drafts) {
      if (drafts.size <= 1 || (drafts.size <= MOST && characters <= MOST_CHARACTERS)) return;
      drafts.delete(oldest);
      characters -= text.length;
    }
  }

  #read(): Map<string, string> {
    try {
      return new Map(file.parse(JSON.parse(readFileSync(this.#path, 'utf8'))).drafts);
    } catch {
      // There is none yet, or it was not written by Parley: then there are no drafts.
      return new Map();
    }
  }

  async #write(text: string): Promise<void> {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      // In one step, so that a window that dies leaves the old file or the new one.
      const unfinished = `${this.#path}.new`;
      await writeFile(unfinished, text);
      await rename(unfinished, this.#path);
    } catch (error) {
      this.#log.warn(`The drafts were not kept: ${String(error)}`);
    }
  }
}
