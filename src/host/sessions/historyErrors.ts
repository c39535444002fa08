// Notifies the user of errors of the history.
import * as vscode from 'vscode';
import type { HistoryError } from '../../history/history.ts';
import { sessionStrings } from './sessionStrings.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';

/** Shows what the history cannot do, and why. */
export function reportHistoryError(error: HistoryError): void {
  const text =
    error.kind === 'newer-version'
      ? sessionStrings.writtenByNewerVersion(error.sessions)
      : sessionStrings.historyUnwritable(escapeForNotification(error.reason));
  void vscode.window.showWarningMessage(text);
}
