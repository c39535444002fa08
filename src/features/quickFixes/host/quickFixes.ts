// The quick fixes of problems and merge conflicts that lead to the chat; loaded when quick fixes are asked for first.
import * as vscode from 'vscode';
import { conflictAt } from '../core/conflicts.ts';
import { problemStrings } from './problemStrings.ts';

const KIND = vscode.CodeActionKind.QuickFix;

/** What is offered at a place; nothing of it is preferred. `agent` is who would be asked. */
export function quickFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  agent: string,
): vscode.CodeAction[] {
  return [...ofProblems(document.uri, diagnostics, agent), ...ofConflict(document, range, agent)];
}

function ofProblems(
  uri: vscode.Uri,
  diagnostics: readonly vscode.Diagnostic[],
  agent: string,
): readonly vscode.CodeAction[] {
  const [first] = diagnostics;
  if (first === undefined) return [];
  const { start, end } = first.range;
  const target = { kind: 'problem', uri: uri.toString(), startLine: start.line, endLine: end.line };
  return [
    action('parley.fix', problemStrings.fixWith(agent), target, diagnostics),
    action('parley.explain', problemStrings.explainWith(agent), target, diagnostics),
    action('parley.addToChat', problemStrings.addToChat(), target, diagnostics),
  ];
}

function ofConflict(
  document: vscode.TextDocument,
  { start }: vscode.Range,
  agent: string,
): readonly vscode.CodeAction[] {
  const { lineCount } = document;
  const conflict = conflictAt({ lineCount, lineAt: (line) => document.lineAt(line).text }, start.line);
  if (conflict === undefined) return [];
  const target = {
    kind: 'conflict',
    uri: document.uri.toString(),
    startLine: conflict.start,
    endLine: conflict.end,
  };
  return [action('parley.fix', problemStrings.resolveWith(agent), target, [])];
}

function action(
  command: 'parley.fix' | 'parley.explain' | 'parley.addToChat',
  title: string,
  target: object,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const offered = new vscode.CodeAction(title, KIND);
  offered.diagnostics = [...diagnostics];
  offered.command = { command, title, arguments: [target] };
  return offered;
}
