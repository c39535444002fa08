// The documents that are open in VS Code's editors, as undoing and restoring need them.
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withoutMark } from '../../core/text/fileText.ts';
import { replaceText, saveDocument } from '../editors/openDocument.ts';
import type { OpenEditors } from '../../changes/openEditors.ts';
import { reviewStrings } from './reviewStrings.ts';

export const editorTexts: OpenEditors = {
  unsavedText(path) {
    const document = openAt(path);
    return document?.isDirty === true ? document.getText() : undefined;
  },

  async replaceText(path, text) {
    const document = openAt(path);
    if (document === undefined) return false;
    const wasDirty = document.isDirty;
    // A document that lags behind its file, or shows it with other line ends, cannot be saved over it exactly.
    if (!wasDirty && !(await showsItsFile(document))) return false;
    const edited = await replaceText(document, text, path);
    if (edited === undefined) return false;
    if (wasDirty) return true;
    // Whether the document knows already that it is changed does not matter: saving an unchanged one does nothing.
    if (!(await saveDocument(edited))) throw new Error(reviewStrings.documentNotSaved());
    return showsItsFile(edited);
  },

  async save(paths) {
    for (const path of paths) {
      const document = openAt(path);
      if (document?.isDirty !== true || (await saveDocument(document))) continue;
      throw new Error(reviewStrings.documentsNotSaved(path));
    }
  },
};

function openAt(path: string): vscode.TextDocument | undefined {
  const documents = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed,
  );
  return documents.find(({ uri }) => uri.fsPath === path);
}

async function showsItsFile(document: vscode.TextDocument): Promise<boolean> {
  const onDisk = await readFile(document.uri.fsPath, 'utf8').catch(() => undefined);
  return onDisk !== undefined && withoutMark(onDisk) === document.getText();
}
