// How long the agent still waits for an answer before it continues without one.
import { useEffect, useState } from 'react';
import { elicitationStrings } from './elicitationStrings.ts';

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
    <span className="dim elicitation-count" title={elicitationStrings.timeLeftHint()}>
      {elicitationStrings.timeLeft(seconds)}
    </span>
  );
}
