// The MCP servers of sessions: what they are given, what the user switches, what servers answered.
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import type { McpArguments } from '../feature.ts';
import { McpRuntime } from './mcpRuntime.ts';
import { readMcpFiles } from './readMcpFiles.ts';
import { showServers } from './serverPicker.ts';
import { testServers } from './testServers.ts';

interface McpArea {
  readonly runtime: McpRuntime;
  readonly commands: HandlersOf<McpArguments>;
  readonly panel: object;
  readonly readFiles: () => ReturnType<typeof readMcpFiles>;
  readonly test: (agent: string, names: ReadonlySet<string>) => Promise<void>;
}

export function createMcp(kernel: Kernel): McpArea {
  const { host, currentKey } = kernel;
  const { store, context } = host;
  const runtime = new McpRuntime({
    ...host,
    servers: kernel.servers,
    agentLog: (agent) => host.logs.agent(agent),
    prepareProcesses: kernel.prepareProcesses,
  });
  return {
    runtime,
    commands: {
      'parley.mcpServers': async ({ agent }) => {
        const key = await currentKey();
        const isOther = agent !== undefined && store.state(key)?.agent !== agent;
        await showServers(isOther ? { agent } : { key }, { ...kernel.actions, host, runtime });
      },
    },
    panel: {},
    readFiles: () => readMcpFiles(context.globalStorageUri),
    test: (agent, names) => testServers(agent, names, runtime),
  };
}
