// Which terminals wait for a command, as far as shell integration reports what runs in them.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';

/** Follows the terminals, from the start of the extension on. */
export class IdleShells implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #running = new Map<vscode.Terminal, vscode.TerminalShellExecution>();
  /** Terminals of which it is unknown whether a command runs: they are older than the extension. */
  readonly #unknown = new Set<vscode.Terminal>(vscode.window.terminals);

  constructor() {
    this.#owned.add(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        this.#unknown.delete(terminal);
        this.#running.set(terminal, execution);
      }),
    );
    this.#owned.add(
      vscode.window.onDidEndTerminalShellExecution(({ terminal, execution }) => {
        this.#unknown.delete(terminal);
        if (this.#running.get(terminal) === execution) this.#running.delete(terminal);
      }),
    );
    this.#owned.add(
      vscode.window.onDidCloseTerminal((terminal) => {
        this.#unknown.delete(terminal);
        this.#running.delete(terminal);
      }),
    );
  }

  /** Whether a text that is put into the terminal is certain to be read by its shell, and by no program. */
  readonly isIdle = (terminal: vscode.Terminal): boolean =>
    terminal.shellIntegration !== undefined &&
    terminal.exitStatus === undefined &&
    !('pty' in terminal.creationOptions) &&
    !this.#unknown.has(terminal) &&
    !this.#running.has(terminal);

  dispose(): void {
    this.#owned.dispose();
    this.#running.clear();
  }
}
