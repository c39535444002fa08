// A comment on a plan while it is written.
import * as z from 'zod/mini';
import type { PlanComment } from '../../../src/features/plans/core/planComments.ts';

export const draftComment = z.object({
  /** Of the comment that is edited; absent for a new one. */
  id: z.exactOptional(z.string()),
  start: z.number(),
  end: z.number(),
  quote: z.string(),
  text: z.string(),
});
export type DraftComment = z.infer<typeof draftComment>;

/** The comment that a draft becomes. */
export function commentOf({ id = crypto.randomUUID(), ...draft }: DraftComment): PlanComment {
  return { ...draft, id };
}
