// A compaction of the context in the transcript.
import * as z from 'zod/mini';
import { contentBlock } from '../content.ts';
import { entryIdentity } from '../entryShape.ts';

export const compactionEntry = z.object({
  ...entryIdentity,
  kind: z.literal('compaction'),
  compactionId: z.string(),
  /** `in_progress`, `completed`, `failed`, `cancelled`, or any other word (R108). */
  status: z.string(),
  summary: z.array(contentBlock),
  error: z.exactOptional(z.string()),
});
