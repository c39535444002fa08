// Waiting on the clock that core hands out.
import type { Clock } from '../core/ports/hostPorts.ts';

/** Resolves after that many milliseconds. */
export function wait(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** Whether the promise, which never rejects, is settled within that many milliseconds. */
export function settlesWithin(
  clock: Clock,
  promise: Promise<unknown>,
  milliseconds: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.after(milliseconds, () => resolve(false));
    void promise.then(() => {
      timer.dispose();
      resolve(true);
    });
  });
}
