// How long an agent still waits for an answer; then it goes on by itself.
import { useEffect, useState } from 'react';

/** `deadline` in epoch milliseconds. */
export function Countdown({ deadline }: { readonly deadline: number }) {
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= deadline;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1_000));
  return (
    <span className="elicitation-count" title="Without an answer the agent goes on by itself">
      {seconds} s
    </span>
  );
}
