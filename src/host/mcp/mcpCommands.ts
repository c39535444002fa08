// The command that lists the MCP servers of a session; what it needs is loaded on first use.
import type { AgentActionsOptions } from '../agents/agentActions.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HostServices } from '../window/hostServices.ts';
import type { McpArea } from './createMcp.ts';

export interface McpCommandsOptions extends AgentActionsOptions {
  readonly host: HostServices;
  readonly mcp: McpArea;
  /** The current session; restored or created if there is none yet. */
  readonly currentKey: () => Promise<string>;
}

export function mcpCommands(options: McpCommandsOptions): Pick<CommandHandlers, 'parley.mcpServers'> {
  return {
    'parley.mcpServers': async ({ agent }) => {
      const { showServers } = await import('./serverPicker.ts');
      const key = await options.currentKey();
      const isOther = agent !== undefined && options.store.state(key)?.agent !== agent;
      await showServers(isOther ? { agent } : { key }, options);
    },
  };
}
