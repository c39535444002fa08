// Waits on an injected clock.
import type { Clock } from './clock.ts';

const POLL_MS = 25;

/** Resolves after that many milliseconds. */
export function wait(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** Whether the promise, which never rejects, settles within that many milliseconds. */
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

/** Whether the condition becomes true within that many milliseconds. The condition is polled. */
export async function becomesTrueWithin(
  clock: Clock,
  condition: () => boolean,
  milliseconds: number,
): Promise<boolean> {
  const end = clock.now() + milliseconds;
  while (!condition()) {
    if (clock.now() >= end) return false;
    await wait(clock, POLL_MS);
  }
  return true;
}
