// Positions as agents name them, counted from 1, in a document of VS Code.
import * as vscode from 'vscode';
import { ToolError } from '../mcp/toolError.ts';

export interface NamedPosition {
  readonly line: number;
  readonly character?: number | undefined;
  /** A name in the line, in place of the character. */
  readonly symbol?: string | undefined;
}

/** The part of a document that positions are looked up in. */
type Lines = Pick<vscode.TextDocument, 'lineCount' | 'lineAt'>;

/** The position from 0. Throws a ToolError where the document has none such. */
export function documentPosition(
  document: Lines,
  { line, character, symbol }: NamedPosition,
): vscode.Position {
  if (line > document.lineCount) {
    throw new ToolError(`There is no line ${line}: the file has ${document.lineCount}.`);
  }
  const { text } = document.lineAt(line - 1);
  const at = character ?? columnOf(text, symbol, line);
  if (at > text.length + 1) {
    throw new ToolError(`There is no character ${at} in line ${line}: it has ${text.length}.`);
  }
  return new vscode.Position(line - 1, at - 1);
}

/** Where a name stands in a line, from 1; whole names come first. */
function columnOf(text: string, symbol: string | undefined, line: number): number {
  if (symbol === undefined || symbol === '') throw new ToolError('`character` or `symbol` is missing.');
  const isPart = (index: number): boolean => /[\p{L}\p{N}_$]/u.test(text[index] ?? '');
  for (let at = text.indexOf(symbol); at !== -1; at = text.indexOf(symbol, at + 1)) {
    if (!isPart(at - 1) && !isPart(at + symbol.length)) return at + 1;
  }
  const inside = text.indexOf(symbol);
  if (inside === -1) throw new ToolError(`Line ${line} does not contain the symbol.`);
  return inside + 1;
}
