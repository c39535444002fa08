// Whatever may be a command in a line whose grammar is not understood: too many rather than too few.

/** Cuts a line at everything that separates commands in any shell, and at blanks; quotes and escapes are taken off. */
export function looseCommands(line: string): readonly (readonly string[])[] {
  return line
    .split(/[;|&\n\r()`{}]|\$\(/)
    .map((part) =>
      part
        .split(/[\s<>]+/)
        .map((word) => word.replaceAll(/["'^@]/g, ''))
        .filter((word) => word !== ''),
    )
    .filter((words) => words.length > 0);
}
