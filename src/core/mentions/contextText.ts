// Text of mentions for agents, in English: bounded, with a note of what was left out, and quoted.
import { startOf } from '../text/wholeCharacters.ts';

/** The most characters of one mention that is embedded. */
export const MAX_CONTEXT_LENGTH = 200_000;

/** The start of a text, with a note of how much was left out. */
export function startWithNote(text: string, maxLength = MAX_CONTEXT_LENGTH): string {
  if (text.length <= maxLength) return text;
  const start = startOf(text, maxLength);
  return `${start}\n\n[${text.length - start.length} more characters were left out.]\n`;
}

/** The end of a text, with a note of how much was left out: of what grows, the end matters most. */
export function endWithNote(text: string, maxLength = MAX_CONTEXT_LENGTH): string {
  if (text.length <= maxLength) return text;
  const end = text.slice(-maxLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `[${text.length - end.length} earlier characters were left out.]\n\n${end}`;
}

/** The lines of a text that are mentioned; 1-based, both inclusive. A line ends with `\n`, `\r\n` or a lone `\r`. */
export function textLines(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const ending = /\r\n|\r|\n/g;
  let line = 1;
  let from = start === 1 ? 0 : text.length;
  for (const match of text.matchAll(ending)) {
    line++;
    if (line === start) from = match.index + match[0].length;
    if (line > end) return text.slice(from, match.index);
  }
  return text.slice(from);
}

/** A text between fences that are longer than any in it. */
export function quoted(text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((length, [run]) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
