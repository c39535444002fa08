// The event of a compaction of the context.
import * as z from 'zod/mini';
import { contentBlock } from '../content.ts';
import { at } from '../eventShape.ts';

export const compactionUpdates = [
  /** Absent = unchanged; a summary replaces, `append` adds to it (R108). */
  z.object({
    type: z.literal('compaction'),
    at,
    compactionId: z.string(),
    status: z.exactOptional(z.string()),
    summary: z.exactOptional(z.array(contentBlock)),
    append: z.exactOptional(contentBlock),
    error: z.exactOptional(z.string()),
  }),
] as const;
