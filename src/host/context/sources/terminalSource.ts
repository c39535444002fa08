// The last commands of the user's terminals, with their output, as a source of context.
import * as vscode from 'vscode';
import { commandText } from '../../../core/mentions/contextText.ts';
import { targetAddress } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { plainOutput } from '../../../core/text/terminalText.ts';
import { contextStrings } from '../contextStrings.ts';
import type { TerminalCommand, TerminalCommands } from '../terminalCommands.ts';
import type { ContextSource } from './contextSource.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';

export function terminalSource(commands: TerminalCommands): ContextSource<'terminal'> {
  return {
    list({ text }, report) {
      const options = commands.list().map((command): MentionOption => ({
        kind: 'terminal',
        name: shownName(command.commandLine || command.terminal.name),
        uri: targetAddress({ kind: 'terminal', id: command.id }),
        detail: shownDetail(`${command.terminal.name} · ${stateOf(command)}`),
      }));
      report(fitting(options, text));
    },
    async details({ id }) {
      const command = commands.find(id);
      if (command === undefined) return { problem: contextStrings.commandGone() };
      return { detail: stateOf(command), size: Buffer.byteLength(command.output) };
    },
    async read({ target }) {
      const command = commands.find(target.id);
      if (command === undefined) throw new MentionError(contextStrings.commandGone());
      const { commandLine, cwd, exitCode, isRunning, droppedLength } = command;
      const output = plainOutput(command.output).trim();
      const text = commandText({ commandLine, cwd, exitCode, isRunning, droppedLength, output });
      return [{ type: 'resource', resource: { uri: targetAddress(target), mimeType: 'text/plain', text } }];
    },
    async open({ id }) {
      const command = commands.find(id);
      if (command === undefined || !vscode.window.terminals.includes(command.terminal)) return false;
      command.terminal.show();
      return true;
    },
  };
}

function stateOf({ isRunning, exitCode }: TerminalCommand): string {
  if (isRunning) return contextStrings.running();
  return exitCode === undefined ? '' : contextStrings.exitCode(exitCode);
}
