// Unsaved changes of a file in whatever editor shows it, by whatever path it was opened.
import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { targetPathSync } from '../../storage/realPath.ts';

/** The open text documents with unsaved changes of a file: opened by its own path first, then those opened by another. */
export function unsavedDocuments(path: string): readonly vscode.TextDocument[] {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed, isDirty }) => uri.scheme === 'file' && !isClosed && isDirty,
  );
  const isFile = showing(path);
  return unsaved
    .filter(({ uri }) => isFile(uri))
    .toSorted((one, other) => Number(other.uri.fsPath === path) - Number(one.uri.fsPath === path));
}

/** Whether an editor that shows the file in another form than text has changes that are not saved. */
export function hasUnsavedEditor(path: string): boolean {
  const isFile = showing(path);
  const isMeant = (uri: vscode.Uri): boolean => uri.scheme === 'file' && isFile(uri);
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

/**
 * Says of addresses whether they lead to the file at a path. A link there is a file of its own: what is typed in the one it
 * leads to is not affected when the link goes. Links are followed only where there is anything to compare.
 */
function showing(path: string): (uri: vscode.Uri) => boolean {
  let file: string | undefined;
  return ({ fsPath }) => {
    if (fsPath === path) return true;
    file ??= comparable(
      isLink(path) ? join(targetPathSync(dirname(path)), basename(path)) : targetPathSync(path),
    );
    return comparable(targetPathSync(fsPath)) === file;
  };
}

/** A file that is gone has no spelling on the disk any more. */
function comparable(target: string): string {
  return process.platform === 'linux' ? target : target.normalize('NFC').toLowerCase();
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
