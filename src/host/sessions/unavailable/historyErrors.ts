// Notifies the user of errors of the history.
import * as vscode from 'vscode';
import type { HistoryError } from '../../../history/historyOptions.ts';
import { escapeForNotification } from '../../text/escapeForNotification.ts';
import { unavailableStrings } from './unavailableStrings.ts';

/** Shows an error of the history as a notification. */
export function reportHistoryError(error: HistoryError): void {
  const text =
    error.kind === 'newer-version'
      ? unavailableStrings.writtenByNewerVersion(error.sessions)
      : unavailableStrings.historyUnwritable(escapeForNotification(error.reason));
  void vscode.window.showWarningMessage(text);
}
