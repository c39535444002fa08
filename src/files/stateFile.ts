// A small value stored in a file, because VS Code writes what extensions and webviews store only every few seconds.
import type * as z from 'zod/mini';
import type { Immutable } from '../core/base/immutable.ts';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import { readBoundedSync } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';

/** The time from a change until it is written. */
const WRITE_DELAY_MS = 150;

/** Chats and drafts are far smaller. */
const MAX_BYTES = 64 * 1024 ** 2;

export interface StateFileOptions<Value> {
  /** Absolute; its folder is made when there is something to write. */
  readonly path: string;
  readonly schema: z.ZodMiniType<Value>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reads the value once, and writes it a moment after it was changed. */
export class StateFile<Value> implements Disposable {
  readonly #options: StateFileOptions<Value>;
  #changed: Immutable<Value> | undefined;
  #timer: Disposable | undefined;
  #writing = Promise.resolve();

  constructor(options: StateFileOptions<Value>) {
    this.#options = options;
  }

  /** The value that the last window left; undefined when there is none that can be read. */
  read(): Value | undefined {
    try {
      const { path, schema } = this.#options;
      return schema.parse(JSON.parse(readBoundedSync(path, MAX_BYTES).toString('utf8')));
    } catch {
      // There is none yet, or it was not written by Parley.
      return undefined;
    }
  }

  /** Writes the value after a short delay, unless a newer one follows. */
  write(value: Immutable<Value>): void {
    this.#changed = value;
    this.#timer ??= this.#options.clock.after(WRITE_DELAY_MS, () => void this.flush());
  }

  /** Writes at once what was changed; resolves when that is done, or could not be. */
  flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    const value = this.#changed;
    this.#changed = undefined;
    if (value !== undefined) this.#writing = this.#writing.then(() => this.#writeNow(value));
    return this.#writing;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  async #writeNow(value: Immutable<Value>): Promise<void> {
    const { path, log } = this.#options;
    try {
      // In one step, so that a window that dies leaves the old file or the new one.
      await replacePrivateFile(path, JSON.stringify(value));
    } catch (error) {
      log.warn(`${path} was not written: ${String(error)}`);
    }
  }
}
