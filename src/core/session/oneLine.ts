// Words on one line: control characters and runs of white space become one space.

/** The text on one line, without white space at its ends. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
