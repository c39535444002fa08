// A clock that moves only when a test moves it.
import { toDisposable, type Disposable } from '../../src/core/base/lifecycle.ts';
import type { Clock } from '../../src/core/ports/hostPorts.ts';

export class ManualClock implements Clock {
  #now = 1_000;
  readonly #timers = new Set<{ due: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): Disposable {
    const timer = { due: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return toDisposable(() => this.#timers.delete(timer));
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) {
      if (timer.due > this.#now) continue;
      this.#timers.delete(timer);
      timer.callback();
    }
  }

  /** Time passes while the computer sleeps: timers wait for as long as they had to before. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers) timer.due += milliseconds;
  }
}

/**
 * Starts to measure work by the time of the processor, which a busy machine does not lengthen. What it returns says how many
 * milliseconds of a processor this process has used since.
 */
export function startProcessorTimer(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
