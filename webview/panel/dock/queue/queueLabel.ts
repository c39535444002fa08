// How many prompts wait, and what for.
import { findLastEntry, type Entry } from '../../../../src/core/session/entries.ts';
import type { SessionState } from '../../../../src/core/session/model.ts';
import { queueStrings } from './queueStrings.ts';

type TurnEntry = Extract<Entry, { kind: 'turn' }>;

/** The text of the queue's head. */
export function queueLabel(session: SessionState, { needsSignIn = false, isEditing = false } = {}): string {
  const { queueHeld, readOnly, turn, opening } = session;
  const count = session.queue.length;
  if (isEditing) return queueStrings.paused(count, queueStrings.editing());
  if (readOnly !== undefined) return queueStrings.paused(count, queueStrings.readOnly());
  if (queueHeld) return queueStrings.paused(count, pauseReason(session));
  if (turn !== undefined) return queueStrings.untilTurnEnds(count);
  if (opening) return queueStrings.untilReady(count);
  return needsSignIn ? queueStrings.untilSignIn(count) : queueStrings.notRunning(count);
}

/** Why the user is waited for; undefined where it is not known. */
function pauseReason({ entries, turn }: SessionState): string | undefined {
  if (turn !== undefined) return undefined;
  const isTurn = (entry: Entry): entry is TurnEntry => entry.kind === 'turn';
  switch (findLastEntry(entries, isTurn)?.found.stopReason) {
    case 'cancelled':
      return queueStrings.turnStopped();
    case 'error':
      return queueStrings.turnFailed();
    default:
      return undefined;
  }
}
