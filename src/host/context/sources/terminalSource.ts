// The last commands of the user's terminals, with their output, as a source of context.
import * as vscode from 'vscode';
import type { DisposableStore } from '../../../core/base/lifecycle.ts';
import { commandText } from '../../../core/mentions/contextText.ts';
import { targetAddress } from '../../../core/mentions/mentionTarget.ts';
import { MentionError } from '../../../core/mentions/mentionError.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { plainOutput } from '../../../core/text/terminalText.ts';
import { contextStrings } from '../contextStrings.ts';
import type { TerminalCommand, TerminalCommands } from '../terminalCommands.ts';
import type { ContextSource } from './contextSource.ts';
import { fitting, shownDetail, shownName } from './optionText.ts';
import { shownOutput } from './shownOutput.ts';

/** `owned` is given what it follows. */
export function terminalSource(
  commands: TerminalCommands,
  owned: DisposableStore,
): ContextSource<'terminal'> {
  /** What terminals showed of commands of which VS Code reported nothing. */
  const shown = new WeakMap<TerminalCommand, string>();
  const outputOf = async (command: TerminalCommand): Promise<string> => {
    const reported = plainOutput(command.output).trim();
    if (reported !== '') return reported;
    const latest = commands.list().find(({ terminal }) => terminal === command.terminal);
    const output = shown.get(command) ?? plainOutput(await shownOutput(command, latest)).trim();
    if (output !== '') shown.set(command, output);
    return output;
  };
  // Once another command has run, it can be read no more.
  owned.add(
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => {
      const ended = commands.list().find((command) => command.terminal === terminal);
      if (ended !== undefined) void outputOf(ended);
    }),
  );
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
      const size = Buffer.byteLength(await outputOf(command));
      return { detail: stateOf(command), ...(size === 0 ? {} : { size }) };
    },
    async read({ target }) {
      const command = commands.find(target.id);
      if (command === undefined) throw new MentionError(contextStrings.commandGone());
      const { commandLine, cwd, exitCode, isRunning, droppedLength } = command;
      const output = await outputOf(command);
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
