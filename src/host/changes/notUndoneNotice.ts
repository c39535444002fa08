// Tells the user of files that an undo, a redo or a restore left as they were.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import type { Trouble } from '../../changes/sessionFiles.ts';

/** How many files are named in a message. */
const NAMED = 5;

/** Shows a notification for the files that were changed since, and one for those that could not be written. */
export function notifyNotUndone({ conflicts, failed }: Trouble): void {
  if (conflicts.length > 0) {
    const words = vscode.l10n.t(
      'Left as it is where you have changed the same since: {0}',
      fileNames(conflicts),
    );
    void vscode.window.showWarningMessage(words);
  }
  const [first] = failed;
  if (first !== undefined) {
    const files = fileNames(failed.map(({ path }) => path));
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Could not be written: {0}. {1}', files, escapeForNotification(first.reason)),
    );
  }
}

/** The names of some files for a message, the first of them. */
export function fileNames(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).map((path) => escapeForNotification(basename(path)));
  const more = paths.length - named.length;
  return more === 0 ? named.join(', ') : vscode.l10n.t('{0} and {1} more', named.join(', '), more);
}
