// How agents are started, and with which MCP servers; loaded with the first agent.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { unknownAgent, workspaceAgentNotAllowed } from '../../core/agentErrors.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Launch, ProcessLaunch } from '../../core/settings/agentSettings.ts';
import {
  launchFromSetting,
  processLaunch,
  type LaunchVariables,
} from '../../core/settings/launchFromSetting.ts';
import { splitApiKeys } from '../../core/signIn/apiKey.ts';
import type { VariableValues } from '../../core/signIn/authMethod.ts';
import type { AgentEntry } from '../../core/settings/agentEntry.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { DEMO_AGENT, sessionFolder } from '../settings/settings.ts';
import { networkSettings } from '../settings/networkSettings.ts';
import type { RemoteAccessContext } from './remoteAccess.ts';

/** How to start the agent of that name. Throws a ParleyError when it is not configured, not allowed or not usable. */
export function agentLaunch(
  name: string,
  context: vscode.ExtensionContext,
  agentSettings: AgentSettings,
): Launch {
  if (name === DEMO_AGENT) return demoLaunch(context);
  const found = agentSettings.agent(name);
  if (found === undefined) throw new ParleyError(unknownAgent(name));
  if ('toReview' in found) throw new ParleyError(workspaceAgentNotAllowed(name));
  return settingLaunch(name, found.setting, context, found.folder);
}

/** The demo agent runs on the extension host's own Node, and stores its sessions in the extension's storage. */
function demoLaunch({ extensionUri, globalStorageUri }: vscode.ExtensionContext): Launch {
  return {
    command: process.execPath,
    args: [vscode.Uri.joinPath(extensionUri, 'dist', 'demo-agent.js').fsPath],
    env: {
      ELECTRON_RUN_AS_NODE: '1',
      PARLEY_DEMO_STORE: vscode.Uri.joinPath(globalStorageUri, 'demo').fsPath,
    },
    cwd: sessionFolder(),
  };
}

/**
 * How to start the agent of an entry; `folder`: what `${workspaceFolder}` means in it. Throws a ParleyError when it is
 * not usable.
 */
function settingLaunch(
  name: string,
  setting: unknown,
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  folder = sessionFolder(),
): Launch {
  return launchFromSetting(name, setting, launchVariables(folder, extensionUri));
}

/** How to start the program of an entry. Throws a ParleyError when it is not usable. */
export function entryLaunch(
  name: string,
  entry: AgentEntry,
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
): ProcessLaunch {
  return processLaunch(name, entry, launchVariables(sessionFolder(), extensionUri));
}

function launchVariables(workspaceFolder: string, extensionUri: vscode.Uri): LaunchVariables {
  return {
    workspaceFolder,
    userHome: homedir(),
    environment: process.env,
    isAbsolute,
    join,
    rpcProgram: {
      node: process.execPath,
      script: vscode.Uri.joinPath(extensionUri, 'dist', 'rpc-agent.js').fsPath,
    },
  };
}

/**
 * The same launch, with what the settings do not say: whether a package manager has to download the agent first; of a
 * remote agent its token. Rejects with a ParleyError where it may not be reached without encryption.
 */
export async function preparedLaunch(
  name: string,
  launch: Launch,
  context: RemoteAccessContext,
): Promise<Launch> {
  if (!('url' in launch)) return withDownload(launch);
  const { preparedRemote } = await import('./remoteAccess.ts');
  return preparedRemote(name, launch, context);
}

/** The same launch with what the user entered to sign in: no variable of a server's process can be set from here. */
export function launchWithSecrets(launch: Launch, entered: VariableValues): Launch {
  const { variables, apiKeys } = splitApiKeys(entered);
  const hasKeys = Object.keys(apiKeys).length > 0;
  const hasVariables = !('url' in launch) && Object.keys(variables).length > 0;
  return {
    ...launch,
    ...(hasKeys ? { apiKeys } : {}),
    ...(hasVariables ? { secretEnv: variables } : {}),
  };
}

/**
 * The same launch; where a package manager has to download the agent first, it says so, and reaches the network as VS
 * Code does.
 */
export async function withDownload(launch: ProcessLaunch): Promise<ProcessLaunch> {
  const { packageManager } = await import('../../machine/packageManager.ts');
  const manager = await packageManager(launch);
  if (manager === undefined) return launch;
  const { networkVariables } = await import('../../machine/packageNetwork.ts');
  const variables = await networkVariables(manager, networkSettings());
  return { ...launch, env: { ...variables, ...launch.env }, needsDownload: true };
}

/** Finds the absolute path of a program on the PATH of the environment. */
export type FindProgram = (
  command: string,
  lookup: { readonly env: Readonly<Record<string, string | undefined>> },
) => string | undefined;
