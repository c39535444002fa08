// One event's meaning for a session. Never throws; what did not change keeps its reference.
import type { EventsByType, EventType, SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';
import { isSignOfLife } from './status/signOfLife.ts';
import { handlers } from './topics.ts';
import type { RunningTurn } from './turn/state.ts';

/** The session after an event. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  const next = handle(state, event.type, event);
  return next.turn?.isSilent === true && isSignOfLife(event.type) ? withoutSilence(next, next.turn) : next;
}

function handle<Type extends EventType>(
  state: SessionState,
  type: Type,
  event: EventsByType[Type],
): SessionState {
  return handlers[type](state, event);
}

function withoutSilence(state: SessionState, { isSilent: _ended, ...turn }: RunningTurn): SessionState {
  return { ...state, turn };
}
