// The words of a text, and a text as a regular expression that finds just it.

/** The words of a text. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[\s\p{Cc}]+/u).filter((word) => word !== '');
}

/** A text as the source of a regular expression that finds just this. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
