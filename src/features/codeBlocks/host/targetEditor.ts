// The editor that code goes into: the one that the user was in last.
import * as vscode from 'vscode';

/** The schemes of documents that can be edited. */
const EDITABLE: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell']);

/** Where a chat among the editors has the focus, the first editor in sight. */
export function targetEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const isTarget = ({ document }: vscode.TextEditor): boolean => EDITABLE.has(document.uri.scheme);
  return activeTextEditor !== undefined && isTarget(activeTextEditor)
    ? activeTextEditor
    : visibleTextEditors.find((editor) => isTarget(editor));
}
