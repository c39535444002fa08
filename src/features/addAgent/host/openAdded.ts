// The first session with an agent that was added.
import * as vscode from 'vscode';
import { runCommand } from '../../../host/contributions/commands.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { addAgentStrings } from './addAgentStrings.ts';

/**
 * Opens a session with the agent and says that it was added. `isTaken`: the user has sent a prompt meanwhile, so that
 * another session would come in the place of the answer; then the session is only offered.
 */
export async function openAdded(name: string, isTaken: boolean): Promise<void> {
  const text = addAgentStrings.addedAgent(escapeForNotification(name));
  if (!isTaken) {
    void vscode.window.showInformationMessage(text);
    await runCommand('parley.newSession', name);
    return;
  }
  const answer = await vscode.window.showInformationMessage(text, addAgentStrings.newSession());
  if (answer !== undefined) await runCommand('parley.newSession', name);
}
