// Ends a call with what it serves: the agent's request, the turn that it was made in, or the session.
import type { ServedSession } from '../../../../core/ports/servedSession.ts';

const CHECK_INTERVAL_MS = 250;

/**
 * A signal that aborts when `request` does, when the turn in which the call began ends or is stopped, and when the
 * session is closed: an agent that was killed or hangs withdraws nothing.
 */
export function callSignal(
  request: AbortSignal,
  session: Pick<ServedSession, 'isOpen' | 'state'>,
): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  const turn = session.state()?.turn?.startedAt;
  const isOver = (): boolean => {
    if (!session.isOpen()) return true;
    if (turn === undefined) return false;
    const now = session.state()?.turn;
    return now?.startedAt !== turn || now.cancelRequested;
  };
  const timer = setInterval(() => {
    if (isOver()) controller.abort();
  }, CHECK_INTERVAL_MS);
  return {
    signal: AbortSignal.any([request, controller.signal]),
    dispose: () => clearInterval(timer),
  };
}
