// What the events of all topics have in common.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

/** Epoch milliseconds: when the host received the event. */
export const at = z.number();

type EventOf<Schemas extends readonly z.ZodMiniType[]> = Immutable<z.infer<Schemas[number]>>;

/** Events without what is too long to store, for those of the schemas in which something may be. */
export type ShortenedEvents<Schemas extends readonly z.ZodMiniType<{ readonly type: string }>[]> = {
  readonly [Event in EventOf<Schemas> as Event['type']]?: (event: Event) => Event;
};
