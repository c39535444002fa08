// The current time, for labels such as “4s”.
import { useEffect, useState } from 'react';

/** Epoch milliseconds, updated every `periodMs`; not at all while that is undefined. */
export function useNow(periodMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (periodMs === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
  return now;
}
