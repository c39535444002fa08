// Whether the card of a tool call shows a command that runs in a terminal of its own, in the words of its agent.
import { commandText } from '../../permissions/policy/commands/commandFields.ts';
import { oneLine } from '../../text/oneLine.ts';
import type { ToolCall } from './state.ts';
import { toolCallTitle } from './toolCallTitle.ts';

/** What agents put before a command in a title. Other words, such as "Skipped:", would say something else about it. */
const RUN_WORDS = /^(?:(?:run|running|execute|executing|bash|shell|terminal|command)\b:?|\$)\s+/i;

/** `bash -lc LINE`, wherever that shell is. */
const SHELL = /^(?:\S*\/)?(?:ba|z|da|k)?sh (?:-l )?-l?c (?<line>.+)$/s;

const SINGLE_QUOTED = /^'(?<text>(?:[^']|'\\'')*)'$/s;
/** A line in which a shell replaces nothing between double quotes. */
const DOUBLE_QUOTED = /^"(?<text>[^"\\$`]*)"$/s;

/** Whether a call shows this command: in its input, or where that names none, in its title. A shell around it is no difference. */
export function isCardOf(call: ToolCall, command: string): boolean {
  const line = withoutShell(command);
  const named = commandText(call);
  if (named !== undefined) return withoutShell(named) === line;
  const wanted = oneLine(line);
  // Reading the title of each call would take too long.
  if (wanted === '' || !oneLine(call.title).includes(wanted)) return false;
  const words = call.title.trim().replace(RUN_WORDS, '');
  return [call.title, words]
    .map((title) => toolCallTitle({ ...call, title, kind: 'execute' }))
    .some((title) => oneLine(withoutShell(title)) === wanted);
}

/** The line that a shell is given, when that is all that a command is. */
function withoutShell(command: string): string {
  const text = command.trim();
  const line = SHELL.exec(text)?.groups?.['line'];
  if (line === undefined) return text;
  const single = SINGLE_QUOTED.exec(line)?.groups?.['text'];
  if (single !== undefined) return single.replaceAll(`'\\''`, "'").trim();
  const double = DOUBLE_QUOTED.exec(line)?.groups?.['text'];
  if (double !== undefined) return double.trim();
  return /^\S+$/.test(line) ? line : text;
}
