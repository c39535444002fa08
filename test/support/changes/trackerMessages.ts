// What the parent of a tracker process sends to it, and its answers.
import * as z from 'zod/mini';

export const trackerRequest = z.object({
  id: z.number(),
  what: z.enum([
    'prompt',
    'end',
    'look',
    'call',
    'write',
    'willSave',
    'saved',
    'undo',
    'keepLine',
    'undoLine',
    'redo',
    'restore',
  ]),
  /** Of the file, of the call, or of the checkpoint. */
  name: z.string(),
  /** What is written, what was saved, or the status of a call. */
  text: z.string(),
  line: z.number(),
});
export type TrackerRequest = z.infer<typeof trackerRequest>;

/** What an action came to; `checkpoint` is that of a prompt. */
export const trackerAnswer = z.object({
  id: z.number(),
  error: z.optional(z.string()),
  isDone: z.boolean(),
  /** Relative paths of the files that were left, with the reason. */
  left: z.array(z.string()),
  /** Relative paths of the files that are listed apart. */
  others: z.array(z.string()),
  checkpoint: z.optional(z.string()),
});
export type TrackerAnswer = z.infer<typeof trackerAnswer>;
