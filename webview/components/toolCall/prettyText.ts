// Raw values of agents as text to read.

/** Characters shown of one value. */
const LONGEST = 20_000;

/** Text as it is, anything else as indented JSON, cut when very long; empty for nothing. */
export function prettyText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  if (text === '{}' || text === '[]') return '';
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters`;
}
