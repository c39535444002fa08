// What is done with the messages of panels about code blocks, and about answers as Markdown.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { editorFiles } from '../../../host/agents/agentPorts.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { openAsNewFile, runCodeAction } from './codeBlockActions.ts';
import { codeBlockStrings } from './codeBlockStrings.ts';
import type { IdleShells } from './idleShells.ts';

type CodeBlockMessageType = 'code_action' | 'open_as_markdown' | 'export_answer';

export function createCodeBlocks(kernel: Kernel, { isIdle }: Pick<IdleShells, 'isIdle'>) {
  const { host, tracking } = kernel;
  const { store, redactors, owned } = host;
  const files = editorFiles(owned);
  const panel: Pick<PanelHandlers, CodeBlockMessageType> = {
    code_action: async ({ key, action, block }) => {
      const changes = await tracking.load();
      await runCodeAction(action, key, block, {
        store,
        files,
        whileApplying: (...applied) => changes.files.whileApplying(...applied),
        isIdleShell: isIdle,
        review: (session, path) => changes.review(session, path),
      });
    },
    open_as_markdown: ({ text }) => openAsNewFile(redactors.values(text), 'markdown'),
    export_answer: ({ key, text }) => exportAnswer(redactors.values(text), store.state(key)?.cwd),
  };
  return { commands: {}, panel };
}

/** Writes the text to a file that the user selects, from the session's folder on, and shows it. */
async function exportAnswer(text: string, cwd: string | undefined): Promise<void> {
  const name = `${codeBlockStrings.answerFile()}.md`;
  const target = await vscode.window.showSaveDialog({
    ...(cwd === undefined ? {} : { defaultUri: vscode.Uri.file(join(cwd, name)) }),
    filters: { Markdown: ['md'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(`${text.trimEnd()}\n`));
  await vscode.window.showTextDocument(target, { preview: true });
}
