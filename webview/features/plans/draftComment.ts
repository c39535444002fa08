// A comment on a plan while it is written.
import * as z from 'zod/mini';
import { movedComments, type PlanComment } from '../../../src/features/plans/core/planComments.ts';

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

/** The draft after the plan has changed, at the place of its lines; where they are gone, it stays. */
export function movedDraft(draft: DraftComment, text: string): DraftComment {
  const [{ start, end } = draft] = movedComments([commentOf(draft)], text);
  return { ...draft, start, end };
}

/** Whether a comment that is started anew is the one that is being written. */
export function isSameDraft({ id, start }: DraftComment, started: DraftComment): boolean {
  return id === started.id && (id !== undefined || (start >= started.start && start <= started.end));
}
