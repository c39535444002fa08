// The problems that VS Code knew when a turn began, so that those of the turn can be distinguished.
import * as vscode from 'vscode';

/** By file, as VS Code hands them out: nothing of it is looked at before it is asked for. */
export type TurnBaseline = ReadonlyMap<string, readonly vscode.Diagnostic[]>;

/** A copy of what is known now. Costs as much as one list of the problems, and no look at any. */
export function takeBaseline(): TurnBaseline {
  return new Map(vscode.languages.getDiagnostics().map(([uri, found]) => [uri.toString(), found]));
}
