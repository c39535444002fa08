// Asks the file system what is at many paths, one look at them at a time.
import { lstatSync, type BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** A file system that takes longer to answer is asked beside this thread. */
const SLOW_MS = 20;
/** After so long others have their turn. */
const SLICE_MS = 20;

/** Asked of a thread, a question costs ten times what it costs to ask it here, which nothing may wait for. */
export class DiskStats {
  readonly #options: { readonly slowMs: number };
  /** Undefined until the first answer. */
  #isFast: boolean | undefined;
  #sliceBegan = performance.now();
  #pause: Promise<void> | undefined;

  constructor(options: { readonly slowMs: number } = { slowMs: SLOW_MS }) {
    this.#options = options;
  }

  /** What is at a path itself; undefined where nothing is, or it cannot be said. */
  async at(path: string): Promise<BigIntStats | undefined> {
    await this.#pause;
    const began = performance.now();
    const stats =
      this.#isFast === true ? here(path) : await lstat(path, { bigint: true }).catch(() => undefined);
    const now = performance.now();
    // One that was slow once may be again: a network drive.
    this.#isFast = this.#isFast !== false && now - began < this.#options.slowMs;
    if (now - this.#sliceBegan > SLICE_MS) this.#pause ??= this.#rest();
    return stats;
  }

  async #rest(): Promise<void> {
    await setImmediate();
    this.#sliceBegan = performance.now();
    this.#pause = undefined;
  }
}

function here(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
