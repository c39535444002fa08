// Reports to the user that Parley could not start.
import * as vscode from 'vscode';
import type { Logs } from './log.ts';
import { windowStrings } from './windowStrings.ts';

/** Logs the error and offers the log. */
export function reportActivationFailure(error: unknown, logs: Logs): void {
  logs.own.error(
    `Activation failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  const showLog = windowStrings.showLog();
  void vscode.window.showErrorMessage(windowStrings.activationFailed(), showLog).then((chosen) => {
    if (chosen === showLog) logs.show();
  });
}
