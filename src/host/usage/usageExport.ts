// The usage overview: what the sessions of the window used, in the panel and as a file.
import * as vscode from 'vscode';
import { usageByAgent, usageCsv, usageOfSession, type SessionUsage } from '../../core/usage/usageReport.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { agentLabel } from '../settings/settings.ts';
import { usageUiStrings } from './usageUiStrings.ts';

function sessionUsages(store: SessionStore): readonly SessionUsage[] {
  const untitled = usageUiStrings.untitledSession();
  return store.keys().flatMap((key) => {
    const state = store.state(key);
    return state === undefined ? [] : [usageOfSession(state, untitled, agentLabel(state.agent))];
  });
}

/** The message that opens the overview in the panel. */
export function usageReport(store: SessionStore): HostMessage {
  const sessions = sessionUsages(store);
  return { type: 'usage_report', sessions, agents: usageByAgent(sessions) };
}

/** Writes the usage of all turns of the window's sessions to a file that the user selects. */
export async function exportUsage(store: SessionStore): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'parley-usage.csv') }),
    filters: { CSV: ['csv'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(usageCsv(sessionUsages(store))));
}
