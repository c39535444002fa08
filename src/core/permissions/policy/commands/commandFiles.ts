// The files that commands name, for rules that ask about files or deny them.
import { indexOf } from './commandIndex.ts';
import type { CommandLine, SimpleCommand } from './commandLine.ts';
import { changesFolder } from './coveredCommand.ts';
import { wordsOf } from './commandWords.ts';
import { knownProgram } from './programTable.ts';

/** Files that are looked at; no command of a user's names so many. */
const MAX_FILES = 100;

const FILE_KINDS = new Set(
  'path found pager archive package ownPackage folder revision restored written compiled argument none'.split(
    ' ',
  ),
);

const known = new WeakMap<readonly CommandLine[], readonly string[] | undefined>();

/**
 * The words that may be files, of all commands that may run because of the lines; what the table knows for a text is
 * none. Undefined when there are too many.
 */
export function filesOfCommands(lines: readonly CommandLine[]): readonly string[] | undefined {
  if (!known.has(lines)) known.set(lines, findFiles(lines));
  return known.get(lines);
}

function findFiles(lines: readonly CommandLine[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const line of lines) {
    const folders = line.commands.flatMap((command) => (changesFolder(command) ? (command[1] ?? []) : []));
    for (const command of [...indexOf(line, 'posix').byProgram.values()].flat()) {
      for (const file of filesOf(command)) {
        found.add(file);
        for (const folder of folders) found.add(`${folder}/${file}`);
        if (found.size > MAX_FILES) return undefined;
      }
    }
  }
  return [...found];
}

function filesOf(command: SimpleCommand): readonly string[] {
  const program = knownProgram(command[0] ?? '');
  if (program === undefined) return command.slice(1).flatMap(spellingsOf);
  return wordsOf(command, program).flatMap(({ role, index, kind, value }) => {
    if (role === 'unlisted') return spellingsOf(command[index]);
    if (kind === undefined || !FILE_KINDS.has(kind) || value === undefined) return [];
    // The file of a revision.
    return kind === 'revision' ? [value, value.slice(value.indexOf(':') + 1)] : [value];
  });
}

/** A word of which nothing is known, and the value that it may have. */
function spellingsOf(word: string | undefined): readonly string[] {
  if (word === undefined || word === '') return [];
  const value = word.slice(word.indexOf('=') + 1);
  return word.startsWith('-') ? [value, word.slice(2)].filter((part) => part !== '') : [word, value];
}
