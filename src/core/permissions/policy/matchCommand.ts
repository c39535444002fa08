// Whether commands begin with the words that a rule names. Word by word: `git` is not the beginning of `gitk`.
import type { CommandLine, ShellFamily, SimpleCommand } from './commandLine.ts';
import type { Match } from './match.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { possibleCommands, programName, unwrapShells } from './wrappedCommands.ts';

/** Whether every command of every line begins with one of the prefixes, and the lines do nothing else. */
export function areAllAllowed(lines: readonly CommandLine[], prefixes: readonly string[]): boolean {
  const wanted = prefixes.map((prefix) => wordsOf(prefix)).filter((words) => words !== undefined);
  return (
    lines.length > 0 &&
    lines
      .map((line) => unwrapShells(line))
      .every(
        ({ commands, isPlain }) =>
          isPlain &&
          commands.length > 0 &&
          commands.every((command) => wanted.some((words) => startsWith(command, words))),
      )
  );
}

/**
 * Whether any command that may run begins with one of the prefixes, also one that another command runs. `unknown` when
 * that is only known to the shell.
 */
export function isAnyRestricted(
  lines: readonly CommandLine[],
  prefixes: readonly string[],
  family: ShellFamily,
): Match {
  const wanted = prefixes.map((prefix) => wordsOf(prefix));
  let result: Match = lines.every(({ isPlain }) => isPlain) && !wanted.includes(undefined) ? 'no' : 'unknown';
  for (const command of lines.flatMap(({ commands }) => commands)) {
    for (const possible of possibleCommands(command, family)) {
      for (const words of wanted) {
        const match = words === undefined ? 'unknown' : mayStartWith(possible, words);
        if (match === 'yes') return 'yes';
        if (match === 'unknown') result = 'unknown';
      }
    }
  }
  return result;
}

/** The words of a prefix in the settings; undefined when it is more than one simple command. */
function wordsOf(prefix: string): readonly string[] | undefined {
  const { commands, isPlain } = parseCommandLine(prefix);
  const only = commands[0];
  if (!isPlain || commands.length !== 1 || only === undefined) return undefined;
  const words = only.filter((word) => word !== undefined);
  return words.length === only.length ? words : undefined;
}

function startsWith(command: SimpleCommand, words: readonly string[]): boolean {
  return words.every((word, index) => command[index] === word);
}

/** The program is compared by its name, wherever it is and however that is written. */
function mayStartWith(command: SimpleCommand, words: readonly string[]): Match {
  let result: Match = 'yes';
  for (const [index, wanted] of words.entries()) {
    if (index >= command.length) return 'no';
    const word = command[index];
    if (word === undefined) {
      result = 'unknown';
      continue;
    }
    const isSame = index === 0 ? programName(word) === programName(wanted) : word === wanted;
    if (!isSame) return 'no';
  }
  return result;
}
