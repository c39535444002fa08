// What tasks write into their terminals, as VS Code's shell integration reports it for them, too.
import * as vscode from 'vscode';
import { plainOutput } from '../../../../core/text/terminalText.ts';

/** The end of an output says most. */
const MAX_OUTPUT_CHARACTERS = 16_000;
/** With the escape sequences that are left out of it. */
const MAX_RAW_CHARACTERS = 4 * MAX_OUTPUT_CHARACTERS;

/** One that goes on for longer is not waited for. */
const MAX_WAIT_MS = 10_000;

/** The end of an output. */
export interface TaskOutput {
  readonly output: string;
  /** Its beginning was left out. */
  readonly outputTruncated?: true;
}

interface Written {
  readonly terminal: vscode.Terminal;
  text: string;
  isCut: boolean;
  /** How many pieces of it have come. */
  pieces: number;
  ended: Promise<void>;
}

/** Reads what is written by all that starts in terminals from now on. */
export class TaskOutputs implements vscode.Disposable {
  readonly #written: Written[] = [];
  readonly #listening = vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
    const written: Written = { terminal, text: '', isCut: false, pieces: 0, ended: Promise.resolve() };
    this.#written.push(written);
    written.ended = follow(written, execution.read());
  });

  /** What the processes have written, in their order: once they have ended, or nothing more has come for `waitMs`. */
  async of(processIds: readonly number[], waitMs: number): Promise<TaskOutput | undefined> {
    const found: Written[] = [];
    for (const written of this.#written) {
      const id = await Promise.race([written.terminal.processId, delayed(waitMs)]);
      if (id !== undefined && processIds.includes(id)) found.push(written);
    }
    if (found.length === 0) return undefined;
    const piecesOf = (): number => found.reduce((sum, { pieces }) => sum + pieces, 0);
    const untilQuiet = async (): Promise<void> => {
      let before = -1;
      // A busy machine hands out much output long after its process has ended.
      for (let waited = 0; piecesOf() !== before && waited < MAX_WAIT_MS; waited += waitMs) {
        before = piecesOf();
        await delayed(waitMs);
      }
    };
    await Promise.race([Promise.all(found.map(({ ended }) => ended)), untilQuiet()]);
    const text = plainOutput(found.map((each) => each.text).join('\n'));
    const isCut = found.some((each) => each.isCut) || text.length > MAX_OUTPUT_CHARACTERS;
    return { output: text.slice(-MAX_OUTPUT_CHARACTERS), ...(isCut ? { outputTruncated: true } : {}) };
  }

  dispose(): void {
    this.#listening.dispose();
  }
}

async function follow(written: Written, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    written.pieces++;
    const text = written.text + chunk;
    if (text.length > MAX_RAW_CHARACTERS) written.isCut = true;
    written.text = text.slice(-MAX_RAW_CHARACTERS);
  }
}

function delayed(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
