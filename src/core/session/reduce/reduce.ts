// One event's meaning for a session. Never throws; what did not change keeps its reference.
import type { SessionEvent } from '../events.ts';
import type { RunningTurn, SessionState } from '../model.ts';
import type { EventHandlers, EventsByType, EventType } from './eventHandlers.ts';
import { compactionHandlers } from './reduceCompaction.ts';
import { configOptionHandlers } from './reduceConfigOptions.ts';
import { elicitationHandlers } from './reduceElicitation.ts';
import { isSignOfLife } from '../status/signOfLife.ts';
import { infoHandlers } from './reduceInfo.ts';
import { messageHandlers } from './reduceMessage.ts';
import { noticeHandlers } from './reduceNotice.ts';
import { openingHandlers } from './reduceOpening.ts';
import { permissionHandlers } from './reducePermission.ts';
import { terminalHandlers } from './reduceTerminal.ts';
import { toolCallHandlers } from './reduceToolCall.ts';
import { turnHandlers } from './reduceTurn.ts';
import { usageHandlers } from './reduceUsage.ts';

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
