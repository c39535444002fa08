// Excerpts of long text and of values, for logs.

const MAX_CHARACTERS = 500;

/** The first characters of a text, and how many more there are. */
export function excerpt(text: string, maxCharacters = MAX_CHARACTERS): string {
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters)}… (${text.length - maxCharacters} more characters)`;
}

/** An excerpt of a value's JSON. */
export function excerptOf(value: unknown): string {
  return excerpt(jsonText(value));
}

/** A value as JSON. Never throws, though a value that was parsed can be nested too deeply to be written. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'nothing';
  } catch {
    return 'something that is nested too deeply';
  }
}
