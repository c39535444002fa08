// What the active terminal shows of its last command. VS Code hands extensions nothing of a command that printed all at
// once: that comes before the report that the command began.
import * as vscode from 'vscode';
import type { TerminalCommand } from '../terminalCommands.ts';

/** VS Code's own tool that reads it from the terminal; some versions have none. */
const TOOL = 'terminal_last_command';

const BEFORE_COMMAND = 'The following is the last command run in the terminal:\n';
const BEFORE_OUTPUT = '\nIt has the following output:\n';

/** Empty where it cannot be known to be of this command. `latest` is the last one that ran in its terminal. */
export async function shownOutput(
  command: TerminalCommand,
  latest: TerminalCommand | undefined,
): Promise<string> {
  const { terminal, commandLine } = command;
  if (command !== latest || vscode.window.activeTerminal !== terminal) return '';
  if (!vscode.lm.tools.some(({ name }) => name === TOOL)) return '';
  try {
    const { content } = await vscode.lm.invokeTool(TOOL, { input: {}, toolInvocationToken: undefined });
    const texts = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
    return vscode.window.activeTerminal === terminal ? outputInReport(texts.join(''), commandLine) : '';
  } catch {
    return '';
  }
}

function outputInReport(report: string, commandLine: string): string {
  const output = report.indexOf(BEFORE_OUTPUT);
  return report.startsWith(`${BEFORE_COMMAND}${commandLine}\n`) && output !== -1
    ? report.slice(output + BEFORE_OUTPUT.length)
    : '';
}
