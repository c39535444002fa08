// What can be done with a code block of an answer, besides copying it.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

export const codeAction = z.enum(['insert', 'new_file', 'apply', 'run']);
export type CodeAction = z.infer<typeof codeAction>;

/** A code block as it stands in the answer. */
export const codeText = z.object({
  code: z.string(),
  /** All that is written after the fence. */
  info: z.string(),
  /** The end of the text right before the block, which may name the file. */
  above: z.string(),
});
export type CodeInAnswer = Immutable<z.infer<typeof codeText>>;
