// Looks at very many files without a thread for each, which takes several times as long, while the disk answers at once.
import { setImmediate } from 'node:timers/promises';

/** So much is done at once before others get their turn. */
const SLICE_MS = 4;
/** A disk that takes longer for one file is slow: others would wait for it. */
const SLOW_MS = 4;
/** So many files are left to threads at first, and after a slow one. A disk that does not answer blocks only these. */
const FILES_IN_THREADS = 64;

/** The caller has fewer files than {@link FILES_IN_THREADS} in work at the same time. */
export class QuickDisk {
  readonly #now: () => number;
  #inThreads = FILES_IN_THREADS;
  #sliceEnd = 0;

  /** `now` is in milliseconds. */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** Calls one of two that do the same: `direct` blocks until it is done, `threaded` does not. */
  async run<Result>(direct: () => Result, threaded: () => Promise<Result>): Promise<Result> {
    if (this.#inThreads > 0) {
      this.#inThreads--;
      return threaded();
    }
    if (this.#now() >= this.#sliceEnd) {
      await setImmediate();
      this.#sliceEnd = this.#now() + SLICE_MS;
    }
    const began = this.#now();
    try {
      return direct();
    } finally {
      if (this.#now() - began > SLOW_MS) this.#inThreads = FILES_IN_THREADS;
    }
  }
}
