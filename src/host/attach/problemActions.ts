// What the chat offers among the quick fixes of a problem or a merge conflict, in the editor and in the Problems view.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';

/** Registers the quick fixes. They change nothing, so none is the preferred one. `agent` is who would be asked. */
export function offerProblems(agent: () => string): Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'untitled' }],
    {
      provideCodeActions: async (document, range, { diagnostics }) => {
        const { quickFixes } = await import('./quickFixes.ts');
        return quickFixes(document, range, diagnostics, agent());
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
