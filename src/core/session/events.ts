// Everything that can happen to a session: the events of all topics. Only the reducer says what each means.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { backgroundTaskUpdates } from './backgroundTask/events.ts';
import { changesEvents } from './changes/events.ts';
import { compactionUpdates } from './compaction/events.ts';
import { configOptionEvents, configOptionUpdates } from './configOptions/events.ts';
import { elicitationEvents } from './elicitation/events.ts';
import { infoEvents, infoUpdates } from './info/events.ts';
import { limitEvents } from './limit/events.ts';
import { messageUpdates, shortenedMessages } from './message/events.ts';
import { noticeUpdates } from './notice/events.ts';
import { openingEvents } from './opening/events.ts';
import { permissionEvents, shortenedPermissions } from './permission/events.ts';
import { planUpdates, shortenedPlans } from './plan/events.ts';
import { shortenedSubagents, subagentUpdates } from './subagent/events.ts';
import { terminalUpdates } from './terminal/events.ts';
import { shortenedToolCalls, toolCallUpdates } from './toolCall/events.ts';
import { shortenedPrompts, turnEvents } from './turn/events.ts';
import { usageEvents, usageUpdates } from './usage/events.ts';

/** Events that an agent's `session/update` causes. */
export const updateEvent = z.discriminatedUnion('type', [
  ...messageUpdates,
  ...toolCallUpdates,
  ...configOptionUpdates,
  ...planUpdates,
  ...infoUpdates,
  ...usageUpdates,
  ...noticeUpdates,
  ...compactionUpdates,
  ...terminalUpdates,
  ...subagentUpdates,
  ...backgroundTaskUpdates,
]);
export type UpdateEvent = Immutable<z.infer<typeof updateEvent>>;

export const sessionEvent = z.discriminatedUnion('type', [
  ...updateEvent.def.options,
  ...openingEvents,
  ...turnEvents,
  ...permissionEvents,
  ...elicitationEvents,
  ...configOptionEvents,
  ...usageEvents,
  ...limitEvents,
  ...changesEvents,
  ...infoEvents,
]);
export type SessionEvent = Immutable<z.infer<typeof sessionEvent>>;

/** Every event by its type. */
export type EventsByType = { readonly [Event in SessionEvent as Event['type']]: Event };
export type EventType = SessionEvent['type'];

const shortened: { readonly [Type in EventType]?: (event: EventsByType[Type]) => EventsByType[Type] } = {
  ...shortenedMessages,
  ...shortenedToolCalls,
  ...shortenedPrompts,
  ...shortenedPermissions,
  ...shortenedPlans,
  ...shortenedSubagents,
};

/** An event without what is too long to store. */
export function shortenedEvent(event: SessionEvent): SessionEvent {
  return shorten(event.type, event);
}

function shorten<Type extends EventType>(type: Type, event: EventsByType[Type]): EventsByType[Type] {
  return shortened[type]?.(event) ?? event;
}
