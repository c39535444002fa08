// Writes one answer to a Markdown file.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { codeBlockStrings } from './codeBlockStrings.ts';

/** Writes the text to a file that the user selects, from the session's folder on, and shows it. */
export async function exportAnswer(text: string, cwd: string | undefined): Promise<void> {
  const name = `${codeBlockStrings.answerFile()}.md`;
  const target = await vscode.window.showSaveDialog({
    ...(cwd === undefined ? {} : { defaultUri: vscode.Uri.file(join(cwd, name)) }),
    filters: { Markdown: ['md'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(`${text.trimEnd()}\n`));
  await vscode.window.showTextDocument(target, { preview: true });
}
