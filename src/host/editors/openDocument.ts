// Documents that are open in the editor: which one shows a file, and how its text is replaced.
import * as vscode from 'vscode';
import { FileAccessError } from '../../core/ports/fileAccess.ts';
import { singleEdit } from '../../core/text/fileText.ts';
import { visiblePath } from '../../core/paths/visiblePath.ts';
import { resolvePath } from '../../files/containedPath.ts';

/** How often an edit or a save is tried while others change or save the same document. */
const ATTEMPTS = 3;

/**
 * The open document of the file at a real path, whatever link it was opened by; `path` is how the agent calls it.
 * Where there are several, one with unsaved changes, else the one with that name.
 */
export async function openDocument(path: string, real: string): Promise<vscode.TextDocument | undefined> {
  const files = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed,
  );
  const shown = await Promise.all(files.map((document) => shows(document, real)));
  const found = files.filter((_document, index) => shown[index]);
  return found.find(({ isDirty }) => isDirty) ?? found.find(({ uri }) => uri.fsPath === path) ?? found[0];
}

/** Replaces the text by one edit as small as can be, so that cursors stay and one undo takes it back. */
export async function replaceText(document: vscode.TextDocument, text: string, real: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const edit = singleEdit(document.getText(), text);
    if (edit === undefined) return;
    const range = new vscode.Range(document.positionAt(edit.start), document.positionAt(edit.end));
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, range, edit.text);
    if (await vscode.workspace.applyEdit(change)) return;
  }
  throw new FileAccessError('failed', `${visiblePath(real)} could not be changed in the editor. Try again.`);
}

/**
 * Saves a document; resolves to whether it is saved. A save that another one overtakes (saving after a delay, most
 * often) says that it failed, so it is tried again.
 */
export async function saveDocument(document: vscode.TextDocument): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await document.save()) return true;
  }
  return false;
}

async function shows(document: vscode.TextDocument, real: string): Promise<boolean> {
  const { fsPath } = document.uri;
  if (fsPath === real) return true;
  return resolvePath(fsPath, []).then(
    (resolved) => resolved.real === real,
    () => false,
  );
}
