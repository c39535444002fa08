// What the status bar says for a moment: a result that needs no answer, or why a command had nothing to do.
import * as vscode from 'vscode';

const SHOWN_MS = 5_000;

export function showStatusMessage(text: string): void {
  vscode.window.setStatusBarMessage(text, SHOWN_MS);
}
