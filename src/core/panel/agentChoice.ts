// An agent that an empty chat offers to add.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

export const agentChoice = z.object({
  /** The id in the ACP registry, where the agent is listed there. */
  id: z.string(),
  name: z.string(),
  /** Whether it is on this machine, or would be installed; or what the user enters themselves. */
  state: z.enum(['found', 'installable', 'custom', 'remote']),
  /** Of the program on this machine, as far as it says it. */
  version: z.exactOptional(z.string()),
  /** The addresses (`data:`) of its icon in dark and in light themes. */
  icon: z.exactOptional(z.object({ dark: z.string(), light: z.string() })),
  /** What has to be installed before. */
  needs: z.exactOptional(z.enum(['node', 'uv'])),
});
export type AgentChoice = Immutable<z.infer<typeof agentChoice>>;
