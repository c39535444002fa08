// Text on one line: control characters and runs of white space become one space, and nothing turns what stands around.

/** Characters that set the direction of all text after them, also of text that is not the agent's. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** The text on one line, without white space at its ends. */
export function oneLine(text: string): string {
  return text
    .replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
