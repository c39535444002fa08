// One event's meaning for a session. Never throws; what did not change keeps its reference.
import type { SessionEvent } from './events.ts';
import type { RunningTurn, SessionState } from './model.ts';
import type { EventHandlers, EventsByType, EventType } from './eventHandlers.ts';
import { compactionHandlers } from './compaction/reducer.ts';
import { configOptionHandlers } from './configOptions/reducer.ts';
import { elicitationHandlers } from './elicitation/reducer.ts';
import { isSignOfLife } from './status/signOfLife.ts';
import { infoHandlers } from './info/reducer.ts';
import { messageHandlers } from './message/reducer.ts';
import { noticeHandlers } from './notice/reducer.ts';
import { openingHandlers } from './opening/reducer.ts';
import { permissionHandlers } from './permission/reducer.ts';
import { terminalHandlers } from './terminal/reducer.ts';
import { toolCallHandlers } from './toolCall/reducer.ts';
import { turnHandlers } from './turn/reducer.ts';
import { usageHandlers } from './usage/reducer.ts';

const handlers: EventHandlers = {
  ...messageHandlers,
  ...toolCallHandlers,
  ...terminalHandlers,
  ...openingHandlers,
  ...turnHandlers,
  ...permissionHandlers,
  ...elicitationHandlers,
  ...configOptionHandlers,
  ...infoHandlers,
  ...usageHandlers,
  ...compactionHandlers,
  ...noticeHandlers,
};

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
