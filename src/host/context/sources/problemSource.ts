// The problems that VS Code shows, all of them or those of a file, as a source of context.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { PROBLEM_SEVERITIES, problemsText, type ListedProblem } from '../../../core/mentions/contextText.ts';
import { targetAddress, type TargetOf } from '../../../core/mentions/mentionTarget.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { columnBesideChat } from '../../editors/besideChat.ts';
import { contextStrings } from '../contextStrings.ts';
import type { ContextSource } from './contextSource.ts';
import { pathDetail } from './fileSources.ts';
import { openableUri } from './openableUri.ts';
import { fitting, shownName } from './optionText.ts';

export const problemSource: ContextSource<'problems'> = {
  list({ text }, report) {
    const files = vscode.languages.getDiagnostics().filter(([, found]) => found.length > 0);
    const count = files.reduce((sum, [, found]) => sum + found.length, 0);
    const all: MentionOption = {
      kind: 'problems',
      name: contextStrings.allProblems(),
      uri: targetAddress({ kind: 'problems' }),
      detail: contextStrings.problems(count),
    };
    const each = files.map(([uri, found]): MentionOption => ({
      kind: 'problems',
      name: shownName(basename(uri.path)),
      uri: targetAddress({ kind: 'problems', file: uri.toString() }),
      detail: `${contextStrings.problems(found.length)} · ${pathDetail(uri.fsPath)}`,
    }));
    report(fitting([all, ...each], text));
  },
  async details(target) {
    const files = found(target);
    const count = files.reduce((sum, [, problems]) => sum + problems.length, 0);
    return { detail: contextStrings.problems(count) };
  },
  async read({ target }) {
    const problems = found(target).flatMap(([uri, each]) =>
      each.map((diagnostic) => listed(uri, diagnostic)),
    );
    const resource = { uri: targetAddress(target), mimeType: 'text/plain', text: problemsText(problems) };
    return [{ type: 'resource', resource }];
  },
  async open(target) {
    const { file } = target;
    if (file !== undefined) {
      const uri = openableUri(file, isOpen(file) || found(target).some(([, each]) => each.length > 0));
      if (uri === undefined) return false;
      await vscode.commands.executeCommand('vscode.open', uri, columnBesideChat());
    }
    await vscode.commands.executeCommand('workbench.actions.view.problems');
    return true;
  },
};

function isOpen(address: string): boolean {
  return vscode.workspace.textDocuments.some(
    (document) => !document.isClosed && document.uri.toString() === address,
  );
}

/** The worst first. */
function found({ file }: TargetOf<'problems'>): readonly [vscode.Uri, readonly vscode.Diagnostic[]][] {
  const all: [vscode.Uri, readonly vscode.Diagnostic[]][] =
    file === undefined
      ? vscode.languages.getDiagnostics()
      : [[vscode.Uri.parse(file), vscode.languages.getDiagnostics(vscode.Uri.parse(file))]];
  return all.map(([uri, problems]) => [uri, problems.toSorted((a, b) => a.severity - b.severity)]);
}

function listed(
  uri: vscode.Uri,
  { range, severity, message, source, code }: vscode.Diagnostic,
): ListedProblem {
  const codeText = typeof code === 'object' ? code.value : code;
  return {
    path: vscode.workspace.asRelativePath(uri),
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: PROBLEM_SEVERITIES[severity] ?? 'error',
    message,
    source: [source, codeText].filter((part) => part !== undefined && part !== '').join(' '),
  };
}
