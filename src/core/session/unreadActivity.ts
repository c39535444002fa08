// Which events of a session are worth the attention of a user who does not see it.
import type { SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import { isWaiting } from './selectors.ts';

/** A turn ended on its own; something failed; the agent started to wait for the user. */
export type UnreadActivity = 'finished' | 'failed' | 'waiting';

/**
 * The activity in an event that led from one state to the next. A turn that the user stopped does not count, and neither does a
 * process that exited while no turn was running, because it restarts on use.
 */
export function unreadActivity(
  previous: SessionState,
  event: SessionEvent,
  state: SessionState,
): UnreadActivity | undefined {
  if (!isWaiting(previous) && isWaiting(state)) return 'waiting';
  switch (event.type) {
    case 'turn_failed':
    case 'open_failed':
      return 'failed';
    case 'turn_ended':
      return event.stopReason === 'cancelled' || continuesWithQueue(state) ? undefined : 'finished';
    default:
      return undefined;
  }
}

/** Whether the next queued prompt is sent at once. */
function continuesWithQueue({ queue, queueHeld }: SessionState): boolean {
  return queue.length > 0 && !queueHeld;
}
