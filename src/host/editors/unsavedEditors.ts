// Notebooks and custom editors: they have unsaved changes that no text document shows.
import * as vscode from 'vscode';
import { realPathSync } from '../../storage/realPath.ts';

/** Whether an editor that shows the file in another form than text has changes that are not saved. */
export function hasUnsavedEditor(...paths: readonly string[]): boolean {
  const isMeant = ({ scheme, fsPath }: vscode.Uri): boolean =>
    scheme === 'file' && (paths.includes(fsPath) || paths.includes(realPathSync(fsPath) ?? fsPath));
  const { notebookDocuments } = vscode.workspace;
  if (notebookDocuments.some(({ isDirty, uri }) => isDirty && isMeant(uri))) return true;
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ isDirty, input }) =>
        isDirty &&
        (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook) &&
        isMeant(input.uri),
    ),
  );
}
