// Carries out what the user does with a code block of an answer: insert, new file, apply, put into a terminal.
import * as vscode from 'vscode';
import type { CodeAction, CodeInAnswer } from '../../../core/codeBlocks/codeAction.ts';
import { languageId } from '../../../core/codeBlocks/codeLanguage.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { applyCode, type ApplyCodeOptions } from './applyCode.ts';
import { codeBlockStrings } from './codeBlockStrings.ts';
import { putIntoTerminal } from './putIntoTerminal.ts';
import { targetEditor } from './targetEditor.ts';

export interface CodeActionOptions extends ApplyCodeOptions {
  /** Whether it is known that a terminal's shell waits for a command. */
  readonly isIdleShell: (terminal: vscode.Terminal) => boolean;
}

export async function runCodeAction(
  action: CodeAction,
  key: string,
  block: CodeInAnswer,
  options: CodeActionOptions,
): Promise<void> {
  switch (action) {
    case 'insert':
      await insertCode(block);
      return;
    case 'new_file':
      await openAsNewFile(block.code, languageId(block.info));
      return;
    case 'apply':
      await applyCode(key, block, options);
      return;
    case 'run':
      await putIntoTerminal(block.code, options.store.state(key)?.cwd, options.isIdleShell);
  }
}

/** Opens a text as an untitled file. A language that VS Code does not know leaves it plain text. */
export async function openAsNewFile(content: string, language: string): Promise<void> {
  const isKnown = language !== '' && (await vscode.languages.getLanguages()).includes(language);
  const document = await vscode.workspace.openTextDocument({ content, ...(isKnown ? { language } : {}) });
  await vscode.window.showTextDocument(document, { preview: false, viewColumn: columnBesideChat() });
}

/** In place of the selections of the editor that the user was in last; one undo takes it back. */
async function insertCode({ code, info }: CodeInAnswer): Promise<void> {
  const editor = targetEditor();
  if (editor === undefined) {
    const newFile = codeBlockStrings.newFile();
    const answer = await vscode.window.showInformationMessage(codeBlockStrings.noEditor(), newFile);
    if (answer === newFile) await openAsNewFile(code, languageId(info));
    return;
  }
  const { document, selections, viewColumn } = editor;
  const isInserted = await editor.edit((edit) => {
    for (const selection of selections) edit.replace(selection, code);
  });
  if (!isInserted) {
    const name = escapeForNotification(vscode.workspace.asRelativePath(document.uri));
    void vscode.window.showErrorMessage(codeBlockStrings.notInserted(name));
    return;
  }
  await vscode.window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
}
