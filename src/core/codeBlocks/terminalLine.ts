// Commands for a terminal: nothing in them runs before the user presses Enter, and nothing controls the terminal.
import { plainOutput } from '../text/terminalText.ts';

/** What a line ends with after which the next one goes on. */
const GOES_ON = /(?:\bdo|\bthen|\belse|[{(|]|&&|\|\|)$/;

/** A prompt before a command, as sessions in a terminal are shown. */
const PROMPT = /^\s*(?:\$|%|>|PS [^>]*>)\s+/;

/**
 * The code as one line, without comments and without what controls a terminal: escapes, line ends, tabs, which complete,
 * and characters that make a text look like another one. Undefined where its lines cannot be joined without another
 * meaning: a text in quotes, or for a command, over several lines.
 */
export function terminalLine(code: string): string | undefined {
  const all = withoutControls(code).split('\n');
  const hasPrompts = all.some((line) => PROMPT.test(line));
  // What stands between is what the commands print.
  const lines = (hasPrompts ? all.filter((line) => PROMPT.test(line)) : all)
    .map((line) => (hasPrompts ? line.replace(PROMPT, '') : line).trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length <= 1) return lines[0] ?? '';
  if (lines.some((line) => /<<-?\s*['"\\]?\w/.test(line) || hasOpenQuote(line))) return undefined;
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
  return withoutControls(code).trim();
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
