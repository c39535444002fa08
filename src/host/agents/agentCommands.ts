// Commands about an agent: restart it, read its log, change its settings.
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { McpFiles } from '../settings/mcpFiles.ts';
import type { AgentActionsOptions } from './agentActions.ts';
import { openAgentSettings } from './openAgentSettings.ts';

export interface AgentCommandsOptions extends AgentActionsOptions {
  readonly agents: Agents;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
  /** What the workspace adds may be in them. */
  readonly mcpFiles: Pick<McpFiles, 'refresh'>;
}

type AgentCommandId =
  'parley.restartAgent' | 'parley.showLog' | 'parley.openSettings' | 'parley.manageWorkspaceAgents';

export function agentCommands(options: AgentCommandsOptions): Pick<CommandHandlers, AgentCommandId> {
  const { store, logs, currentKey, agentSettings, agents, mcpFiles } = options;
  const shownAgent = async (): Promise<string | undefined> => store.state(await currentKey())?.agent;
  return {
    'parley.restartAgent': async () => {
      const agent = await shownAgent();
      if (agent === undefined) return;
      const { restartAgent } = await import('./agentActions.ts');
      await restartAgent(agent, options);
    },
    'parley.showLog': async () => logs.show(await shownAgent()),
    'parley.openSettings': openAgentSettings,
    'parley.manageWorkspaceAgents': async () => {
      const { manageWorkspaceAgents } = await import('./workspaceAgents.ts');
      await mcpFiles.refresh();
      await manageWorkspaceAgents(agentSettings, async (name) => agents.existing(name)?.stop());
    },
  };
}
