// Reads VS Code's own settings about MCP servers.
import * as vscode from 'vscode';
import { mcpPolicy, type McpPolicy, type SettingInPlaces } from '../../../core/mcp/mcpPolicy.ts';

const SECTION = 'chat.mcp';

/** What holds for the servers of VS Code's files. Read anew each time. */
export function readMcpPolicy(): McpPolicy {
  return mcpPolicy({
    access: [...values('access'), ...values('enabled')],
    allowedServers: managedOnly() ? [managed('allowedServers') ?? []] : values('allowedServers'),
    deniedServers: values('deniedServers'),
  });
}

/** Whether an organization wants its own allow list to be the only one. */
function managedOnly(): boolean {
  return values('allowManagedServersOnly').includes(true);
}

/** What an organization set; extensions do not see whether it did, only what holds. */
function managed(name: string): unknown {
  const { holds, places } = setting(name);
  const isOfUser = places.some((value) => JSON.stringify(value) === JSON.stringify(holds));
  return isOfUser ? undefined : (holds ?? undefined);
}

/** What holds, which may be the policy of an organization, and what the user and the workspace say. */
function values(name: string): SettingInPlaces {
  const { holds, places } = setting(name);
  return [holds, ...places];
}

function setting(name: string): { readonly holds: unknown; readonly places: SettingInPlaces } {
  const configuration = vscode.workspace.getConfiguration(SECTION, null);
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
  const places = [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
  return { holds: configuration.get<unknown>(name), places };
}
