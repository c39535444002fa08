// Reports MCP servers of the workspace that are left out of sessions until the user allows them.
import * as vscode from 'vscode';
import { runCommand } from '../contributions/commands.ts';
import type { WorkspaceEntry } from '../../core/settings/workspaceEntries.ts';
import { workspaceAgentStrings } from './workspaceAgentStrings.ts';

/** Shows a notification, which blocks nothing; once for the same servers. */
export class WorkspaceServerHint {
  readonly #shown = new Set<string>();

  show(servers: readonly WorkspaceEntry[]): void {
    const fresh = servers.filter(({ content }) => !this.#shown.has(content));
    if (fresh.length === 0) return;
    for (const { content } of fresh) this.#shown.add(content);
    void this.#ask(servers.length);
  }

  async #ask(count: number): Promise<void> {
    const review = workspaceAgentStrings.review();
    const chosen = await vscode.window.showInformationMessage(
      workspaceAgentStrings.serversLeftOut(count),
      review,
    );
    if (chosen === review) await runCommand('parley.manageWorkspaceAgents');
  }
}
