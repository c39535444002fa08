// The two sides of a diff that an agent proposes or has made: the file where it is one of them, else the agent's texts.
import { basename, isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { proposalOf, type Proposal } from '../../core/changes/proposal.ts';
import type { ToolCallContent } from '../../core/session/toolCall/state.ts';
import { workspaceFile } from './workspaceFile.ts';

export type Diff = Extract<ToolCallContent, { type: 'diff' }>;

/** What a diff compares. */
export interface ComparedTexts {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly proposal: Proposal;
  /** The file itself, where it is that side. */
  readonly left?: vscode.Uri;
  readonly right?: vscode.Uri;
}

/** The two sides of a diff. `isDone` says that its tool call has finished, so that the file has the change. */
export async function comparedTexts(cwd: string, diff: Diff, isDone: boolean): Promise<ComparedTexts> {
  const path = isAbsolute(diff.path) ? diff.path : resolve(cwd, diff.path);
  // A file outside the workspace is not read: then the agent's texts are compared.
  const real = await workspaceFile(path, cwd);
  const current = real === undefined ? undefined : await textOf(real);
  const proposal = proposalOf(current, diff, isDone);
  const file = current === undefined || real === undefined ? undefined : vscode.Uri.file(real);
  return {
    path,
    name: basename(path),
    proposal,
    ...(file !== undefined && proposal.file === 'before' ? { left: file } : {}),
    ...(file !== undefined && proposal.file === 'after' ? { right: file } : {}),
  };
}

/** The text as an editor shows it; undefined for a file that is not text or cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    return document.getText();
  } catch {
    return undefined;
  }
}
