// A comment of the user on lines of a file that an agent changed.
import * as z from 'zod/mini';
import type { Immutable } from '../../../../core/base/immutable.ts';
import { codeAnchor } from './codeAnchor.ts';

/** The length of a comment, in UTF-16 code units. */
export const MAX_COMMENT_CHARACTERS = 20_000;
/** The most comments of a session. */
export const MAX_COMMENTS = 500;
/** The length of an agent's note when it resolves a comment, in UTF-16 code units. */
export const MAX_NOTE_CHARACTERS = 2_000;

const reviewComment = z.object({
  id: z.string(),
  /** Comments with one thread are on the same lines, the oldest first. */
  thread: z.string(),
  /** Absolute. */
  path: z.string(),
  /** Whether the lines are of the file as it is now, or as it would be without the agent. */
  side: z.enum(['current', 'before']),
  anchor: codeAnchor,
  text: z.string().check(z.maxLength(MAX_COMMENT_CHARACTERS)),
  state: z.enum(['draft', 'sent', 'resolved']),
  /** The queued prompt that it is in; absent once that has been sent. */
  prompt: z.exactOptional(z.string()),
  /** What the agent said when it resolved it. */
  note: z.exactOptional(z.string().check(z.maxLength(MAX_NOTE_CHARACTERS))),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type ReviewComment = Immutable<z.infer<typeof reviewComment>>;

/** The stored comments that can be read. */
export function parseComments(stored: unknown): readonly ReviewComment[] {
  const { data = [] } = z.array(z.unknown()).safeParse(stored);
  return data.slice(0, MAX_COMMENTS).flatMap((each) => reviewComment.safeParse(each).data ?? []);
}
