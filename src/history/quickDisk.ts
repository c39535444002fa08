// Looks at very many files without a thread for each, which takes several times as long, while the disk answers at once.
import { setImmediate } from 'node:timers/promises';

/** So much is done at once before others get their turn. */
const SLICE_MS = 4;
/** The first files are left to threads, so that a disk that does not answer blocks nothing else. */
const FIRST_IN_THREADS = 64;
/** The files that are left to threads after the disk was slow. */
const NEXT_IN_THREADS = 512;
/** A disk that takes longer than this for so many files, or fewer, is slow. A busy processor takes long only for some. */
const SLOW_MS = 64;
const SLOW_FILES = 16;

/** The caller has fewer files than {@link FIRST_IN_THREADS} in work at the same time. */
export class QuickDisk {
  readonly #now: () => number;
  #inThreads = FIRST_IN_THREADS;
  #sliceEnd = 0;
  #directFiles = 0;
  #directMs = 0;

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
      this.#count(this.#now() - began);
    }
  }

  #count(tookMs: number): void {
    this.#directFiles++;
    this.#directMs += tookMs;
    const isSlow = this.#directMs > SLOW_MS;
    if (isSlow) this.#inThreads = NEXT_IN_THREADS;
    if (!isSlow && this.#directFiles < SLOW_FILES) return;
    this.#directFiles = 0;
    this.#directMs = 0;
  }
}
