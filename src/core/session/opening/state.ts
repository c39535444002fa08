// How a session is attached to its agent.
import * as z from 'zod/mini';

export const openingState = {
  /** ACP's session id, from the moment the agent has answered; it stays when the process is gone. */
  sessionId: z.exactOptional(z.string()),
  /** Whether the agent is being started or asked for the session. */
  opening: z.boolean(),
  /** Why the session can be read but not continued; absent when it can. */
  readOnly: z.exactOptional(z.string()),
};
