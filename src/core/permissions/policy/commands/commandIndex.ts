// What a command line may run, laid out so that ten thousand rules can be looked up in it.
import type { CommandLine, ShellFamily, SimpleCommand, Word } from './commandLine.ts';
import { hasPassiveArguments, isInterpreter, mayRunUnseen } from './hiddenCode.ts';
import { programName } from './programName.ts';
import { looseWords } from './looseWords.ts';
import { possibleCommands } from './wrappedCommands.ts';

/** A command line as restrictive rules look into it. */
export interface CommandIndex {
  /** The commands that may run, by the name of their program. */
  readonly byProgram: ReadonlyMap<string, readonly SimpleCommand[]>;
  /** The commands whose program only the shell knows. */
  readonly unknown: readonly SimpleCommand[];
  /** Where each word stands, quoted texts taken apart; in lower case. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** Where words stand that only the shell knows and a program may run. */
  readonly wild: readonly number[];
  /** The words of the line that are in none of its commands. */
  readonly others: Pick<CommandLine, 'redirected' | 'texts'>;
  /** Whether all commands are in here that the line names. */
  readonly hasAll: boolean;
  /** Whether nothing runs but what is in here, as far as can be said without running it. */
  readonly isComplete: boolean;
}

/** Commands of one program that each rule is compared with; a line with more may run anything. */
const MAX_SAME = 100;

/** Words that are looked at; a line with more may run anything. */
const MAX_WORDS = 200_000;

const indexes = new WeakMap<CommandLine, Map<ShellFamily, CommandIndex>>();

/** The index of a line, made once. */
export function indexOf(line: CommandLine, family: ShellFamily): CommandIndex {
  const known = indexes.get(line) ?? new Map<ShellFamily, CommandIndex>();
  const index = known.get(family) ?? makeIndex(line, family);
  indexes.set(line, known.set(family, index));
  return index;
}

function makeIndex(line: CommandLine, family: ShellFamily): CommandIndex {
  const { commands, lines, areAll } = possibleCommands(line, family);
  const byProgram = new Map<string, SimpleCommand[]>();
  const unknown: SimpleCommand[] = [];
  const seen = new Set<string>();
  let isWhole = true;
  for (const command of commands) {
    const spelling = JSON.stringify(command);
    if (seen.has(spelling)) continue;
    seen.add(spelling);
    const [program] = command;
    const name = program === undefined ? undefined : programName(program);
    const same = name === undefined ? unknown : (byProgram.get(name) ?? []);
    if (name !== undefined) byProgram.set(name, same);
    if (same.length < MAX_SAME) same.push(command);
    else isWhole = false;
  }
  const isComplete =
    areAll && isWhole && commands.every((command) => !mayRunUnseen(command)) && !line.piped.some(feedsShell);
  const others = {
    redirected: lines.flatMap(({ redirected = [] }) => redirected),
    texts: lines.flatMap(({ texts = [] }) => texts),
  };
  return { byProgram, unknown, isComplete, hasAll: isWhole, others, ...placesOf(line.commands) };
}

/** Whether a command that reads a pipe may hand it to a shell, behind a program that is not known. */
function feedsShell(command: SimpleCommand): boolean {
  return command.some((word, index) => index > 0 && word !== undefined && isInterpreter(word));
}

/** Whether a shell would make another text of one. */
function mayExpand(text: string): boolean {
  return /[$`]/.test(text) || (/\s/.test(text) && /[\\*?[{]/.test(text));
}

function placesOf(commands: readonly SimpleCommand[]): Pick<CommandIndex, 'positions' | 'wild'> {
  const positions = new Map<string, number[]>();
  const wild: number[] = [];
  let place = 0;
  for (const command of commands) {
    const isKnown = isPassive(command[0]);
    for (const [index, word] of command.entries()) {
      place++;
      if (word === undefined || (index > 0 && !isKnown && mayExpand(word))) {
        if (!isKnown) wild.push(place);
      }
      if (word === undefined || place > MAX_WORDS) continue;
      for (const part of looseWords(word)) {
        place++;
        for (const spelling of part) {
          const places = positions.get(spelling) ?? [];
          if (places.at(-1) !== place) places.push(place);
          positions.set(spelling, places);
        }
      }
    }
  }
  if (place > MAX_WORDS) wild.push(0, place);
  return { positions, wild };
}

/** Whether no argument of a program is a command. */
function isPassive(program: Word): boolean {
  return program !== undefined && hasPassiveArguments(program);
}
