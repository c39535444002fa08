// Takes a command line apart, by the grammar of the shells that may read it.
import type { CommandLine, ShellFamily } from './commandLine.ts';
import { looseCommands } from './looseCommands.ts';
import { ShellParser } from './shellParser.ts';

/** Characters of a line that are looked at; a longer one is never plain. */
const MAX_LENGTH = 100_000;

/** What the shells of Windows read differently from those of POSIX systems, and from each other. */
const WINDOWS_SPECIAL = /['^%`$@{}()!\\#]/;

/**
 * Takes a command line apart. Errs on the side of not plain, and of too many commands: what is not understood is
 * never all that a line does. Never throws; takes time in proportion to the line.
 */
export function parseCommandLine(line: string, family: ShellFamily = 'posix'): CommandLine {
  const read = line.slice(0, MAX_LENGTH);
  const parsed = new ShellParser(read, 0).parse();
  const isWhole = line.length <= MAX_LENGTH;
  if (family === 'posix') return { ...parsed, isPlain: parsed.isPlain && isWhole };
  return {
    ...parsed,
    commands: [...parsed.commands, ...looseCommands(read)],
    isPlain: parsed.isPlain && isWhole && !WINDOWS_SPECIAL.test(read),
  };
}
