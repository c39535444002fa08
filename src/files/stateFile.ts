// A small value stored in a file, because VS Code writes what extensions and webviews store only every few seconds.
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { Immutable } from '../core/base/immutable.ts';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import { readBoundedSync } from '../storage/boundedRead.ts';
import { replacePrivateFile } from '../storage/privateFiles.ts';

/** The time from a change until it is written. */
const WRITE_DELAY_MS = 150;

/** A file that is larger than any that is written here, a draft of many million characters included. */
const MAX_BYTES = 512 * 1024 ** 2;

export interface StateFileOptions<Value> {
  /** Absolute; its folder is made when there is something to write. */
  readonly path: string;
  readonly schema: z.ZodMiniType<Value>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the value could not be written, each time. */
  readonly onError?: (error: unknown) => void;
}

/** Makes the value to be written. `stored` reads what is there by then. */
type Change<Value> = (stored: () => Value | undefined) => Immutable<Value> | undefined;

/** Reads the value once, and writes it a moment after it was changed. */
export class StateFile<Value> implements Disposable {
  readonly #options: StateFileOptions<Value>;
  #change: Change<Value> | undefined;
  /** What was not written is tried again with the next flush. */
  #failed: Change<Value> | undefined;
  #timer: Disposable | undefined;
  #writing = Promise.resolve();

  constructor(options: StateFileOptions<Value>) {
    this.#options = options;
  }

  /**
   * The value that the last window left; undefined when there is none that can be read. A file that cannot be read, or
   * of which some entries cannot, is put aside, so that nothing is written over it; the good entries count.
   */
  read(): Value | undefined {
    const { path, schema, log } = this.#options;
    if (!existsSync(path)) return undefined;
    let raw: unknown;
    try {
      raw = JSON.parse(readBoundedSync(path, MAX_BYTES).toString('utf8'));
      return schema.parse(raw);
    } catch (error) {
      log.warn(`${path} cannot be read and is put aside: ${String(error)}`);
    }
    const good = goodEntries(schema, raw);
    try {
      (good === undefined ? renameSync : copyFileSync)(path, `${path}.unreadable`);
    } catch {
      // Another window did.
    }
    return good;
  }

  /** Writes the value after a short delay, unless a newer one follows; undefined removes the file. */
  write(value: Immutable<Value> | undefined): void {
    this.update(() => value);
  }

  /** Like `write`, with what the file has by then: another window may have changed it. */
  update(change: Change<Value>): void {
    this.#change = change;
    this.#timer ??= this.#options.clock.after(WRITE_DELAY_MS, () => void this.flush());
  }

  /** Writes at once what was changed; resolves when that is done, or could not be. */
  flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    const change = this.#change ?? this.#failed;
    this.#change = undefined;
    if (change !== undefined) this.#writing = this.#writing.then(() => this.#writeNow(change));
    return this.#writing;
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  async #writeNow(change: Change<Value>): Promise<void> {
    const { path, log, onError } = this.#options;
    this.#failed = undefined;
    try {
      const value = change(() => this.read());
      // The file is replaced in one step, so that a window that dies leaves the old file or the new one.
      await (value === undefined
        ? rm(path, { force: true })
        : replacePrivateFile(path, JSON.stringify(value)));
    } catch (error) {
      this.#failed = change;
      log.warn(`${path} was not written: ${String(error)}`);
      onError?.(error);
    }
  }
}

/** The value without the entries of its lists that cannot be read. */
function goodEntries<Value>(schema: z.ZodMiniType<Value>, raw: unknown): Value | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const bad = new Set(schema.safeParse(raw).error?.issues.map(({ path }) => path.slice(0, 2).join('\n')));
  const good: Record<string, unknown> = { ...raw };
  for (const [field, value] of Object.entries(good)) {
    if (bad.has(field)) delete good[field];
    else if (Array.isArray(value)) good[field] = value.filter((_, index) => !bad.has(`${field}\n${index}`));
  }
  return schema.safeParse(good).data;
}
