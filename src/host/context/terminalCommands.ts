// The last commands that ran in the user's terminals, with their output, as far as shell integration reports them.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { CommandOutput } from '../../core/mentions/contextText.ts';

/** Commands beyond these are forgotten, the oldest first. */
const MAX_COMMANDS = 20;

/** The length of the end of a command's output, in UTF-16 code units. */
const MAX_OUTPUT_LENGTH = 100_000;

const MAX_COMMAND_LENGTH = 10_000;

/** A command; its output has its escape sequences. */
export interface TerminalCommand extends CommandOutput {
  /** Unique in the window. */
  readonly id: string;
  readonly terminal: vscode.Terminal;
}

/** Follows the terminals, from the start of the extension on: what ran before can be read from nowhere. */
export class TerminalCommands implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #commands = new Map<vscode.TerminalShellExecution, Recording>();
  /** Makes ids different from those of another window, and of this one before a reload. */
  readonly #window = Date.now().toString(36);
  #made = 0;

  constructor() {
    this.#owned.add(vscode.window.onDidStartTerminalShellExecution((event) => this.#start(event)));
    this.#owned.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) =>
        this.#commands.get(execution)?.end(exitCode),
      ),
    );
  }

  /** The one that began last first. */
  list(): readonly TerminalCommand[] {
    return [...this.#commands.values()].toReversed();
  }

  find(id: string): TerminalCommand | undefined {
    return this.list().find((command) => command.id === id);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#commands.clear();
  }

  #start({ terminal, execution }: vscode.TerminalShellExecutionStartEvent): void {
    const recording = new Recording(`${this.#window}-${++this.#made}`, terminal, execution);
    this.#commands.set(execution, recording);
    const [oldest] = this.#commands.keys();
    if (this.#commands.size > MAX_COMMANDS && oldest !== undefined) this.#commands.delete(oldest);
    // Only what is read from the start on is whole.
    void recording.read(execution);
  }
}

class Recording implements TerminalCommand {
  readonly id: string;
  readonly terminal: vscode.Terminal;
  readonly cwd: string | undefined;
  readonly #execution: vscode.TerminalShellExecution;
  #exitCode: number | undefined;
  #hasEnded = false;
  #isRead = false;
  #output = '';
  #droppedLength = 0;

  constructor(id: string, terminal: vscode.Terminal, execution: vscode.TerminalShellExecution) {
    this.id = id;
    this.terminal = terminal;
    this.cwd = execution.cwd?.fsPath;
    this.#execution = execution;
  }

  /** The shell may report it only at the end. */
  get commandLine(): string {
    return this.#execution.commandLine.value.slice(0, MAX_COMMAND_LENGTH);
  }

  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Its last output may come after the report that it ended. */
  get isRunning(): boolean {
    return !this.#hasEnded || !this.#isRead;
  }

  get output(): string {
    return this.#output.slice(-MAX_OUTPUT_LENGTH);
  }

  get droppedLength(): number {
    return this.#droppedLength + Math.max(0, this.#output.length - MAX_OUTPUT_LENGTH);
  }

  end(exitCode: number | undefined): void {
    this.#hasEnded = true;
    this.#exitCode = exitCode;
  }

  async read(execution: vscode.TerminalShellExecution): Promise<void> {
    for await (const piece of execution.read()) {
      this.#output += piece;
      if (this.#output.length <= MAX_OUTPUT_LENGTH * 2) continue;
      // Seldom, so that the work stays in proportion to the output.
      this.#droppedLength += this.#output.length - MAX_OUTPUT_LENGTH;
      this.#output = this.#output.slice(-MAX_OUTPUT_LENGTH);
    }
    this.#isRead = true;
  }
}
