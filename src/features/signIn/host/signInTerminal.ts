// Runs the command of a sign-in method in a terminal of VS Code and waits for its end.
import * as vscode from 'vscode';
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { ParleyError } from '../../../core/errors.ts';
import type { ResolvedCommand } from '../../../core/ports/signInTerminal.ts';
import { signInCommandRefused } from '../../../core/signIn/signInErrors.ts';
import { signInNotTrusted } from '../core/attemptErrors.ts';
import { signInUiStrings } from './signInUiStrings.ts';

/** How a variable of VS Code begins. */
const VARIABLE = '${';

/**
 * Resolves to the exit code of the command, or to undefined where the terminal was closed before. Rejects with a
 * ParleyError where the command is not run.
 */
export async function runSignInTerminal(
  label: string,
  command: ResolvedCommand,
  signal: AbortSignalLike,
): Promise<number | undefined> {
  if (!vscode.workspace.isTrusted) throw new ParleyError(signInNotTrusted());
  if (hasVariables(command)) throw new ParleyError(signInCommandRefused(VARIABLE));
  if (signal.aborted) return undefined;
  const { file, args, env, cwd } = command;
  const terminal = vscode.window.createTerminal({
    name: signInUiStrings.terminalName(label),
    shellPath: file,
    shellArgs: typeof args === 'string' ? args : [...args],
    env: { ...env },
    cwd,
    iconPath: new vscode.ThemeIcon('key'),
    isTransient: true,
  });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const closing = vscode.window.onDidCloseTerminal((closed) => {
    if (closed !== terminal) return;
    const { code, reason } = closed.exitStatus ?? {};
    resolve(reason === vscode.TerminalExitReason.Process ? (code ?? -1) : undefined);
  });
  signal.addEventListener('abort', () => terminal.dispose());
  terminal.show();
  try {
    return await promise;
  } finally {
    closing.dispose();
  }
}

/** VS Code replaces variables of its own in the program and the arguments of a terminal. */
function hasVariables({ file, args, env, cwd }: ResolvedCommand): boolean {
  return [file, ...(typeof args === 'string' ? [args] : args), ...Object.values(env), cwd].some((text) =>
    text.includes(VARIABLE),
  );
}
