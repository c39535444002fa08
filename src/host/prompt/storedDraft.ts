// The draft of one session as it is stored: one file a session, so that two windows never write the same one.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { promptEdit } from '../../core/panel/promptEdit.ts';
import { filledForm } from '../../core/session/elicitation/state.ts';

export const storedDraft = z.object({
  text: z.exactOptional(z.string()),
  /** How often it was changed, also where it was sent. */
  revision: z.exactOptional(z.number()),
  /** What was entered into the forms of questions that were not answered. */
  forms: z.exactOptional(z.array(filledForm)),
  /** The earlier and queued prompts that are being edited. */
  edits: z.exactOptional(z.array(promptEdit)),
  /** The files of what is attached to the draft, or to the edit of a prompt; an empty list where nothing is. */
  attached: z.exactOptional(
    z.array(
      z.object({
        of: z.exactOptional(z.string()),
        files: z.array(z.object({ id: z.string(), file: z.string() })),
      }),
    ),
  ),
});
export type StoredDraft = z.infer<typeof storedDraft>;

export function draftFile(folder: string, key: string): string {
  return join(folder, 'drafts', `${encodeURIComponent(key)}.json`);
}
