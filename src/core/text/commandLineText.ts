// Formats a program and its arguments as one command line, for display.

const PLAIN = /^[\w@%+=:,./\\-]+$/;

/** A program and its arguments on one line: what a shell would take apart is quoted. */
export function commandLineText(command: string, args: readonly string[]): string {
  return [command, ...args].map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
