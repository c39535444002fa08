// Formats a program and its arguments as one command line, for display.

/** A backslash is plain in a path of Windows alone. */
const PLAIN = /^(?:[a-z]:\\[\w@%+=,./\\-]*|[\w@%+=:,./-]+)$/i;

/** A program and its arguments on one line: what a shell would take apart is quoted. */
export function commandLineText(command: string, args: readonly string[]): string {
  return [command, ...args].map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
