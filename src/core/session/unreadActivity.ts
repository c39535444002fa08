// What of a session is worth telling a user who looks elsewhere.
import type { SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import { isWaiting } from './selectors.ts';

/** A turn ended by itself; something failed; the agent began to wait for the user. */
export type SessionNews = 'finished' | 'failed' | 'waiting';

/**
 * The news in an event that led from one state to the next. A turn that the user stopped is none, and neither is a
 * process that ended while nothing ran: it is started again on use.
 */
export function sessionNews(
  previous: SessionState,
  event: SessionEvent,
  state: SessionState,
): SessionNews | undefined {
  if (!isWaiting(previous) && isWaiting(state)) return 'waiting';
  switch (event.type) {
    case 'turn_failed':
    case 'open_failed':
      return 'failed';
    case 'turn_ended':
      return event.stopReason === 'cancelled' || goesOn(state) ? undefined : 'finished';
    default:
      return undefined;
  }
}

/** Whether the next prompt is sent at once. */
function goesOn({ queue, queueHeld }: SessionState): boolean {
  return queue.length > 0 && !queueHeld;
}
