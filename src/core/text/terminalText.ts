// Makes a command's output harmless to show: colours stay, what moves, names, links, answers or hides goes.
import { screensOf, STRING_SEQUENCE, STRING_START } from './alternateScreen.ts';
import { movesCursor, screenText } from './terminalScreen.ts';

/** How much of the start of an unfinished escape sequence is waited for, in UTF-16 code units. */
const MAX_SEQUENCE_LENGTH = 4_096;

const CONTROLS = new RegExp(
  [
    // Control sequences, by ESC [ or the one character that means the same.
    '(?:\\x1b\\[|\\x9b)([0-?]*)([ -/]*)([@-~])',
    STRING_SEQUENCE,
    // Other escapes, half ones, and every other control character but tab, line feed, backspace, carriage return.
    '\\x1b[ -/]*[0-~]?',
    '[\\x00-\\x07\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]',
  ].join('|'),
  'g',
);

const UNFINISHED = new RegExp(
  ['(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*$', `${STRING_START}\\x1b?$`, '\\x1b[ -/]*$'].join('|'),
);

/**
 * The text with no other control characters than `\t`, `\n`, `\r`, `\b`, and no other escape sequences than colours
 * (`ESC [ … m`) and the erasing of a line (`ESC [ … K`), which harm nothing. Takes time in proportion to the text.
 */
export function harmlessText(text: string): string {
  return text.replace(CONTROLS, (whole, parameters?: string, between?: string, final?: string) => {
    if (whole === '\v' || whole === '\f') return '\n';
    if (between !== '' || (final !== 'm' && final !== 'K')) return '';
    return /^[\d;:]*$/.test(parameters ?? '') ? `\x1b[${parameters}${final}` : '';
  });
}

/** {@link harmlessText} for a text that comes in pieces: a sequence may be cut in two by them. */
export class HarmlessStream {
  #held = '';

  /** What may be shown of the piece. */
  write(piece: string): string {
    const text = this.#held + piece;
    const from = Math.max(0, text.length - MAX_SEQUENCE_LENGTH);
    const unfinished = UNFINISHED.exec(text.slice(from));
    const end = unfinished === null ? text.length : from + unfinished.index;
    this.#held = text.slice(end);
    return harmlessText(text.slice(0, end));
  }
}

/** The text without any escape sequence, for where nothing is a terminal. */
export function withoutEscapes(text: string): string {
  const { main, alternate = '' } = screensOf(text);
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  return /[\x1b\x9b]/.test(text) ? withoutColors(harmlessText(main + alternate)) : text;
}

function withoutColors(text: string): string {
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  return text.replace(/\x1b\[[\d;:]*[mK]/g, '');
}

/** A finished output as text to read: without colors, and as it stands after what moves the cursor. */
export function plainOutput(output: string): string {
  if (movesCursor(output)) return screenText(output);
  const lines = harmlessText(output)
    .replace(/\r+(?=\n)/g, '')
    .split('\n');
  return lines.map((line) => (/[\r\b]/.test(line) ? screenText(line) : withoutColors(line))).join('\n');
}
