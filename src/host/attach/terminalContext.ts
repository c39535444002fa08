// What a terminal shows as context: the selected text, or its last command with the output.
// VS Code gives extensions neither, but copies both to the clipboard, whose text is put back afterwards.
import type { GatheredContext } from './gatherContext.ts';
import * as vscode from 'vscode';
import { attachedText } from '../../core/session/content.ts';
import { attachStrings } from './attachStrings.ts';

/** The length of a terminal's text in UTF-16 code units; the end says more than the beginning. */
const MAX_LENGTH = 100_000;

/** The text that is selected in the active terminal; undefined where none is. */
export function terminalSelection(): Promise<GatheredContext | undefined> {
  return copied('workbench.action.terminal.copySelection');
}

/** The last command of the active terminal and its output; undefined where the shell does not report commands. */
export function lastTerminalCommand(): Promise<GatheredContext | undefined> {
  return copied('workbench.action.terminal.copyLastCommandAndLastCommandOutput');
}

async function copied(command: string): Promise<GatheredContext | undefined> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) return undefined;
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    await clipboard.writeText('');
    await vscode.commands.executeCommand(command);
    const text = await clipboard.readText();
    if (text.trim() === '') return undefined;
    return {
      attachments: [attachedText(attachStrings.terminalName(terminal.name), text.slice(-MAX_LENGTH))],
    };
  } finally {
    await clipboard.writeText(before);
  }
}
