// What the sessions of the window used: for the page about it, and as a file.
import * as vscode from 'vscode';
import type { UsagePageState } from '../core/usagePage.ts';
import { usageByAgent, usageCsv, usageOfSession, type SessionUsage } from '../core/usageReport.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import { usagePageStrings } from './usagePageStrings.ts';

function sessionUsages(store: SessionStore): readonly SessionUsage[] {
  const untitled = usagePageStrings.untitledSession();
  return store.keys().flatMap((key) => {
    const state = store.state(key);
    return state === undefined ? [] : [usageOfSession(state, untitled, agentLabel(state.agent))];
  });
}

/** What the page shows. */
export function usageState(store: SessionStore): UsagePageState {
  const sessions = sessionUsages(store);
  return { type: 'usage', sessions, agents: usageByAgent(sessions) };
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
