// A prompt of the transcript or of the queue as the user is editing it: not sent, not saved, and stored by the host.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

export const promptEdit = z.object({
  /** The id of the entry of the transcript, or of the queued prompt. */
  of: z.string(),
  text: z.string(),
});
export type PromptEdit = Immutable<z.infer<typeof promptEdit>>;
