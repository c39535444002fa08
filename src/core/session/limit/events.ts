// The event of a limit: the session met one, it is over, or the user has decided what happens then.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { sessionLimit } from './state.ts';

/** An event without `limit` ends the limit. */
export const limitEvents = [
  z.object({ type: z.literal('limit_changed'), at, limit: z.exactOptional(sessionLimit) }),
] as const;
