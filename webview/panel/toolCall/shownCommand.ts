// The command line of a tool call as it is shown: in full, with invisible characters spelled out.
import {
  commandFolders,
  inputBesideCommand,
  isCommandField,
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

/** What the input says beside the command that is shown; all of it where none is. */
export function inputBeside(command: string | undefined, { rawInput }: ToolCall): unknown {
  if (command === undefined) return rawInput;
  if (typeof rawInput !== 'object' || rawInput === null) return undefined;
  const fields = Object.entries(rawInput).map(([name, value]: [string, unknown]) => ({
    name,
    value,
    text: JSON.stringify([value].flat()),
  }));
  // Copilot names one command in two fields.
  const shown = new Set(
    fields.flatMap(({ name, value, text }) => (isCommandField(name, value) ? [text] : [])),
  );
  const rest = fields.filter(({ text }) => !shown.has(text));
  return rest.length === 0
    ? undefined
    : Object.fromEntries(rest.map(({ name, value }) => [name, value] as const));
}
