// The MCP servers of sessions: what they are given, what the user switches, what servers answered. Loaded on first use.
import type * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { McpServer } from '../../core/mcp/mcpServerSettings.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { McpResources } from '../../core/ports/mcpResources.ts';
import type { ServerSource } from '../../core/ports/serverSources.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import type { McpFiles } from './mcpFiles.ts';
import type { McpRuntime } from './mcpRuntime.ts';

export interface McpOptions {
  readonly context: vscode.ExtensionContext;
  readonly store: SessionStore;
  readonly agentSettings: AgentSettings;
  readonly mcpFiles: McpFiles;
  readonly redactors: AgentRedactors;
  /** The log of an agent. */
  readonly agentLog: (agent: string) => Log;
  /** Called before each start of a process. */
  readonly prepareProcesses: () => Promise<unknown>;
}

export interface McpArea {
  readonly runtime: () => Promise<McpRuntime>;
  /** What sessions are given. */
  readonly source: ServerSource;
  /** What a new session of an agent would be given, and why others are left out; asks the user nothing. */
  readonly serversForCheck: (agent: string) => Promise<CheckedServers>;
  readonly resources: McpResources;
}

export interface CheckedServers {
  readonly servers: readonly McpServer[];
  /** A sentence for each that is left out without the user's doing. */
  readonly problems: readonly string[];
}

export function createMcp(options: McpOptions): McpArea {
  const runtime = loadOnce(async () => {
    const loaded = await import('./mcpRuntime.ts');
    return new loaded.McpRuntime(options);
  });
  return {
    runtime,
    source: {
      configured: async (agent, session) => (await runtime()).serversOf(agent, session),
      allows: async (agent, sessionId) => (await runtime()).hasIdeServer(agent, sessionId),
      passed: (agent, session) => void runtime().then((loaded) => loaded.passed(agent, session)),
      secrets: async (agent) => (await runtime()).secrets(agent),
    },
    serversForCheck: async (agent) => (await runtime()).serversForCheck(agent),
    resources: {
      list: async (...request) => (await runtime()).resources.list(...request),
      read: async (...request) => (await runtime()).resources.read(...request),
    },
  };
}
