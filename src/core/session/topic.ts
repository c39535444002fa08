// What the folder of a topic says about its events and its kinds of entries: one that lacks something does not compile.
import type { EntriesByKind, EntryKind } from './entries.ts';
import type { EventsByType, EventType, UpdateEvent } from './events.ts';
import type { SessionState } from './model.ts';

/** For each of the types: the session after an event of it. */
export type EventHandlers<Type extends EventType = EventType> = {
  readonly [Each in Type]: (state: SessionState, event: EventsByType[Each]) => SessionState;
};

/** What an update of the agent's means beside the change of the state. */
interface UpdateTraits {
  /**
   * `entry`: separates the prompts and answers before it from those after it. `part`: belongs to the turn in which it
   * comes. `fact`: says how the session is, and nothing of what happened in it. `live-only`: is never history (R107).
   */
  readonly inReplay: 'entry' | 'part' | 'fact' | 'live-only';
  /** Whether the agent works on the prompt when it sends one. */
  readonly isSignOfLife: boolean;
}

type UpdateType = UpdateEvent['type'];

export type UpdateTable<Type extends UpdateType = UpdateType> = { readonly [Each in Type]: UpdateTraits };

/** An entry with no method of `shortened` or `persisted` is stored as it is. */
export interface EntryTraits<Kind extends EntryKind> {
  /** The text to copy. */
  readonly text: (entry: EntriesByKind[Kind]) => string;
  /** The text in which a search of the history finds the entry; empty when it is not searched. */
  readonly searchText: (entry: EntriesByKind[Kind]) => string;
  /** The entry as it is stored. */
  readonly persisted?: (entry: EntriesByKind[Kind]) => EntriesByKind[Kind];
  /** The entry without what is too long to store. */
  readonly shortened?: (entry: EntriesByKind[Kind]) => EntriesByKind[Kind];
}

export type EntryTable<Kind extends EntryKind = EntryKind> = { readonly [Each in Kind]: EntryTraits<Each> };

type WhereSome<Of, Then> = [Of] extends [never] ? unknown : Then;

/** A topic with events of those types and entries of those kinds. */
export type Topic<Type extends EventType, Kind extends EntryKind = never> = {
  readonly handlers: EventHandlers<Type>;
} & WhereSome<Extract<Type, UpdateType>, { readonly updates: UpdateTable<Extract<Type, UpdateType>> }> &
  WhereSome<Kind, { readonly entries: EntryTable<Kind> }>;
