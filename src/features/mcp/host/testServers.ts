// Tests several MCP servers of an agent at once, with progress and cancel.
import * as vscode from 'vscode';
import { sessionFolder } from '../../../host/settings/settings.ts';
import type { McpRuntime } from './mcpRuntime.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import { onServers } from './serverCatalog.ts';

/** Tests the servers of these names that the agent's next session would get. Never rejects. */
export async function testServers(
  agent: string,
  names: ReadonlySet<string>,
  runtime: Pick<McpRuntime, 'catalog' | 'test'>,
): Promise<void> {
  const cwd = sessionFolder();
  const catalog = await runtime.catalog({ agent, sessionId: undefined, cwd }, false);
  const servers = onServers(catalog).filter(({ name }) => names.has(name));
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: mcpUiStrings.testingAll(servers.length),
    cancellable: true,
  };
  await vscode.window.withProgress(progress, async (_report, token) => {
    const stop = new AbortController();
    const cancelling = token.onCancellationRequested(() => stop.abort());
    await Promise.all(servers.map((server) => runtime.test(server, cwd, stop.signal)));
    cancelling.dispose();
  });
}
