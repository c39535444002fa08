// The MCP servers that the user configured: which sessions are given which, and what each answered.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { onAgent } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';
import { serversSetting, settings } from './host/mcpSettings.ts';

const commands = { 'parley.mcpServers': onAgent };
export type McpArguments = ArgumentsOf<typeof commands>;

export const mcp = feature({
  name: 'mcp',
  commands,
  settings,
  start: (kernel) => {
    const { host, servers } = kernel;
    const load = loadOnce(async () => (await import('./host/createMcp.ts')).createMcp(kernel));
    const runtime = async () => (await load()).runtime;
    host.agentSettings.readServersFrom(serversSetting);
    host.mcpFiles.readWith(async () => (await load()).readFiles());
    servers.add({
      configured: async (agent, session) => (await runtime()).serversOf(agent, session),
      allows: async (agent, sessionId) => (await runtime()).hasIdeServer(agent, sessionId),
      passed: (agent, session) => void runtime().then((loaded) => loaded.passed(agent, session)),
      secrets: async (agent) => (await runtime()).secrets(agent),
    });
    servers.configured = {
      forCheck: async (agent) => (await runtime()).serversForCheck(agent),
      test: async (agent, names) => (await load()).test(agent, names),
      answers: async (agent) => (await runtime()).answers(agent),
      storedValues: async () => (await runtime()).inputs,
      resources: {
        list: async (...request) => (await runtime()).resources.list(...request),
        read: async (...request) => (await runtime()).resources.read(...request),
      },
    };
    return load;
  },
});
