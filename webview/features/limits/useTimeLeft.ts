// How long a session waits for a limit, updated once a minute, and once a second in the last one.
import { useEffect, useState } from 'react';
import type { SessionLimit } from '../../../src/core/session/limit/state.ts';
import { nextTimeLeftMs } from '../../../src/core/session/limit/timeLeft.ts';

/** In milliseconds. */
interface TimeLeft {
  /** Epoch. */
  readonly now: number;
  /** Undefined where nobody knows. */
  readonly left: number | undefined;
}

export function useTimeLeft({ resetsAt, isOver }: SessionLimit): TimeLeft {
  const [now, setNow] = useState(() => Date.now());
  const left = resetsAt === undefined ? undefined : Math.max(0, resetsAt - now);
  const isWaiting = left !== undefined && left > 0 && isOver !== true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // Timers end a little early or late.
    const timer = setTimeout(() => setNow(Date.now()), nextTimeLeftMs(left, true) + 20);
    return () => clearTimeout(timer);
  }, [isWaiting, left]);
  return { now, left: isOver === true ? 0 : left };
}
