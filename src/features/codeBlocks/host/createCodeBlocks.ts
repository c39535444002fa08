// What is done with the messages of panels about code blocks, and about answers as Markdown.
import { editorFiles } from '../../../host/agents/agentPorts.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { openAsNewFile, runCodeAction } from './codeBlockActions.ts';
import { exportAnswer } from './exportAnswer.ts';
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
