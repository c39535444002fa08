// The commands that the raw input of a tool call names, as lines that rules can judge.
import * as z from 'zod/mini';
import {
  ARGUMENT_KEYS,
  besideCommand,
  fieldsOf,
  foldersIn,
  isCommandField,
  isEmpty,
  isNone,
  plainKey,
  strings,
} from './commandFields.ts';
import type { CommandLine, ShellFamily } from './commandLine.ts';
import { parseCommandLine } from './parseCommandLine.ts';

/** The commands of a raw input. */
export interface CommandInput {
  /** Lines that cannot be read are among them, as lines that no rule allows. */
  readonly lines: readonly CommandLine[];
  /** The folders that are named beside them, as the agent wrote them. */
  readonly folders: readonly string[];
}

/** Agents that put such a word into a list join the list for a shell, which runs what stands behind it. */
const OPERATOR = /^(?:[;&|]|\d*[<>])|[;&|<>]$/;
/** They may stand within a word without blanks, too. */
const INNER_OPERATOR = /[;`]|&&|\|\||\$\(/;
/** The words before a script, of which each command is judged. */
const BEFORE_SCRIPT = /^(?:\S*\/)?(?:ba|da|k|z)?sh -l?c$/;

/** The commands that a raw input names. `family`: the shells of the machine the agent runs on. */
export function commandInput(rawInput: unknown, family: ShellFamily): CommandInput {
  if (typeof rawInput === 'string' && rawInput !== '') {
    return { lines: [{ ...parseCommandLine(rawInput, family), isPlain: false }], folders: [] };
  }
  const input = fieldsOf(rawInput);
  const values = input.flatMap(([key, value]) =>
    isCommandField(key, value) ? valuesOf(plainKey(key), value) : [],
  );
  const args = input.filter(([key]) => ARGUMENT_KEYS.has(plainKey(key))).map(([, value]) => value);
  const isAlone = args.length < 2 && besideCommand(input).length === 0;
  return {
    lines: values.map((value) => {
      const line = commandOf(value, args, family);
      return isAlone ? line : { ...line, isPlain: false };
    }),
    folders: foldersIn(input),
  };
}

/** A list under `commands` may be lines or the words of one, so it is read as both. */
function valuesOf(key: string, value: unknown): readonly unknown[] {
  if (key !== 'commands' || !Array.isArray(value)) return [value];
  return value.length === 1 ? value : [...value, value];
}

function commandOf(value: unknown, args: readonly unknown[], family: ShellFamily): CommandLine {
  const more = args.flatMap((given) => strings.safeParse(given).data ?? []);
  const line = lineOf(value, family);
  if (args.every((given) => isEmpty(given))) return line;
  const [only] = line.commands;
  // A program and its arguments apart: no shell reads them, if the program is a single word.
  const isProgram = line.isPlain && line.commands.length === 1 && only?.length === 1;
  return {
    ...line,
    commands: line.commands.map((command) => [...command, ...more]),
    isPlain: isProgram && args.every((given) => isNone(given) || Array.isArray(given)),
  };
}

function lineOf(value: unknown, family: ShellFamily): CommandLine {
  if (typeof value === 'string') return parseCommandLine(value, family);
  const words = z.array(z.string()).safeParse(value).data ?? [];
  const hasScript = words.length === 3 && BEFORE_SCRIPT.test(words.slice(0, 2).join(' '));
  const isForShell = words.some(
    (word, at) =>
      OPERATOR.test(word) || (INNER_OPERATOR.test(word) && !/\s/.test(word) && !(hasScript && at === 2)),
  );
  return {
    commands: words.length === 0 ? [] : [words],
    isPlain: words.length > 0 && !isForShell,
    piped: [],
  };
}
