// The tables of `programs/` by the name of a program, read once.
import type { Program, Subcommand, Words } from './programs/programSchema.ts';
import { programTable } from './programs/programSchema.ts';
import { GIT_PROGRAM } from './programs/gitProgram.ts';
import { INTERPRETERS } from './programs/interpreters.ts';
import { LANGUAGE_PROGRAMS } from './programs/languagePrograms.ts';
import { PACKAGE_PROGRAMS } from './programs/packagePrograms.ts';
import { SERVICE_PROGRAMS } from './programs/servicePrograms.ts';
import { STARTING_PROGRAMS } from './programs/startingPrograms.ts';
import { TEXT_PROGRAMS } from './programs/textPrograms.ts';
import type { SimpleCommand } from './commandLine.ts';
import { programName } from './programName.ts';

/** An option of a table. */
export interface Option {
  /** The same for all its spellings. */
  readonly id: string;
  /** What its value is, or the last of several; undefined where it has none. */
  readonly kind: string | undefined;
  /** How many values it has as words of their own. */
  readonly values: number;
  /** Whether it may stand without the value, which then is in the same word. */
  readonly isOptional: boolean;
  /** Whether it may be the last word, without its value, or without one of those that it names. */
  readonly mayLack: boolean;
}

/** The words that are harmless behind a program or a subcommand. */
export interface HarmlessWords {
  readonly options: ReadonlyMap<string, Option>;
  readonly passed: ReadonlyMap<string, Option>;
  readonly operands: readonly string[];
  /** By what an option is about. */
  readonly operandsWith: ReadonlyMap<string, readonly string[]>;
}

interface HarmlessSubcommand extends HarmlessWords {
  /** Whether a rule has to name it. */
  readonly isNamed: boolean;
  readonly subcommands: ReadonlyMap<string, HarmlessSubcommand> | undefined;
}

export interface HarmlessProgram extends HarmlessWords {
  readonly subcommands: ReadonlyMap<string, HarmlessSubcommand> | undefined;
  readonly runs: Program['runs'];
  readonly starts: Program['starts'];
  readonly isInert: boolean;
  readonly obeysInput: boolean;
  readonly hasLongDash: boolean;
  readonly hasNoOptions: boolean;
  readonly hasOptionsFirst: boolean;
  readonly mayHaveOptionsFirst: boolean;
}

const TABLES = [
  TEXT_PROGRAMS,
  GIT_PROGRAM,
  PACKAGE_PROGRAMS,
  LANGUAGE_PROGRAMS,
  SERVICE_PROGRAMS,
  INTERPRETERS,
  STARTING_PROGRAMS,
];

let programs: ReadonlyMap<string, HarmlessProgram> | undefined;

/** What the table says of a program; undefined when it is in none. */
export function knownProgram(program: string): HarmlessProgram | undefined {
  programs ??= readTables();
  return programs.get(programName(program));
}

function readTables(): ReadonlyMap<string, HarmlessProgram> {
  const found = new Map<string, HarmlessProgram>();
  for (const table of TABLES) {
    for (const [names, program] of Object.entries(programTable.parse(table))) {
      const read = {
        ...wordsOf(program),
        subcommands: program.subcommands === undefined ? undefined : subcommandsOf(program.subcommands),
        runs: program.starts === undefined ? program.runs : 'arguments',
        starts: program.starts,
        isInert: program.isInert === true,
        obeysInput: program.obeysInput === true,
        hasLongDash: program.hasLongDash === true,
        hasNoOptions: program.hasNoOptions === true,
        mayHaveOptionsFirst: program.mayHaveOptionsFirst === true,
        hasOptionsFirst: program.hasOptionsFirst === true || program.runs === 'script',
      };
      for (const name of names.split(' ')) found.set(programName(name), read);
    }
  }
  return found;
}

function subcommandsOf(
  subcommands: Readonly<Record<string, Subcommand>>,
): ReadonlyMap<string, HarmlessSubcommand> {
  const found = Object.entries(subcommands).flatMap(([names, subcommand]) => {
    const read: HarmlessSubcommand = {
      ...wordsOf(subcommand),
      isNamed: subcommand.isNamed === true,
      subcommands: subcommand.subcommands === undefined ? undefined : subcommandsOf(subcommand.subcommands),
    };
    return names.split(' ').map((name) => [name, read] as const);
  });
  return new Map(found);
}

function wordsOf({ options, operands, operandsWith = {}, passed }: Words): HarmlessWords {
  const byOption = Object.entries(operandsWith).flatMap(([names, kinds]) =>
    [...optionsOf(names).values()].map(({ id }) => [id, kindsOf(kinds)] as const),
  );
  return {
    options: optionsOf(options),
    passed: optionsOf(passed),
    operands: kindsOf(operands),
    operandsWith: new Map(byOption),
  };
}

function kindsOf(operands = ''): readonly string[] {
  return operands.split(' ').filter((kind) => kind !== '');
}

function optionsOf(entries = ''): ReadonlyMap<string, Option> {
  const found = new Map<string, Option>();
  for (const entry of entries.split(/\s+/)) {
    const [, names = '', mark, kinds] = /^([^:?]*)(?:(:\??|\?)(.*))?$/.exec(entry) ?? [];
    const values = kinds?.split(':') ?? [];
    const option = { kind: values.at(-1), values: values.length };
    for (const name of names.split(',')) {
      if (name !== '')
        found.set(name, {
          id: optionId(names),
          ...option,
          isOptional: mark === '?',
          mayLack: mark === ':?',
        });
    }
  }
  return found;
}

/** What an option is about, whether it turns it on or off: `--no-emit`, `--noEmit` and `--emit` are about one thing. */
export function optionId(names: string): string {
  const longest = names
    .split(',')
    .reduce((best, name) => (name.length > best.length ? name : best), '')
    .replace(/=.*$/s, '');
  // Short options differ in letter case alone.
  if (longest.length < 3) return longest;
  return longest
    .replace(/^--?(?:no-|no(?=[A-Z]))?/, '')
    .replaceAll(/[-_]/g, '')
    .toLowerCase();
}

/** Where the subcommand of a command stands, behind options that may have values; beyond the last word if it has none. */
export function subcommandIndex(command: SimpleCommand): number {
  const program = knownProgram(command[0] ?? '');
  if (program?.subcommands === undefined) return 1;
  let index = 1;
  while (command[index]?.startsWith('-') === true) {
    index += 1 + (program.options.get(command[index] ?? '')?.values ?? 0);
  }
  return index;
}
