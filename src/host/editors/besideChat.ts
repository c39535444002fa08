// Where files open: never over a chat among the editors, but beside it.
import * as vscode from 'vscode';
import { CHAT_TAB } from '../chat/chatTabOpener.ts';

/** The column for a file: another group where a chat is in front of the active one, else the active group. */
export function columnBesideChat(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  if (!isChatInFront(activeTabGroup)) return vscode.ViewColumn.Active;
  const other = all.find((group) => group !== activeTabGroup && !isChatInFront(group));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

function isChatInFront({ activeTab }: vscode.TabGroup): boolean {
  const input = activeTab?.input;
  // VS Code puts a prefix of its own before the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(CHAT_TAB);
}
