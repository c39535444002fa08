// Puts the commands of an answer into a terminal, where nothing of them runs before the user presses Enter.
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { terminalLine, terminalLines } from '../core/terminalLine.ts';
import { codeBlockStrings } from './codeBlockStrings.ts';

/** From the start of a terminal until its shell shows a prompt. */
const SHELL_TIMEOUT_MS = 5_000;

/** The same for a single line, which a shell that reports nothing reads as well, but shows twice. */
const LINE_TIMEOUT_MS = 2_000;

/** From the report of a new shell until it has drawn its prompt, with which it accepts several lines. */
const PROMPT_DELAY_MS = 500;

/** `isIdleShell`: whether it is known that a terminal's shell waits for a command. */
export async function putIntoTerminal(
  code: string,
  cwd: string | undefined,
  isIdleShell: (terminal: vscode.Terminal) => boolean,
): Promise<void> {
  const line = terminalLine(code);
  if (line === '') {
    void vscode.window.showInformationMessage(codeBlockStrings.noCommand());
    return;
  }
  const { activeTerminal } = vscode.window;
  // A program that runs in it would get what is meant for the shell.
  const idle = activeTerminal !== undefined && isIdleShell(activeTerminal) ? activeTerminal : undefined;
  const terminal = idle ?? vscode.window.createTerminal(cwd === undefined ? {} : { cwd });
  terminal.show();
  if (line !== undefined) {
    if (idle === undefined) await hasPrompt(terminal, LINE_TIMEOUT_MS);
    terminal.sendText(line, false);
    return;
  }
  const text = terminalLines(code);
  if (await paste(text, terminal)) return;
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(codeBlockStrings.notOneLine());
}

/**
 * Pastes several lines, as only the terminal itself can: it knows whether the shell accepts them as one text (bracketed
 * paste), and asks the user where it would run each. Returns false where neither is certain.
 */
async function paste(text: string, terminal: vscode.Terminal): Promise<boolean> {
  if (!isPasteGuarded() || !(await hasPrompt(terminal, SHELL_TIMEOUT_MS))) return false;
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  await clipboard.writeText(text);
  await vscode.commands.executeCommand('workbench.action.terminal.paste');
  if (before !== '') await clipboard.writeText(before);
  // There may have been an image or files, which extensions can neither see nor put back.
  else void vscode.window.showInformationMessage(codeBlockStrings.clipboardReplaced());
  return true;
}

/** Whether the terminal never sends several lines as separate commands unasked, as the user's settings have it. */
function isPasteGuarded(): boolean {
  const settings = vscode.workspace.getConfiguration('terminal.integrated');
  const warning: unknown = settings.get('enableMultiLinePasteWarning');
  // A boolean is how the setting was written before it had names; VS Code still reads it.
  const isWarned = warning !== 'never' && warning !== false;
  // Otherwise VS Code does not warn where the shell accepts several lines as one text, and then does not send them so.
  return isWarned && settings.get('ignoreBracketedPasteMode') !== true;
}

/** Whether the terminal is the active one and its shell shows a prompt, as shell integration reports it. */
async function hasPrompt(terminal: vscode.Terminal, timeoutMs: number): Promise<boolean> {
  const isReady = (): boolean =>
    terminal.shellIntegration !== undefined && vscode.window.activeTerminal === terminal;
  if (isReady()) return true;
  const ready = Promise.withResolvers<boolean>();
  const report = (): void => {
    if (isReady()) ready.resolve(true);
  };
  const watches = [
    vscode.window.onDidChangeTerminalShellIntegration(report),
    vscode.window.onDidChangeActiveTerminal(report),
  ];
  const timer = setTimeout(() => ready.resolve(false), timeoutMs);
  try {
    if (!(await ready.promise)) return false;
    await delay(PROMPT_DELAY_MS);
    return isReady();
  } finally {
    clearTimeout(timer);
    for (const watch of watches) watch.dispose();
  }
}
