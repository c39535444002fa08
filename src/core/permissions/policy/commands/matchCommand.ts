// Whether commands begin with the words that a rule names. Word by word: `git` is not the beginning of `gitk`.
import { indexFrom } from '../../../base/binarySearch.ts';
import { isAbsolutePath, isSameFolder } from '../../../paths/pathContainment.ts';
import { commandLineText } from '../../../text/commandLineText.ts';
import { indexOf, type CommandIndex } from './commandIndex.ts';
import type { CommandLine, ShellFamily, SimpleCommand } from './commandLine.ts';
import type { Match } from '../match.ts';
import type { PathScope } from '../matchPath.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { changesFolder, isCovered, timedCommand } from './coveredCommand.ts';
import { programName } from './programName.ts';
import { unwrapShells } from './systemShells.ts';
import { changesPatterns, expandedCommands } from './shellPatterns.ts';
import { OTHER_NAMES } from './programs/startingPrograms.ts';
import { knownProgram, subcommandIndex } from './programTable.ts';
import { isHarmless, type WordScope } from './wordKinds.ts';

/** The words of a prefix in the settings; undefined when it is more than one simple command. */
type Prefix = readonly string[] | undefined;

/** Commands of a line that rules may allow; no line of a user's has so many. */
const MAX_COMMANDS = 1_000;

/** Folders in which the commands of a line may run; no line of a user's has so many. */
const MAX_FOLDERS = 8;

/**
 * Whether every command of every line begins with one of the prefixes, and the lines do nothing else. What follows the
 * words of a prefix has to be harmless: files below the session's folder, and options that the table lists.
 */
export function areAllAllowed(
  lines: readonly CommandLine[],
  prefixes: readonly string[],
  where: Omit<WordScope, 'folders'>,
): boolean {
  return (
    lines.length > 0 &&
    !hasOtherPatterns(lines) &&
    lines.every((line) => uncoveredCommands(line, prefixes, where)?.length === 0)
  );
}

const otherPatterns = new WeakMap<readonly CommandLine[], boolean>();

/** Whether some command says which files the patterns of others stand for. */
function hasOtherPatterns(lines: readonly CommandLine[]): boolean {
  const known = otherPatterns.get(lines);
  if (known !== undefined) return known;
  const commands = lines.flatMap((line) => unwrappedLine(line).commands);
  const found = commands.some(({ patterns }) => patterns !== undefined) && commands.some(changesPatterns);
  otherPatterns.set(lines, found);
  return found;
}

/** The commands of a line that no prefix covers; undefined for a line that no rule allows. */
function uncoveredCommands(
  line: CommandLine,
  prefixes: readonly string[],
  where: Omit<WordScope, 'folders'>,
): readonly SimpleCommand[] | undefined {
  const { commands, isPlain, piped: reading } = unwrappedLine(line);
  if (!isPlain || commands.length === 0 || commands.length > MAX_COMMANDS) return undefined;
  const folders = foldersOf(commands, where.scope.cwd);
  if (folders.length > MAX_FOLDERS) return undefined;
  const wanted = prefixesOf(prefixes);
  const piped = new Set(reading);
  const scope = { ...where, folders };
  const isNamed = (command: SimpleCommand, words: Prefix, isPiped: boolean): boolean =>
    words !== undefined &&
    words.every((word, index) => command[index] === word) &&
    isCovered(command, words.length, scope, isPiped);
  return commands.filter((command, at) => {
    if (staysInFolder(command, where.scope)) return false;
    const { inputs = [] } = command;
    const isPiped = piped.has(command) || inputs.length > 0;
    const readings = readingsOf(command, at === 0, scope);
    const isAllowed =
      inputs.every((input) => isHarmless('path', input, false, scope)) &&
      readings?.every((reading) =>
        [reading, timedCommand(reading)].some(
          (one) => one !== undefined && wanted.some((words) => isNamed(one, words, isPiped)),
        ),
      );
    return isAllowed !== true;
  });
}

/** Whether it goes to the session's folder, where each command begins: agents often do so first. */
function staysInFolder(command: SimpleCommand, { cwd, family }: PathScope): boolean {
  const [name, folder = ''] = command;
  const isPlain = name === 'cd' && command.length === 2 && command.inputs === undefined;
  // Another relative path is looked for in the folders of a variable as well.
  return isPlain && (folder === '.' || isAbsolutePath(folder, family)) && isSameFolder(folder, cwd);
}

/** What a shell may make of a command, wherever it runs; undefined where that cannot be said. */
function readingsOf(
  command: SimpleCommand,
  isFirst: boolean,
  { scope, folders }: WordScope,
): readonly SimpleCommand[] | undefined {
  // A command before it could make a file with the name of an option.
  const mayHaveOptions = isFirst || knownProgram(command[0] ?? '')?.isInert === true;
  const found = folders.map((folder) => expandedCommands(command, folder, scope, mayHaveOptions));
  const readings = found.flatMap((commands) => commands ?? []);
  return found.includes(undefined) ? undefined : readings;
}

/** Each command of the lines as a prefix that names all of its words; undefined where only the shell knows one. */
export function wordsOfCommands(lines: readonly CommandLine[]): readonly string[] | undefined {
  const found = new Set<string>();
  for (const line of lines) {
    const { commands, isPlain } = unwrappedLine(line);
    if (!isPlain || commands.length > MAX_COMMANDS) return undefined;
    for (const command of commands) {
      const [program, ...words] = command.filter((word) => word !== undefined);
      if (program === undefined || words.length + 1 < command.length) return undefined;
      found.add(commandLineText(program, words));
    }
  }
  return found.size === 0 ? undefined : [...found];
}

/** Wherever a command may run after each `cd` of its line. */
function foldersOf(commands: readonly SimpleCommand[], cwd: string): readonly string[] {
  let folders = [cwd];
  for (const command of commands) {
    const target = changesFolder(command) ? command[1] : undefined;
    if (target === undefined || folders.length > MAX_FOLDERS) continue;
    folders = [
      ...new Set(
        folders.flatMap((folder) => [folder, target.startsWith('/') ? target : `${folder}/${target}`]),
      ),
    ];
  }
  return folders;
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

const unwrapped = new WeakMap<CommandLine, CommandLine>();

function unwrappedLine(line: CommandLine): CommandLine {
  const known = unwrapped.get(line) ?? unwrapShells(line);
  unwrapped.set(line, known);
  return known;
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

function restricts(index: CommandIndex, words: readonly string[]): Match {
  const name = programName(words[0] ?? '');
  const isMeant =
    stands(index, words) || (OTHER_NAMES[name] ?? []).some((other) => index.positions.has(other));
  let result: Match = isMeant ? 'unknown' : 'no';
  for (const command of index.byProgram.get(name) ?? []) {
    const match = argumentsMatch(command, words, subcommandIndex(command));
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
