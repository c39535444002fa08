// What the log keeps of something long.

/** How much of a payload is logged, in characters. */
const LENGTH = 500;

/** The first {@link LENGTH} characters, and how many more there were. */
export function excerpt(text: string, length = LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length - length} more characters)`;
}

/** A value as JSON for the log, cut. */
export function excerptOf(value: unknown): string {
  return excerpt(jsonText(value));
}

/** A value as JSON. Never throws, though more deeply nested values can be read than written. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'nothing';
  } catch {
    return 'something that is nested too deeply';
  }
}
