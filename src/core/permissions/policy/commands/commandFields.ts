// The fields of a tool call's raw input that are about commands: their text, the folder, and what else affects them.
import * as z from 'zod/mini';
import { commandLineText } from '../../../text/commandLineText.ts';
import type { ToolCall } from '../../../session/toolCall/state.ts';

/** A field of the raw input: its name as the agent wrote it, and its value. */
export type InputField = readonly [string, unknown];

export const COMMAND_KEYS = keys('command commands cmd cmdline commandline shellcommand bashcommand');
export const ARGUMENT_KEYS = keys('args argv arguments');
export const FOLDER_KEYS = keys(
  'cwd pwd workdir workingdir workingdirectory workingfolder currentdirectory currentworkingdirectory directory ' +
    'directorypath dir dirpath folder chdir',
);
export const VARIABLE_KEYS = keys('env envs envvars environment environmentvariables variables vars');

/** Keys whose every value but an empty one affects what runs, also a number. */
const OTHER_KEYS = keys('shell useshell interpreter executable program stdin input script pty user uid gid');

/** Keys that describe the command, or say for how long and where its output goes. */
export const DESCRIBING_KEYS = keys(
  'description title label name summary reason justification explanation purpose comment rationale timeout timeoutms ' +
    'timeoutseconds background isbackground runinbackground detach async wait blocking restart id callid toolcallid turnid processid ' +
    // A login shell is what `bash -lc` is, too.
    'login',
);

/** What Codex derives from the command and sends beside it. */
export const DERIVED_KEYS = keys('parsedcmd proposedexecpolicyamendment availabledecisions');

/** Switches that keep a command from harm while they are on. */
const SAFETY = /sandbox|approv|confirm|safe/;

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

export function foldersIn(input: readonly InputField[]): readonly string[] {
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

export function fieldsOf(rawInput: unknown): readonly InputField[] {
  return Object.entries(rawObject.safeParse(rawInput).data ?? {});
}

/**
 * Whatever can change what a command does: variables, standard input, a shell, and every text and switch that is not known
 * to describe it.
 */
export function besideCommand(input: readonly InputField[]): readonly InputField[] {
  return input.filter(([key, value]) => {
    const plain = plainKey(key);
    if (value === false && SAFETY.test(plain)) return true;
    if (isEmpty(value) || COMMAND_KEYS.has(plain) || DERIVED_KEYS.has(plain)) return false;
    if (FOLDER_KEYS.has(plain)) return typeof value !== 'string';
    if (ARGUMENT_KEYS.has(plain)) return !z.array(z.string()).safeParse(value).success;
    if (DESCRIBING_KEYS.has(plain)) return typeof value === 'object';
    return OTHER_KEYS.has(plain) || VARIABLE_KEYS.has(plain) || saysMore(value, MAX_DEPTH);
  });
}

/** Whether a value holds a text, a switch that is on, or a key that affects commands. */
function saysMore(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value !== '';
  if (value === true) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    depth === 0 ||
    Object.entries(value).some(
      ([key, inner]) => (affectsCommands(key) && !isEmpty(inner)) || saysMore(inner, depth - 1),
    )
  );
}

/** Whether what a field of that name says affects a command that is named beside it. */
export function affectsCommands(key: string): boolean {
  const plain = plainKey(key);
  return [COMMAND_KEYS, ARGUMENT_KEYS, FOLDER_KEYS, VARIABLE_KEYS, OTHER_KEYS].some((known) =>
    known.has(plain),
  );
}

/** Whether a key, in its plain form, names commands or their words, or a folder for them. */
export function isCommandKey(plain: string): boolean {
  return [COMMAND_KEYS, ARGUMENT_KEYS, FOLDER_KEYS].some((known) => known.has(plain));
}

export function isCommandField(key: string, value: unknown): boolean {
  return COMMAND_KEYS.has(plainKey(key)) && !isNone(value);
}

/** A line as it is, or words on one line: quoted, so that it shows where each ends. */
function lineText(value: unknown): string {
  const [first, ...more] = strings.safeParse(value).data ?? [];
  if (first === undefined) return '';
  return more.length === 0 ? first : commandLineText(first, more);
}

export function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

export function isEmpty(value: unknown): boolean {
  if (isNone(value) || value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
