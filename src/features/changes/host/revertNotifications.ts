// Notifies the user of files that an undo, a redo or a restore left as they were.
import * as vscode from 'vscode';
import type { RevertResult } from '../node/fileRestorer.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { fileNames } from '../../../host/text/fileNames.ts';
import { reviewStrings } from './reviewStrings.ts';

/**
 * Shows a notification for the files that were changed since, one for those that could not be written, and one for those that
 * are left because the user has canceled: `rest` undoes or redoes those.
 */
export function notifyNotReverted(
  action: 'undo' | 'redo' | 'restore',
  result: RevertResult | undefined,
  rest?: (left: readonly string[]) => Promise<void>,
): void {
  if (result === undefined) return;
  const { conflicts, failed, left = [] } = result;
  if (conflicts.length > 0) {
    const files = fileNames(conflicts);
    const text = action === 'redo' ? reviewStrings.notRedone(files) : reviewStrings.notUndone(files);
    void vscode.window.showWarningMessage(text);
  }
  const [first] = failed;
  if (first !== undefined) {
    const files = fileNames(failed.map(({ path }) => path));
    void vscode.window.showErrorMessage(reviewStrings.notWritten(files, escapeForNotification(first.reason)));
  }
  if (left.length > 0) void notifyLeft(action, left, rest);
}

async function notifyLeft(
  action: 'undo' | 'redo' | 'restore',
  left: readonly string[],
  rest: ((left: readonly string[]) => Promise<void>) | undefined,
): Promise<void> {
  const { text, label } = {
    undo: { text: reviewStrings.undoCanceled, label: reviewStrings.undoRest() },
    redo: { text: reviewStrings.redoCanceled, label: reviewStrings.redoRest() },
    restore: { text: reviewStrings.restoreCanceled, label: '' },
  }[action];
  const labels = rest === undefined ? [] : [label];
  if ((await vscode.window.showWarningMessage(text(left.length), ...labels)) === label) await rest?.(left);
}
