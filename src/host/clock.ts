// Time as core asks for it.
import { toDisposable } from '../core/lifecycle.ts';
import type { Clock } from '../core/ports.ts';

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return toDisposable(() => clearTimeout(timer));
  },
};
