// "Add to Chat" among the quick fixes of a problem, in the editor and in the Problems view.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { problemStrings } from './problemStrings.ts';

const KIND = vscode.CodeActionKind.QuickFix;

/** Registers the quick fix. It changes nothing, so it is never the preferred one. */
export function offerProblems(): Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'untitled' }],
    {
      provideCodeActions: ({ uri }, _range, { diagnostics }) => {
        const [first] = diagnostics;
        if (first === undefined) return [];
        const action = new vscode.CodeAction(problemStrings.addToChat(), KIND);
        action.diagnostics = [...diagnostics];
        const { start, end } = first.range;
        action.command = {
          command: 'parley.addToChat',
          title: action.title,
          arguments: [{ kind: 'problem', uri: uri.toString(), startLine: start.line, endLine: end.line }],
        };
        return [action];
      },
    },
    { providedCodeActionKinds: [KIND] },
  );
}
