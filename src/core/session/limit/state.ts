// The limit of an account at which the last turn of a session ended.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

export const sessionLimit = z.object({
  /** The notice of the transcript that reports it. */
  entryId: z.string(),
  /** When it resets, in epoch milliseconds; absent where neither the agent nor the user has said so. */
  resetsAt: z.exactOptional(z.number()),
  /** Whether it has reset, as far as that is known. */
  isOver: z.exactOptional(z.literal(true)),
  /** Present when the user wants the session to continue automatically after the reset. */
  continuation: z.exactOptional(
    z.object({
      /** How often it has continued automatically since the user asked for that. */
      count: z.number(),
      /** The reset after which it continued last, in epoch milliseconds. */
      lastReset: z.exactOptional(z.number()),
    }),
  ),
});
export type SessionLimit = Immutable<z.infer<typeof sessionLimit>>;

export const limitState = {
  /** Stays while the session continues automatically; absent once a turn has ended without a limit. */
  limit: z.exactOptional(sessionLimit),
};
