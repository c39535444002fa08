// A problem as JSON of the Language Server Protocol.
import type * as vscode from 'vscode';
import { lspConverter } from '../lspConverter.ts';

const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_RELATED = 5;

/** A problem and where it is. */
export interface FoundProblem {
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
}

/** An LSP Diagnostic, with the path and the position that agents use. */
export function diagnosticItem({ uri, diagnostic }: FoundProblem): object {
  const { message, relatedInformation, data: _data, ...rest } = lspConverter().asDiagnostic(diagnostic);
  const { line, character } = diagnostic.range.start;
  const related = relatedInformation?.slice(0, MAX_RELATED);
  return {
    path: uri.fsPath,
    line: line + 1,
    character: character + 1,
    ...rest,
    message: (typeof message === 'string' ? message : message.value).slice(0, MAX_MESSAGE_CHARACTERS),
    ...(related === undefined || related.length === 0 ? {} : { relatedInformation: related }),
  };
}
