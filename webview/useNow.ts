// The time, for words such as “4 s”.
import { useEffect, useState } from 'react';

/** Epoch milliseconds, renewed every `period` milliseconds; not at all while that is undefined. */
export function useNow(period: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (period === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), period);
    return () => clearInterval(timer);
  }, [period]);
  return now;
}
