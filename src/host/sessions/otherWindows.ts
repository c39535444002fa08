// Keeps a window from changing sessions that are open in another one.
import * as vscode from 'vscode';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { entryTitle } from './list/entryTitle.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

/** Whether the session is open in another window, which is reported to the user. */
export async function isOpenInOtherWindow(entry: CatalogueEntry, archive: SessionArchive): Promise<boolean> {
  if (entry.key === undefined || !(await archive.isOpenInOtherWindow(entry.key))) return false;
  reportOpenInOtherWindow(entry);
  return true;
}

/** Reports that the session was not changed because another window has it open. */
export function reportOpenInOtherWindow(entry: CatalogueEntry): void {
  const text = sessionCommandStrings.closeInOtherWindow(escapeForNotification(entryTitle(entry)));
  void vscode.window.showWarningMessage(text);
}
