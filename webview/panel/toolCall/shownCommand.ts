// The command line of a tool call as it is shown: in full, with invisible characters spelled out.
import {
  commandFolders,
  inputBesideCommand,
} from '../../../src/core/permissions/policy/commands/commandFields.ts';
import { isSameFolder } from '../../../src/core/paths/pathContainment.ts';
import { commandOnCard } from '../../../src/core/permissions/shownRequest.ts';
import { commandInTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { visibleCommand } from '../terminal/terminalLabel.ts';
import { prettyText } from './prettyText.ts';

/** The command a call runs; undefined when the agent reports none. */
export function shownCommand(call: ToolCall): string | undefined {
  const known = commands.get(call);
  if (known !== undefined) return known.text;
  const command = commandOnCard(call) ?? commandInTitle(call);
  const text = command === undefined ? undefined : visibleCommand(command);
  commands.set(call, { text });
  return text;
}

/** A long command takes long to look at, and is asked for at every rendering. */
const commands = new WeakMap<ToolCall, { readonly text: string | undefined }>();

/** What else affects the command of a call, a folder that is not `cwd`, variables and standard input, each as readable text. */
export function shownBesideCommand(
  call: ToolCall,
  cwd: string,
): readonly { readonly name: string; readonly text: string }[] {
  if (shownCommand(call) === undefined) return [];
  const folders = commandFolders(call)
    .filter((folder) => !isSameFolder(folder, cwd))
    .map((folder) => ['cwd', folder] as const);
  return [...folders, ...inputBesideCommand(call)].map(([name, value]) => ({
    name,
    text: visibleCommand(prettyText({ [name]: value })),
  }));
}

/** Whether the input has more than the command that is shown. */
export function hasMoreInputThan(command: string | undefined, { rawInput }: ToolCall): boolean {
  if (command === undefined) return true;
  if (typeof rawInput !== 'object' || rawInput === null) return false;
  // Copilot names one command in two fields.
  return new Set(Object.values(rawInput).map((value: unknown) => JSON.stringify([value].flat()))).size > 1;
}
