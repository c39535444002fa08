// A file that restoring a checkpoint would change.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

export const restoredFile = z.object({
  /** Absolute. */
  path: z.string(),
  /** As the changes of the session name it. */
  name: z.string(),
  /** What would become of it: other contents, there again, or gone. */
  becomes: z.enum(['modified', 'created', 'deleted']),
});
export type RestoredFile = Immutable<z.infer<typeof restoredFile>>;
