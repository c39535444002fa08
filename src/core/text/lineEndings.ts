// Line endings do not count where texts are compared: editors and agents have their own.

/** The text with `\n` at the end of every line. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Whether two texts differ in no more than their line endings. */
export function isSameText(left: string, right: string): boolean {
  return withLineFeeds(left) === withLineFeeds(right);
}
