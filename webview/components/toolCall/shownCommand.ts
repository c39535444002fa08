// The command line of a tool call as it is shown: in full, with invisible characters spelled out.
import { commandText, inputBesideCommand } from '../../../src/core/permissions/policy/commandInput.ts';
import type { ToolCall } from '../../../src/core/session/toolCall.ts';
import { visibleCommand } from '../terminal/terminalLabel.ts';
import { prettyText } from './prettyText.ts';

/** ACP's kinds whose input may have a field of that name that is not a command line. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'think', 'fetch', 'switch_mode']);

/** The command a call runs; undefined when the agent reports none. */
export function shownCommand(call: ToolCall): string | undefined {
  if (OTHER_KINDS.has(call.kind)) return undefined;
  // A text as input is a command only where the call says that it runs one.
  if (typeof call.rawInput === 'string' && call.kind !== 'execute') return undefined;
  const command = commandText(call);
  return command === undefined ? undefined : visibleCommand(command);
}

/** What else affects the command of a call, variables and standard input, each as readable text. */
export function shownBesideCommand(
  call: ToolCall,
): readonly { readonly name: string; readonly text: string }[] {
  if (shownCommand(call) === undefined) return [];
  return inputBesideCommand(call).map(([name, value]) => ({
    name,
    text: visibleCommand(prettyText({ [name]: value })),
  }));
}

/** Whether the input has more than the command that is shown. */
export function hasMoreInputThan(command: string | undefined, { rawInput }: ToolCall): boolean {
  if (command === undefined) return true;
  return typeof rawInput === 'object' && rawInput !== null && Object.keys(rawInput).length > 1;
}
