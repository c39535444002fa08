// Opens the settings in which agents are configured.
import * as vscode from 'vscode';

/** Opens the settings in which agents are configured: in a remote window those of the remote machine. */
export async function openAgentSettings(): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  const command = isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings';
  await vscode.commands.executeCommand(command, { query: '@ext:parley.parley-acp' });
}
