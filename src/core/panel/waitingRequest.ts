// A permission request or a question that waits in some session, as the session list shows and answers it.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { askedPermission } from '../session/permission/state.ts';

export const waitingRequest = z.object({
  /** The key of its session. */
  key: z.string(),
  requestId: z.string(),
  /** The title of the session, as far as it has one, and the agent. */
  session: z.string(),
  agent: z.string(),
  /** What is asked: the command, or the changed lines; with line feeds. */
  subject: z.string(),
  /** Whether the subject is all of it. Where it is not, nothing can be allowed but in the session. */
  isWhole: z.boolean(),
  options: askedPermission.shape.options,
  /** For a question: the field that the options answer; empty where it is answered in the session alone. */
  field: z.exactOptional(z.string()),
});
export type WaitingRequest = Immutable<z.infer<typeof waitingRequest>>;
