// Makes the agents of sessions: over ACP, with the ports of the host.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { AcpConnection } from '../agents/acpConnection.ts';
import type { ClientInfo } from '../agents/handshake.ts';
import { TappedLog } from '../agents/wire/tappedLog.ts';
import { loadOnce } from '../core/base/loadOnce.ts';
import type { FileAccess } from '../core/ports/fileAccess.ts';
import type { ServerSources } from '../core/ports/serverSources.ts';
import type { WireTaps } from '../core/ports/wireTaps.ts';
import type { Agent } from '../core/ports/agent.ts';
import type { MakeAgent } from '../core/agentUpkeep/agentDirectory.ts';
import type { FindProgram } from '../host/agents/agentLaunch.ts';
import { AgentLauncher, sessionTerminals } from '../host/agents/agentPorts.ts';
import type { PermissionRules } from '../host/permissions/permissionRules.ts';
import type { AgentSecrets } from '../host/agents/agentSecrets.ts';
import { agentLabel } from '../host/settings/settings.ts';
import { readSetting } from '../host/contributions/settings.ts';
import type { HostServices } from '../host/window/hostServices.ts';

const manifest = z.object({ version: z.string() });

/** Loaded before the first process is started, which must not be left behind. */
export async function prepareProcesses(context: vscode.ExtensionContext): Promise<FindProgram> {
  const [{ useKeeper }, { findProgram }] = await Promise.all([
    import('../../packages/process/ownedProcesses.ts'),
    import('../../packages/process/programPath.ts'),
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
  servers: ServerSources,
): AgentLauncher {
  const launcher = new AgentLauncher({
    context,
    rules,
    agentSettings,
    secrets,
    prepareProcesses: () => prepareProcesses(context),
  });
  redactors.readFrom(async (name) => [...(await launcher.secrets(name)), ...(await servers.secrets(name))]);
  return launcher;
}

/** What agents are made of. */
interface AgentParts {
  readonly launcher: AgentLauncher;
  readonly files: FileAccess;
  readonly taps: WireTaps;
  readonly servers: ServerSources;
}

/** Makes agents over ACP, and hands each the ports that it is granted. */
export function agentMaker(
  { context, clock, logs, redactors }: HostServices,
  { launcher, files, taps, servers }: AgentParts,
): MakeAgent {
  return (name, { client, ownClient }) => {
    const log = logs.agent(name);
    const redactor = redactors.of(name);
    const wireLog = loadOnce(async () => {
      const { WireLog } = await import('../agents/wire/wireLog.ts');
      return new WireLog(join(context.logUri.fsPath, `${name.replace(/[^\w.-]+/g, '_')}.ndjson`));
    });
    const agent: Agent = new AcpConnection({
      name,
      label: agentLabel(name),
      launch: async () => {
        const [launch] = await Promise.all([launcher.launch(name), servers.prepare(name)]);
        return launch;
      },
      client,
      files,
      terminals: sessionTerminals,
      mcpServers: {
        serversOf: (session) => servers.of({ agent, client: ownClient }).serversOf(session),
        passed: (session) => servers.of({ agent, client: ownClient }).passed(session),
      },
      redactor,
      clientInfo: clientInfo(context),
      clock,
      log,
      wireLog: async () => {
        const file = readSetting('trace') === 'messages' ? await wireLog() : undefined;
        return new TappedLog(file, () => taps.of(name));
      },
    });
    return agent;
  };
}
