// The lines of a selection as mentions name them.
import type * as vscode from 'vscode';
import type { MentionedLines } from '../../core/mentions/mentionOfFile.ts';

/** 1-based and inclusive; the line behind a last line break is not one of them. */
export function linesOf(range: vscode.Range | undefined): MentionedLines | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  const endsBefore = end.line > start.line && end.character === 0;
  return { start: start.line + 1, end: endsBefore ? end.line : end.line + 1 };
}
