// Makes the agents of sessions: over ACP, with the ports of the host and of the editor's tools.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { AcpConnection } from '../agents/acpConnection.ts';
import type { ClientInfo } from '../agents/handshake.ts';
import { TappedLog } from '../agents/wire/tappedLog.ts';
import { WireLog } from '../agents/wire/wireLog.ts';
import type { WireTaps } from '../core/ports/wireTaps.ts';
import type { Agent } from '../core/ports/agent.ts';
import type { ServedComments, ServedPath } from '../core/ports/servedSession.ts';
import type { MakeAgent } from '../core/agentUpkeep/agentDirectory.ts';
import type { FindProgram } from '../host/agents/agentLaunch.ts';
import { AgentLauncher, editorFiles, sessionTerminals } from '../host/agents/agentPorts.ts';
import type { LazyChanges } from '../host/changes/lazyChanges.ts';
import type { McpArea } from '../host/mcp/createMcp.ts';
import type { PermissionRules } from '../host/permissions/permissionRules.ts';
import type { AgentSecrets } from '../host/signIn/agentSecrets.ts';
import { agentLabel, offersIdeTools, offersVscodeTool } from '../host/settings/settings.ts';
import { readSetting } from '../host/contributions/settings.ts';
import { LazyIde } from '../ide/lazyIde.ts';
import type { HostServices } from '../host/window/hostServices.ts';

const manifest = z.object({ version: z.string() });

/** Loaded before the first process is started, which must not be left behind. */
export async function prepareProcesses(context: vscode.ExtensionContext): Promise<FindProgram> {
  const [{ useKeeper }, { findProgram }] = await Promise.all([
    import('../process/ownedProcesses.ts'),
    import('../process/programPath.ts'),
  ]);
  useKeeper(context.asAbsolutePath(join('dist', 'keeper.js')));
  return findProgram;
}

export function clientInfo({ extension }: vscode.ExtensionContext): ClientInfo {
  const { version } = manifest.parse(extension.packageJSON);
  return { name: 'parley', title: 'Parley', version };
}

/** Knows how agents are started. */
export function agentLauncher(
  { context, agentSettings, redactors }: HostServices,
  rules: PermissionRules,
  secrets: AgentSecrets,
  mcp: McpArea,
): AgentLauncher {
  const launcher = new AgentLauncher({
    context,
    rules,
    agentSettings,
    secrets,
    prepareProcesses: () => prepareProcesses(context),
  });
  redactors.readFrom(async (name) => [...(await launcher.secrets(name)), ...(await mcp.secrets(name))]);
  return launcher;
}

/** What agents are made of. */
interface AgentParts {
  readonly launcher: AgentLauncher;
  readonly changes: LazyChanges;
  readonly taps: WireTaps;
  readonly mcp: McpArea;
  readonly ide: LazyIde;
}

/** Makes agents over ACP, and hands each the ports that it is granted. */
export function agentMaker(
  { context, clock, logs, owned, redactors, store }: HostServices,
  { launcher, changes, taps, mcp, ide }: AgentParts,
): MakeAgent {
  const files = changes.trackWrites(editorFiles(owned));
  const commentsOf = async (key: string): Promise<ServedComments> => (await changes.review()).served(key);
  return (name, { client, ownClient }) => {
    const log = logs.agent(name);
    const redactor = redactors.of(name);
    const configured = mcp.serversOf(name);
    const wireLog = new WireLog(join(context.logUri.fsPath, `${name.replace(/[^\w.-]+/g, '_')}.ndjson`));
    const agent: Agent = new AcpConnection({
      name,
      label: agentLabel(name),
      launch: async () => {
        const [launch] = await Promise.all([launcher.launch(name), ide.prepare(name)]);
        return launch;
      },
      client,
      files,
      terminals: sessionTerminals,
      mcpServers: {
        serversOf: async (session) => {
          const servers = await configured.serversOf(session);
          if (!(await mcp.hasIdeServer(name, session.knownAs))) return servers;
          const { servedSession } = await import('../ide/servedSessions.ts');
          const served = servedSession(session, {
            agent,
            client: ownClient,
            clock,
            store,
            files,
            resolve: resolveServedPath,
            commentsOf,
            offersTool: offersVscodeTool,
          });
          return [...servers, ...ide.serversFor(served, servers)];
        },
        passed: (session) => configured.passed(session),
      },
      redactor,
      clientInfo: clientInfo(context),
      clock,
      log,
      wireLog: () =>
        new TappedLog(readSetting('trace') === 'messages' ? wireLog : undefined, () => taps.of(name)),
    });
    return agent;
  };
}

/** Where a path of an agent leads, for the tools of the editor. */
async function resolveServedPath(path: string, roots: readonly string[]): Promise<ServedPath> {
  const { resolvePath } = await import('../files/containedPath.ts');
  return resolvePath(path, roots);
}

/** The tools of the editor, which remember the problems there are when a turn begins. */
export function ideTools({ owned, store, clock, log, context }: HostServices): LazyIde {
  const bridge = context.asAbsolutePath(join('dist', 'ide-bridge.js'));
  const ide = owned.add(new LazyIde({ clock, log, bridge, isOn: offersIdeTools }));
  owned.add(store.onEvent('prompt_started', ({ state }) => ide.turnBegins(state.agent, state.sessionId)));
  return ide;
}
