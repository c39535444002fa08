// Where the agents that can be added are from: this machine, and the registry.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { Fetch } from '../node/httpFetch.ts';
import { AgentRegistry } from '../node/list/agentRegistry.ts';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import { RegistryIcons } from '../node/list/registryIcons.ts';
import { findAgents, type FoundAgent } from '../../../machine/findAgents.ts';
import type { MachineFacts } from '../node/machine.ts';
import { readSetting } from './registrySettings.ts';

/** The `fetch` of the extension host, which honors the proxy and certificate settings of VS Code. */
export const hostFetch: Fetch = (address, init) => globalThis.fetch(address, init);

/** The registry at the address that the user set. */
export function agentRegistry(context: vscode.ExtensionContext, clock: Clock): AgentRegistry {
  return new AgentRegistry({
    fetch: hostFetch,
    address: readSetting('registryUrl'),
    folder: registryFolder(context),
    bundled: context.asAbsolutePath(join('media', 'registry.json')),
    clock,
  });
}

export function registryIcons(context: vscode.ExtensionContext): RegistryIcons {
  return new RegistryIcons({ fetch: hostFetch, folder: registryFolder(context) });
}

/** Where the icon of an agent of the registry at that address is. */
export function iconAddress({ icon }: Pick<RegistryAgent, 'icon'>, registry: string): string | undefined {
  return icon === undefined ? undefined : URL.parse(icon, registry)?.href;
}

/** The agents of this machine; programs of the workspace's folders are not found. */
export function agentsOfMachine({ env }: Pick<MachineFacts, 'env'>): Promise<readonly FoundAgent[]> {
  const workspaceFolders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return findAgents({ env, home: homedir(), workspaceFolders });
}

/** What is stored of the registry. */
function registryFolder({ globalStorageUri }: vscode.ExtensionContext): string {
  return join(globalStorageUri.fsPath, 'registry');
}
