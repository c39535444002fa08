// An agent that an empty chat offers to add.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

export const agentChoice = z.object({
  /** The id in the ACP registry, where the agent is listed there. */
  id: z.string(),
  name: z.string(),
  /** Whether it is on this machine, or would be installed; or what the user enters themselves. */
  state: z.enum(['found', 'installable', 'custom', 'remote']),
  /** What has to be installed before. */
  needs: z.exactOptional(z.enum(['node', 'uv'])),
});
export type AgentChoice = Immutable<z.infer<typeof agentChoice>>;
