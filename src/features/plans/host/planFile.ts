// Reads a plan that the agent has written to a file.
import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { planStrings } from './planStrings.ts';

/** A longer file is no plan that anybody reads. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** `file`: a path, from the session's folder on, or the address of a file. */
export async function readPlanFile(
  file: string,
  cwd: string | undefined,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const uri = uriOf(file, cwd);
  if (uri === undefined) return { problem: planStrings.unreadableFile(file) };
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_FILE_BYTES) return { problem: planStrings.fileTooLarge(file) };
    return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch {
    return { problem: planStrings.unreadableFile(file) };
  }
}

/** Files alone: whatever else an address is of, VS Code may run something to read it. */
function uriOf(file: string, cwd: string | undefined): vscode.Uri | undefined {
  if (/^file:/i.test(file)) return URL.canParse(file) ? vscode.Uri.parse(file, true) : undefined;
  if (isAbsolute(file)) return vscode.Uri.file(file);
  if (/^[a-z][\w+.-]+:/i.test(file) || cwd === undefined) return undefined;
  return vscode.Uri.file(resolve(cwd, file));
}
