// Limits how many requests a session may send: a bucket that refills, and a number of those that run at once.
import type { Clock } from '../../../../core/ports/hostPorts.ts';

/** What an agent may send without a pause. */
const BURST_REQUESTS = 100;
const REQUESTS_PER_SECOND = 40;
const MAX_RUNNING = 16;

export class RateLimit {
  readonly #clock: Pick<Clock, 'now'>;
  #left = BURST_REQUESTS;
  #countedAt: number;
  #running = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#countedAt = clock.now();
  }

  /** Counts a request that begins; undefined where it may not. The result is called once when it has ended. */
  begin(): (() => void) | undefined {
    const now = this.#clock.now();
    const refilled = (Math.max(0, now - this.#countedAt) / 1_000) * REQUESTS_PER_SECOND;
    this.#left = Math.min(BURST_REQUESTS, this.#left + refilled);
    this.#countedAt = now;
    if (this.#left < 1 || this.#running >= MAX_RUNNING) return undefined;
    this.#left--;
    this.#running++;
    return () => {
      this.#running--;
    };
  }
}
