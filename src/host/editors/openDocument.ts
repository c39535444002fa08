// Documents that are open in the editor: which one shows a file, and how its text is replaced.
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { FileAccessError } from '../../core/ports/fileAccess.ts';
import { singleEdit } from '../../core/text/fileText.ts';
import { visiblePath } from '../../core/paths/visiblePath.ts';
import { resolvePath } from '../../files/containedPath.ts';
import { separateNames } from '../../files/diskFile.ts';
import type { UserEdits } from './userEdits.ts';

/** How often an edit or a save is tried while others change or save the same document, as the user does who types. */
const MAX_ATTEMPTS = 20;

/** Between two attempts: shorter than between two keys, and long enough that the other edit is known by then. */
const RETRY_DELAY_MS = 10;

/**
 * The open document of the file at a real path, even if it was opened through a link; `path` is the agent's spelling.
 * Of several documents, one with unsaved changes, else the one with that path.
 */
export async function openDocument(path: string, real: string): Promise<vscode.TextDocument | undefined> {
  const files = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed,
  );
  const shown = await Promise.all(files.map((document) => shows(document, real)));
  const found = files.filter((_document, index) => shown[index]);
  return found.find(({ isDirty }) => isDirty) ?? found.find(({ uri }) => uri.fsPath === path) ?? found[0];
}

/**
 * Replaces the text by the smallest single edit, so that cursors stay and one undo reverts it. `textOver` makes the new
 * text from the one that is there, again for each attempt; `edits` does not count it as the user's. Resolves to the
 * document that has the text: when VS Code has just closed the given one, the edit opens the file again, as another
 * document. Resolves to undefined, with nothing edited, when the file is known to be closed.
 */
export async function replaceText(
  document: vscode.TextDocument,
  textOver: (before: string) => string,
  real: string,
  edits?: UserEdits,
): Promise<vscode.TextDocument | undefined> {
  const { uri } = document;
  // VS Code may save at any time from here on.
  await separateNames(real);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = openDocumentOf(uri);
    if (before === undefined) return undefined;
    const text = textOver(before.getText());
    const edit = singleEdit(before.getText(), text);
    if (edit === undefined) return before;
    const range = new vscode.Range(before.positionAt(edit.start), before.positionAt(edit.end));
    const change = new vscode.WorkspaceEdit();
    change.replace(uri, range, edit.text);
    const apply = (): Thenable<boolean> => vscode.workspace.applyEdit(change);
    if (!(await (edits?.whileEditing(uri, text, apply) ?? apply()))) {
      await setTimeout(RETRY_DELAY_MS);
      continue;
    }
    const after = openDocumentOf(uri) ?? (await vscode.workspace.openTextDocument(uri));
    // A file that was opened again may have had another text than the one the edit was made for.
    if (after === before || after.getText() === text) return after;
  }
  throw new FileAccessError('failed', `${visiblePath(real)} could not be changed in the editor. Try again.`);
}

/**
 * Saves a document; resolves to whether nothing of it is unsaved. A save that another one overtakes (saving after a
 * delay, most often) says that it failed, so it is tried again. A document that has been closed is not unsaved.
 */
export async function saveDocument({ uri }: vscode.TextDocument): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const document = openDocumentOf(uri);
    if (document === undefined || (await document.save())) return true;
  }
  return openDocumentOf(uri) === undefined;
}

/** The open document of a URI. A file that is closed and opened again gets another document. */
function openDocumentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === uri.toString(),
  );
}

async function shows(document: vscode.TextDocument, real: string): Promise<boolean> {
  const { fsPath } = document.uri;
  if (fsPath === real) return true;
  return resolvePath(fsPath, []).then(
    (resolved) => resolved.real === real,
    () => false,
  );
}
