// Whether commands begin with the words that a rule names. Word by word: `git` is not the beginning of `gitk`.
import { indexFrom } from '../../../base/sortedNumbers.ts';
import { indexOf, type CommandIndex } from './commandIndex.ts';
import type { CommandLine, ShellFamily, SimpleCommand } from './commandLine.ts';
import type { Match } from '../match.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { gitSubcommandIndex } from './gitOptions.ts';
import { hazardsOf } from './programHazards.ts';
import { programName } from './programName.ts';
import { unwrapShells } from './systemShells.ts';

/** The words of a prefix in the settings; undefined when it is more than one simple command. */
type Prefix = readonly string[] | undefined;

/** A command, and how many of its first words a rule has to name. */
interface GuardedCommand {
  readonly words: SimpleCommand;
  readonly mustName: number;
}

/** Commands of a line that rules may allow; no line of a user's has so many. */
const MAX_COMMANDS = 1_000;

/**
 * Whether every command of every line begins with one of the prefixes, and the lines do nothing else. Options by which
 * a program does more than its name says have to be among the words of the prefix.
 */
export function areAllAllowed(lines: readonly CommandLine[], prefixes: readonly string[]): boolean {
  const wanted = prefixesOf(prefixes);
  return (
    lines.length > 0 &&
    lines.every((line) => {
      const commands = guardedCommands(line);
      return (
        commands.length > 0 && commands.every((command) => wanted.some((words) => isNamedBy(command, words)))
      );
    })
  );
}

/**
 * Whether any command that may run begins with one of the prefixes, also one that another command runs. `unknown` when
 * the words of a prefix stand anywhere else in the line, or only the shell knows what runs.
 */
export function isAnyRestricted(
  lines: readonly CommandLine[],
  prefixes: readonly string[],
  family: ShellFamily,
): Match {
  let result: Match = 'no';
  for (const line of lines) {
    const index = indexOf(line, family);
    if (!index.isComplete) result = 'unknown';
    for (const words of prefixesOf(prefixes)) {
      const match = words === undefined ? 'unknown' : restricts(index, words);
      if (match === 'yes') return 'yes';
      if (match === 'unknown') result = 'unknown';
    }
  }
  return result;
}

const guarded = new WeakMap<CommandLine, readonly GuardedCommand[]>();

/** The commands of a line with what a rule has to name of each; none for a line that no rule allows. */
function guardedCommands(line: CommandLine): readonly GuardedCommand[] {
  const known = guarded.get(line);
  if (known !== undefined) return known;
  const { commands, isPlain } = unwrapShells(line);
  const made =
    isPlain && commands.length <= MAX_COMMANDS
      ? commands.map((words) => ({
          words,
          mustName: hazardsOf(words).reduce((most, { index }) => Math.max(most, index + 1), 1),
        }))
      : [];
  guarded.set(line, made);
  return made;
}

const parsed = new WeakMap<readonly string[], readonly Prefix[]>();

function prefixesOf(prefixes: readonly string[]): readonly Prefix[] {
  const known = parsed.get(prefixes) ?? prefixes.map((prefix) => wordsOf(prefix));
  parsed.set(prefixes, known);
  return known;
}

function wordsOf(prefix: string): Prefix {
  const { commands, isPlain } = parseCommandLine(prefix);
  const only = commands[0];
  if (!isPlain || commands.length !== 1 || only === undefined) return undefined;
  const words = only.filter((word) => word !== undefined);
  return words.length === only.length ? words : undefined;
}

function isNamedBy({ words, mustName }: GuardedCommand, wanted: Prefix): boolean {
  return (
    wanted !== undefined && wanted.length >= mustName && wanted.every((word, index) => words[index] === word)
  );
}

function restricts(index: CommandIndex, words: readonly string[]): Match {
  const name = programName(words[0] ?? '');
  let result: Match = stands(index, words) ? 'unknown' : 'no';
  for (const command of index.byProgram.get(name) ?? []) {
    const match = argumentsMatch(command, words, name === 'git' ? gitSubcommandIndex(command) : 1);
    if (match === 'yes') return 'yes';
    if (match === 'unknown') result = 'unknown';
  }
  if (result === 'unknown') return result;
  return index.unknown.some((command) => argumentsMatch(command, words, 1) !== 'no') ? 'unknown' : 'no';
}

/** Whether the words stand in a line in their order, with anything between them; options of a rule aside. */
function stands({ positions, wild }: CommandIndex, words: readonly string[]): boolean {
  const wanted = words
    .filter((word, at) => at === 0 || !word.startsWith('-'))
    .map((word) => word.toLowerCase());
  const [program = '', ...more] = wanted;
  const name = programName(program);
  const second = more[0];
  // Git and others have each subcommand as a program too.
  if (second !== undefined && positions.has(`${name}-${second}`)) return true;
  let place = earliestAfter([positions.get(name), positions.get(program), wild], -1);
  for (const word of more) {
    if (place === undefined) return false;
    place = earliestAfter([positions.get(word), wild], place);
  }
  return place !== undefined;
}

/** The first place behind another, of several sorted lists. */
function earliestAfter(lists: readonly (readonly number[] | undefined)[], after: number): number | undefined {
  const found = lists.flatMap((list) => {
    const place = list?.[indexFrom(list, after + 1)];
    return place === undefined ? [] : [place];
  });
  return found.length === 0 ? undefined : Math.min(...found);
}

/**
 * Whether a command of a rule's program goes on with the rule's words, from an index on. Options between the words are
 * skipped, and those that a rule names may stand anywhere behind the program.
 */
function argumentsMatch(command: SimpleCommand, [, ...words]: readonly string[], start: number): Match {
  let result: Match = 'yes';
  let at = start;
  for (const wanted of words) {
    if (wanted.startsWith('-')) {
      if (command.includes(wanted, 1)) continue;
      if (!command.some((word, index) => index > 0 && (word === undefined || word.startsWith('-'))))
        return 'no';
      result = 'unknown';
      continue;
    }
    while (command[at]?.startsWith('-') === true) at++;
    if (at >= command.length) return 'no';
    const word = command[at++];
    if (word === wanted) continue;
    // Programs may take the beginning of a subcommand for it.
    if (word !== undefined && (word === '' || !wanted.startsWith(word))) return 'no';
    result = 'unknown';
  }
  return result;
}
