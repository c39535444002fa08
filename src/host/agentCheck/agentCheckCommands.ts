// The command that checks an agent; what it needs is loaded on first use.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { PreparedAgent } from '../../core/agentCheck/checkSteps.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { StartProbe } from '../../core/ports/agentProbe.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { AgentActionsOptions } from '../agents/agentActions.ts';
import type { McpArea } from '../mcp/createMcp.ts';
import type { HostServices } from '../window/hostServices.ts';

/** What extension.ts joins with the room of agents. */
export interface CheckPreparation {
  /** What an agent would be started with. Rejects with a ParleyError. */
  readonly prepare: (name: string) => Promise<Omit<PreparedAgent, 'cwd'>>;
  readonly mcp: McpArea;
  /** Starts an agent on its own. `name`: its key in the settings. */
  readonly startProbe: (name: string) => StartProbe;
}

export interface AgentCheckServices extends AgentActionsOptions, CheckPreparation {
  readonly host: HostServices;
  readonly agents: Agents;
}

export function agentCheckCommands(services: AgentCheckServices): Pick<CommandHandlers, 'parley.checkAgent'> {
  const pages = loadOnce(async () => {
    const { CheckPages } = await import('./checkPages.ts');
    return services.host.owned.add(new CheckPages(services));
  });
  return {
    'parley.checkAgent': async ({ agent }) => {
      const loading = pages();
      const { store, current, agentSettings } = services;
      const shown = store.state(current.shownKey ?? '')?.agent;
      (await loading).open(agent ?? shown ?? agentSettings.defaultAgent);
    },
  };
}
