// How a character that is not shown as itself is written.

/** The code point of the first character, as `\u{202e}`. */
export function codePointText(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
