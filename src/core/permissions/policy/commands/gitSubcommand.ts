// Where the subcommand of git stands.
import type { SimpleCommand } from './commandLine.ts';

/** The options of git before its subcommand that have a value of their own. */
const GIT_VALUES = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '),
);

/** The index of git's subcommand; beyond the last word when there is none. */
export function gitSubcommandIndex(command: SimpleCommand): number {
  let index = 1;
  while (index < command.length) {
    const word = command[index];
    if (word === undefined || !word.startsWith('-')) return index;
    index += GIT_VALUES.has(word) ? 2 : 1;
  }
  return index;
}
