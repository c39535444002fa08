// Panel messages about the texts of answers: code blocks, and answers as Markdown. All of it is loaded with its first use.
import type { DisposableStore } from '../../core/base/lifecycle.ts';
import type { FileAccess } from '../../core/ports/fileAccess.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { editorFiles } from '../agents/agentPorts.ts';
import type { ChangeHandlers } from '../changes/createChangeCommands.ts';
import type { PanelContext, PanelHandlers } from '../chat/panelHandlers.ts';
import type { IdleShells } from './idleShells.ts';

export interface CodeBlockHandlersOptions {
  readonly store: SessionStore;
  readonly redactors: AgentRedactors;
  readonly shells: Pick<IdleShells, 'isIdle'>;
  readonly changes: Pick<ChangeHandlers, 'panel' | 'whileApplying'>;
  /** Is given what the handlers make. */
  readonly owned: DisposableStore;
}

export function codeBlockHandlers({
  store,
  redactors,
  shells,
  changes,
  owned,
}: CodeBlockHandlersOptions): Pick<PanelHandlers, 'code_action' | 'open_as_markdown' | 'export_answer'> {
  let files: FileAccess | undefined;
  const review = (key: string, path: string, panel: PanelContext): Promise<void> | void =>
    changes.panel.changes_action({ type: 'changes_action', key, action: 'review', path }, panel);
  return {
    code_action: async ({ key, action, block }, panel) => {
      const { runCodeAction } = await import('./codeBlockActions.ts');
      files ??= editorFiles(owned);
      const { whileApplying } = changes;
      await runCodeAction(action, key, block, {
        store,
        files,
        whileApplying,
        isIdleShell: shells.isIdle,
        review: (session, path) => review(session, path, panel),
      });
    },
    open_as_markdown: async ({ text }) => {
      const { openAsNewFile } = await import('./codeBlockActions.ts');
      await openAsNewFile(redactors.values(text), 'markdown');
    },
    export_answer: async ({ key, text }) => {
      const { exportAnswer } = await import('./exportAnswer.ts');
      await exportAnswer(redactors.values(text), store.state(key)?.cwd);
    },
  };
}
