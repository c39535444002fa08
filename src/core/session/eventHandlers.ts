// The types of the tables that say what each event means: one entry a type, so that none is forgotten.
import type { SessionEvent } from './events.ts';
import type { SessionState } from './model.ts';

export type EventType = SessionEvent['type'];

/** Every event by its type. */
export type EventsByType = { readonly [Event in SessionEvent as Event['type']]: Event };

/** For each of the types: the session after an event of it. */
export type EventHandlers<Type extends EventType = EventType> = {
  readonly [Each in Type]: (state: SessionState, event: EventsByType[Each]) => SessionState;
};
