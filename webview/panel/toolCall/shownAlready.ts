// Whether a raw value of a tool call says anything that its card does not show already.
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { exitCodeOf } from '../../../src/core/session/toolCall/commandOutput.ts';
import { ideToolOf } from '../../../src/core/session/toolCall/ideToolTitle.ts';
import { parseJson } from '../../../src/core/text/parseJson.ts';
import { shownName } from './shownPath.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { shownCommand } from './shownCommand.ts';

/** Longer texts (UTF-16 code units) are not compared. */
const MAX_CHARACTERS = 1_000_000;
/** Places at which a short text is looked for. */
const MAX_PLACES = 100;

/** The texts on the card of a call, beside its raw values; `terminals` are those of the session. */
export function textsOnCard(call: ToolCall, terminals: readonly Terminal[]): readonly string[] {
  const parts = call.content.flatMap((part): readonly string[] => {
    switch (part.type) {
      case 'content':
        return part.content.type === 'text' ? [part.content.text] : [];
      case 'diff':
        return [part.path, part.oldText ?? '', part.newText];
      case 'terminal':
        return terminals.flatMap(({ id, output }) => (id === part.terminalId ? [output] : []));
      case 'unknown':
        return [];
    }
  });
  const command = shownCommand(call);
  const exitCode = exitCodeOf(call);
  const tool = ideToolOf(call);
  return [
    toolCallTitle(call),
    ...(exitCode === undefined ? [] : [String(exitCode)]),
    // What the title says in words.
    ...(tool === undefined ? [] : ideToolTexts(call, tool)),
    ...(command === undefined ? [] : [command]),
    ...call.locations.map(({ path }) => path),
    ...parts,
  ];
}

/** What a call of Parley's own names of itself, and the file that its title names. */
function ideToolTexts(call: ToolCall, tool: string): readonly string[] {
  const input = JSON.stringify(call.rawInput ?? {});
  const path = /"path":\s*("(?:[^"\\]|\\.)*")/.exec(input)?.[1];
  const parsed = path === undefined ? undefined : parseJson(path);
  const op = /"op":\s*"(\w+)"/.exec(input)?.[1];
  const isNamed = typeof parsed === 'string' && toolCallTitle(call).endsWith(shownName(parsed));
  return ['parley-ide', tool, ...(op === undefined ? [] : [op]), ...(isNamed ? [parsed] : [])];
}

/** Whether each text and number of a value stands in one of the texts. What is `false` or null says nothing. */
export function isShownAlready(value: unknown, texts: readonly string[]): boolean {
  let left = MAX_CHARACTERS - texts.reduce((sum, { length }) => sum + length, 0);
  const isShown = (part: unknown): boolean => {
    if (part === undefined || part === null || part === false) return true;
    if (typeof part === 'object') {
      return Object.entries(part).every(([name, value]) => isShown(value) || isSuccess(name, value));
    }
    if (typeof part !== 'string' && typeof part !== 'number') return false;
    const text = String(part).trim();
    left -= text.length;
    return text === '' || (left >= 0 && texts.some((shown) => standsIn(shown, text)));
  };
  return isShown(value);
}

/** A call that is done says as much. */
function isSuccess(name: string, value: unknown): boolean {
  return value === true && /^(?:success|ok)$/i.test(name);
}

/** Whether a text stands in another, and not only as a part of a word of it. */
function standsIn(shown: string, text: string): boolean {
  let place = shown.indexOf(text);
  for (let count = 0; place !== -1 && count < MAX_PLACES; count++) {
    const end = place + text.length;
    if (!isInWord(shown, place) && !isInWord(shown, end)) return true;
    place = shown.indexOf(text, place + 1);
  }
  return false;
}

function isInWord(text: string, place: number): boolean {
  return place > 0 && /^\w\w$/.test(text.slice(place - 1, place + 1));
}
