// Parley's own MCP server in the list: whether a session is given it and why not, its tools, and its switches.
import * as vscode from 'vscode';
import { IDE_SERVER_ID, IDE_SERVER_NAME, IDE_TOOLS } from '../../../core/mcp/ideServer.ts';
import { isOnForAgent, isOnForSession } from '../core/serverSwitches.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { withIcon } from '../../../host/text/iconText.ts';
import type { McpRuntime } from './mcpRuntime.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import type { CatalogSession } from './serverCatalog.ts';
import { switchRows, type ActionRow } from './serverDetails.ts';
import { serverIcon, switchStatus, type ServerStatus } from './serverStatus.ts';

/** Label and description of its row. */
export function builtInRow(session: CatalogSession, runtime: McpRuntime): vscode.QuickPickItem {
  const status = builtInStatus(session, runtime);
  return {
    label: withIcon(serverIcon(status), IDE_SERVER_NAME),
    description: [
      status.label,
      mcpUiStrings.builtIn(),
      mcpUiStrings.toolCount(offeredTools(runtime).length),
    ].join(' · '),
    ...(status.detail === '' ? {} : { detail: status.detail }),
  };
}

/** Shows the server until the user goes back, or opens the setting; resolves to whether the list is to be shown again. */
export async function showBuiltIn(
  session: CatalogSession,
  runtime: McpRuntime,
  openSetting: () => Promise<unknown>,
): Promise<boolean> {
  for (;;) {
    const { label, detail } = builtInStatus(session, runtime);
    const rows: readonly ActionRow[] = [
      ...(runtime.editorTools.isOfferedTo(session.agent)
        ? switchRows(switchOf(session, runtime), session, runtime)
        : []),
      {
        label: withIcon('gear', mcpUiStrings.openIdeSetting()),
        run: async () => void (await openSetting()),
        next: 'nothing',
      },
      { label: withIcon('arrow-left', mcpUiStrings.back()), next: 'list' },
      { label: mcpUiStrings.tools(), kind: vscode.QuickPickItemKind.Separator },
      ...offeredTools(runtime).map((name) => ({ label: withIcon('tools', name) })),
    ];
    const chosen = await vscode.window.showQuickPick(rows, {
      title: IDE_SERVER_NAME,
      placeHolder: detail === '' ? label : `${label}: ${detail}`,
    });
    if (chosen === undefined) return true;
    await chosen.run?.();
    if (chosen.next !== undefined) return chosen.next === 'list';
  }
}

/** The tools that a session gets now: the one that calls tools of VS Code only where the user has named some. */
function offeredTools({ editorTools }: McpRuntime): readonly string[] {
  const hasVscodeTools = vscode.lm.tools.some(({ name }) => editorTools.offersVscodeTool(name));
  return IDE_TOOLS.filter((name) => name !== 'vscode_tools' || hasVscodeTools);
}

function builtInStatus(session: CatalogSession, runtime: McpRuntime): ServerStatus {
  const { agent } = session;
  const isElsewhere = runtime.transports(agent)?.stdio === false;
  if (!runtime.editorTools.isOfferedTo(agent) || isElsewhere) {
    const detail = isElsewhere
      ? mcpUiStrings.notTakenRemote(agentLabel(agent))
      : mcpUiStrings.ideToolsOff(agentLabel(agent));
    return { state: 'left-out', label: mcpUiStrings.leftOut(), detail };
  }
  return switchStatus(switchOf(session, runtime), agent);
}

function switchOf(session: CatalogSession, runtime: Pick<McpRuntime, 'switches'>) {
  const { current } = runtime.switches;
  return {
    id: IDE_SERVER_ID,
    isOnForAgent: isOnForAgent(current, session.agent, IDE_SERVER_ID),
    isOnForSession: isOnForSession(current, session, IDE_SERVER_ID),
  };
}
