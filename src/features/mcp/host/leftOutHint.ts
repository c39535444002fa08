// Reports MCP servers that cannot be used, with the list of all servers one click away.
import * as vscode from 'vscode';
import { runCommand } from '../../../host/contributions/commands.ts';
import { mcpLabel } from '../core/mcpLabels.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';

/** Shows a notification, which blocks nothing; once for the same reason. */
export class LeftOutHint {
  readonly #shown = new Set<string>();

  show(reasons: readonly string[]): void {
    const fresh = reasons.filter((reason) => !this.#shown.has(reason));
    const [first] = fresh;
    if (first === undefined) return;
    for (const reason of fresh) this.#shown.add(reason);
    void this.#ask(fresh.length === 1 ? first : mcpUiStrings.severalLeftOut(first, fresh.length - 1));
  }

  async #ask(text: string): Promise<void> {
    const open = mcpUiStrings.openList();
    const chosen = await vscode.window.showWarningMessage(escapeForNotification(mcpLabel(text)), open);
    if (chosen === open) await runCommand('parley.mcpServers');
  }
}
