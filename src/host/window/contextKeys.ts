// Sets the context keys that `when` clauses of package.json ask for.
import * as vscode from 'vscode';

/** Sets a context key of VS Code. */
export function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
