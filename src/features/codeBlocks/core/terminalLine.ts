// Commands for a terminal: nothing in them runs before the user presses Enter, and nothing controls the terminal.
import { plainOutput } from '../../../core/text/terminalText.ts';

/** What a line ends with after which the next one goes on. */
const GOES_ON = /(?:\bdo|\bthen|\belse|[{(|&]|\(\))$/;

/** What a line ends with after which a command is not complete. */
const IS_INCOMPLETE = /(?:^|[^\\])(?:\\\\)*\\$|(?:\||&&)$/;

/** A prompt before a command, as sessions in a terminal are shown: `$ `, `(venv) ada@host:~/src$ `, `PS C:\\> `. */
const PROMPT =
  /^\s*(?:\([\w.-]+\) ?)?(?:(?:[\w.-]+@[\w.-]+(?::\S*)? ?)[$%#]|[$%❯]|(?:PS )?[A-Za-z]:[\\/][^>]*>|PS [^>]*>)(?:\s+|$)/;

/** A prompt before the next line of a command; some shells have it before each command. */
const CONTINUATION = /^\s*>{1,2}(?:\s+|$)/;

/** What a command begins with that has several lines. */
const COMPOUND = /^(?:for|while|until|if|case|select|function)\b|[{(]$/;

/** The beginning of a text that ends with the word of this line. */
const HERE_TEXT = /<<-?\s*(['"\\]?)(\w+)\1/;

/**
 * The code as one line, without comments and without what controls a terminal: escapes, line ends, tabs, which complete,
 * and characters that make a text look like another one. Undefined where its lines cannot be joined without another
 * meaning: a text in quotes, or for a command, over several lines.
 */
export function terminalLine(code: string): string | undefined {
  const lines = commandLines(code)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length <= 1) return lines[0] ?? '';
  // The patterns of `case` end where other lines do not.
  const isBound = (line: string): boolean => HERE_TEXT.test(line) || /^case\s.*\sin$/.test(line);
  if (lines.some((line) => isBound(line) || hasOpenQuote(line))) return undefined;
  let joined = '';
  for (const line of lines) {
    if (joined === '') joined = line;
    else if (/(?:^|[^\\])\\$/.test(joined)) joined = `${joined.slice(0, -1).trimEnd()} ${line}`;
    else if (GOES_ON.test(joined) || joined.endsWith(';')) joined += ` ${line}`;
    // A comment at the end of a line would swallow the lines after it.
    else if (/(?:^|\s)#/.test(joined)) return undefined;
    else joined += `; ${line}`;
  }
  return joined;
}

/**
 * The code as it is, without what controls a terminal: for one that accepts several lines at once, whose last one is not
 * ended.
 */
export function terminalLines(code: string): string {
  return commandLines(code).join('\n').trim();
}

/** The lines of the commands: without prompts, and without what the commands print where only prompts mark the commands. */
function commandLines(code: string): readonly string[] {
  const all = withoutControls(code).split('\n');
  const texts = all.filter((line) => line.trim() !== '');
  const isEachContinued = texts.length > 0 && texts.every((line) => CONTINUATION.test(line));
  if (isEachContinued) return all.map((line) => line.replace(CONTINUATION, ''));
  if (!all.some((line) => PROMPT.test(line))) return all;
  const lines: string[] = [];
  /** The lines of the last command; undefined after it. */
  let command: string[] | undefined;
  for (const line of all) {
    const isMore = command !== undefined && isIncomplete(command);
    // npm begins lines that it prints with the same character.
    const isContinued = CONTINUATION.test(line) && (isMore || COMPOUND.test(command?.[0] ?? ''));
    if (command !== undefined && !PROMPT.test(line) && (isContinued || isMore)) {
      command.push(isContinued ? line.replace(CONTINUATION, '') : line);
    } else {
      lines.push(...(command ?? []));
      command = PROMPT.test(line) ? [line.replace(PROMPT, '')] : undefined;
    }
  }
  return [...lines, ...(command ?? [])];
}

/** Whether the next line belongs to the command, by its last line, an open quote, or a text that goes on. */
function isIncomplete(lines: readonly string[]): boolean {
  const word = lines.map((line) => HERE_TEXT.exec(line)?.[2]).find((each) => each !== undefined);
  if (word !== undefined) return lines.at(-1)?.trim() !== word;
  return IS_INCOMPLETE.test(lines.at(-1)?.trimEnd() ?? '') || hasOpenQuote(lines.join('\n'));
}

/** Line ends are line feeds; whole escape sequences go, so that nothing of them is left as text. */
function withoutControls(code: string): string {
  return plainOutput(code.replaceAll(/\r\n?/g, '\n'))
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => (character === '\n' ? '\n' : ''));
}

/** Whether a quote is open at the end of a line. */
function hasOpenQuote(line: string): boolean {
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === '\\' && quote !== "'") index++;
    else if (quote === '' && (character === '"' || character === "'" || character === '`')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote !== '';
}
