// What the raw input of a tool call says about commands: their lines, the folder, and what else affects them.
import * as z from 'zod/mini';
import { commandLineText } from '../../../text/commandLineText.ts';
import type { ToolCall } from '../../../session/toolCall/state.ts';
import type { CommandLine, ShellFamily } from './commandLine.ts';
import { parseCommandLine } from './parseCommandLine.ts';

/** A field of the raw input: its name as the agent wrote it, and its value. */
export type InputField = readonly [string, unknown];

/** The commands of a raw input. */
export interface CommandInput {
  /** Lines that cannot be read are among them, as lines that no rule allows. */
  readonly lines: readonly CommandLine[];
  /** The folders that are named beside them, as the agent wrote them. */
  readonly folders: readonly string[];
}

const COMMAND_KEYS = keys('command commands cmd cmdline commandline shellcommand bashcommand');
const ARGUMENT_KEYS = keys('args argv arguments');
const FOLDER_KEYS = keys(
  'cwd pwd workdir workingdir workingdirectory workingfolder currentdirectory currentworkingdirectory directory ' +
    'directorypath dir dirpath folder chdir',
);
const VARIABLE_KEYS = keys('env envs envvars environment environmentvariables variables vars');

/** Keys whose every value but an empty one affects what runs, also `true`. */
const OTHER_KEYS = keys('shell useshell interpreter executable program stdin input script pty user');

/** Keys that describe the command, or say for how long and where its output goes. */
export const DESCRIBING_KEYS = keys(
  'description title label name summary reason justification explanation purpose comment rationale timeout timeoutms ' +
    'timeoutseconds background isbackground runinbackground id callid toolcallid turnid processid',
);

/** What Codex derives from the command and sends beside it. */
const DERIVED_KEYS = keys('parsedcmd proposedexecpolicyamendment availabledecisions');

/** How deep the fields beside a command are looked into; what is deeper counts as a text. */
const MAX_DEPTH = 8;

const rawObject = z.record(z.string(), z.unknown());
/** One text or several, as a list. */
export const strings = z.union([
  z.pipe(
    z.string(),
    z.transform((text) => [text]),
  ),
  z.array(z.string()),
]);

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

/** The fields beside the {@link commandText} of a call that say too what will be done, by the agent's names. */
export function inputBesideCommand({ rawInput }: ToolCall): readonly InputField[] {
  return besideCommand(fieldsOf(rawInput));
}

/** Whether the {@link commandText} of a call is not all that says what will be done: then the card shows the rest as well. */
export function hidesInput(call: ToolCall): boolean {
  return inputBesideCommand(call).length > 0;
}

/** The command of a call as the agent wrote it, for reading; undefined when it names none. */
export function commandText({ rawInput }: ToolCall): string | undefined {
  if (typeof rawInput === 'string' && rawInput !== '') return rawInput;
  const input = fieldsOf(rawInput);
  const linesOf = (wanted: ReadonlySet<string>): readonly string[] =>
    input
      .filter(([key]) => wanted.has(plainKey(key)))
      .map(([, value]) => lineText(value))
      .filter((line) => line !== '');
  const lines = linesOf(COMMAND_KEYS);
  // Some agents name one command under two keys.
  return lines.length === 0
    ? undefined
    : [[...new Set(lines)].join('\n'), ...linesOf(ARGUMENT_KEYS)].join(' ');
}

/** The folders that a call names for its command. */
export function commandFolders({ rawInput }: ToolCall): readonly string[] {
  return foldersIn(fieldsOf(rawInput));
}

function foldersIn(input: readonly InputField[]): readonly string[] {
  return input.flatMap(([key, value]) =>
    FOLDER_KEYS.has(plainKey(key)) && typeof value === 'string' && value !== '' ? [value] : [],
  );
}

/** Whether a field of a raw input with that name names the folder of a command. */
export function isFolderKey(key: string): boolean {
  return FOLDER_KEYS.has(plainKey(key));
}

/** The variables that a call names for its command; undefined when they cannot be read. */
export function commandVariables({ rawInput }: ToolCall): Readonly<Record<string, unknown>> | undefined {
  const given = fieldsOf(rawInput).filter(
    ([key, value]) => VARIABLE_KEYS.has(plainKey(key)) && !isEmpty(value),
  );
  if (given.length > 1) return undefined;
  const [only] = given;
  return only === undefined ? {} : rawObject.safeParse(only[1]).data;
}

/** Whether a call names nothing beside its command but variables and a folder. */
export function hasOnlyVariables(call: ToolCall): boolean {
  return inputBesideCommand(call).every(([key]) => VARIABLE_KEYS.has(plainKey(key)));
}

/** `file_path`, `filePath` and `FilePath` are one key. */
export function plainKey(key: string): string {
  return key.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

function fieldsOf(rawInput: unknown): readonly InputField[] {
  return Object.entries(rawObject.safeParse(rawInput).data ?? {});
}

/** Whatever can change what a command does: variables, standard input, a shell, and every text that is not known to describe it. */
function besideCommand(input: readonly InputField[]): readonly InputField[] {
  return input.filter(([key, value]) => {
    const plain = plainKey(key);
    if (isEmpty(value) || COMMAND_KEYS.has(plain) || DERIVED_KEYS.has(plain)) return false;
    if (FOLDER_KEYS.has(plain)) return typeof value !== 'string';
    if (ARGUMENT_KEYS.has(plain)) return !z.array(z.string()).safeParse(value).success;
    if (DESCRIBING_KEYS.has(plain)) return typeof value === 'object';
    return OTHER_KEYS.has(plain) || VARIABLE_KEYS.has(plain) || hasText(value, MAX_DEPTH);
  });
}

/** Whether a value holds a text, or a key that affects commands. */
function hasText(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null) return false;
  return (
    depth === 0 ||
    Object.entries(value).some(
      ([key, inner]) => (isAffecting(key) && !isEmpty(inner)) || hasText(inner, depth - 1),
    )
  );
}

function isAffecting(key: string): boolean {
  const plain = plainKey(key);
  return [COMMAND_KEYS, ARGUMENT_KEYS, FOLDER_KEYS, VARIABLE_KEYS, OTHER_KEYS].some((known) =>
    known.has(plain),
  );
}

/** Whether a key, in its plain form, names commands or their words, or a folder for them. */
export function isCommandKey(plain: string): boolean {
  return [COMMAND_KEYS, ARGUMENT_KEYS, FOLDER_KEYS].some((known) => known.has(plain));
}

function isCommandField(key: string, value: unknown): boolean {
  return COMMAND_KEYS.has(plainKey(key)) && !isNone(value);
}

/** A list under `commands` may be lines or the words of one, so it is read as both. */
function valuesOf(key: string, value: unknown): readonly unknown[] {
  if (key !== 'commands' || !Array.isArray(value)) return [value];
  return value.length === 1 ? value : [...value, value];
}

/** A line as it is, or words on one line: quoted, so that it shows where each ends. */
function lineText(value: unknown): string {
  const [first, ...more] = strings.safeParse(value).data ?? [];
  if (first === undefined) return '';
  return more.length === 0 ? first : commandLineText(first, more);
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
  return { commands: words.length === 0 ? [] : [words], isPlain: words.length > 0, piped: [] };
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  if (isNone(value) || value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
