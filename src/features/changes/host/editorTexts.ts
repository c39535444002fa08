// The documents that are open in VS Code's editors, as undoing and restoring need them.
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { mergedTexts } from '../../../core/changes/threeWay.ts';
import { withLineEnding, withoutMark } from '../../../core/text/fileText.ts';
import { replaceText, saveDocument } from '../../../host/editors/openDocument.ts';
import { hasUnsavedEditor, unsavedDocuments } from '../../../host/editors/unsavedEditors.ts';
import { isSameText } from '../../../core/text/lineEndings.ts';
import { changeStrings } from '../node/changeStrings.ts';
import type { OpenEditors } from '../node/openEditors.ts';
import { reviewStrings } from './reviewStrings.ts';

/** VS Code reads a changed file again within a moment; where it does not watch the file, that is not waited for. */
const MAX_FOLLOW_MS = 1_000;
const FOLLOW_STEP_MS = 20;

export const editorTexts: OpenEditors = {
  unsavedText: (path) => unsavedDocuments(path)[0]?.getText(),

  isUnsaved: (path) => unsavedDocuments(path).length > 0 || hasUnsavedEditor(path),

  async replaceUnsaved(path, text, from) {
    const [document, ...others] = unsavedDocuments(path);
    if (document === undefined) return false;
    // A file that is open by several paths has several texts: which of them the user means to keep is not known.
    if (others.length > 0) throw new Error(changeStrings.unsavedEditor());
    // An editor has one kind of line end: it would give others to lines that nobody touched.
    const ending = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    if (withLineEnding(text, ending) !== text) throw new Error(reviewStrings.lineEndsDiffer());
    const base = from === undefined ? undefined : withLineEnding(from, ending);
    const textOver = (now: string): string => {
      // What the user has typed meanwhile stays.
      const merged = base === undefined || base === now ? text : mergedTexts(base, now, text);
      if (merged === undefined) throw new Error(changeStrings.unsavedEditor());
      return merged;
    };
    return (await replaceText(document, textOver, path)) !== undefined;
  },

  async follow(path) {
    const until = performance.now() + MAX_FOLLOW_MS;
    while (performance.now() < until) {
      const document = openAt(path);
      if (document === undefined || document.isDirty || (await showsItsFile(document))) return;
      await new Promise((resolve) => setTimeout(resolve, FOLLOW_STEP_MS));
    }
  },

  async save(paths) {
    for (const path of paths) {
      const [document, ...others] = unsavedDocuments(path);
      if (document !== undefined && others.length === 0) await saveDocument(document);
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
  return onDisk === undefined || isSameText(withoutMark(onDisk), document.getText());
}
