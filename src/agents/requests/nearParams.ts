// Params of requests for files and commands in shapes near to those of ACP: a field under another name is that field, or
// the request is refused. It is never served without it.
import { isSameData } from '../../core/base/isSameData.ts';
import {
  affectsCommands,
  ARGUMENT_KEYS,
  COMMAND_KEYS,
  FOLDER_KEYS,
  isEmpty,
  plainKey,
  VARIABLE_KEYS,
} from '../../core/permissions/policy/commands/commandFields.ts';
import { folderPath } from '../schema/locationSchema.ts';
import { protocolFields, type Fields } from '../schema/near/nearFields.ts';

type Names = Readonly<Record<string, ReadonlySet<string>>>;

const COMMAND_NAMES: Names = {
  command: COMMAND_KEYS,
  args: ARGUMENT_KEYS,
  cwd: FOLDER_KEYS,
  env: VARIABLE_KEYS,
};

const READ_NAMES: Names = {
  line: words('line startline linestart fromline firstline linenumber'),
  limit: words('limit linelimit linecount maxlines numlines'),
};

/** Agents count these from 0 or from 1, in lines or in bytes, with the last one or without it. */
const UNCLEAR_PARTS = words(
  'offset start skip position end endline lineend toline lastline length bytes lines range linerange viewrange',
);

/** A file is written as a whole: what stands around the part that these name would be lost. */
const WRITTEN_PARTS = words(
  'append isappend insert insertline line startline endline offset position range linerange',
);

/** Zero is a user and a group, and no way to say none. */
const USER_IDS = words('uid gid user group userid groupid');

/** A word that a shell passes on as it is. */
const PLAIN_WORD = /^[\w@%+:,./-]+$/;

/** A command as it was meant. What could be meant in two ways stays, and is refused. */
export function nearCommand(params: unknown): unknown {
  const sent = protocolFields(params);
  if (sent === undefined) return params;
  const fields = unified(sent, COMMAND_NAMES, (plain, value) => {
    if (plain === 'pty' || (isShell(plain, value) && hasPlainWords(sent['args']))) return false;
    return affectsCommands(plain);
  });
  const { cwd, env, outputByteLimit } = fields;
  return {
    ...fields,
    ...nearProgram(fields),
    env: nearVariables(env),
    cwd: nearFolder(cwd),
    outputByteLimit: nearLimit(outputByteLimit),
  };
}

/** Which part of a file is meant. */
export function nearRead(params: unknown): unknown {
  const sent = protocolFields(params);
  if (sent === undefined) return params;
  const fields = unified(sent, READ_NAMES, (plain) => UNCLEAR_PARTS.has(plain));
  return { ...fields, line: nearNumber(fields['line']), limit: nearNumber(fields['limit']) };
}

/** A file that is written as a whole. */
export function nearWrite(params: unknown): unknown {
  const sent = protocolFields(params);
  const isAppended = (plain: string, value: unknown): boolean =>
    plain === 'mode' && (value === 'a' || value === 'append');
  return sent && unified(sent, {}, (plain, value) => WRITTEN_PARTS.has(plain) || isAppended(plain, value));
}

/**
 * The fields, and what is said of them under other names. What says two things, and what matters and has no place in ACP,
 * is named in `unclear`.
 */
function unified(fields: Fields, names: Names, matters: (plain: string, value: unknown) => boolean): Fields {
  const given = Object.entries(fields).filter(
    ([key, value]) => !isEmpty(value) && (value !== 0 || USER_IDS.has(plainKey(key))),
  );
  const unclear = new Map<string, string>();
  const read = new Map<string, unknown>();
  for (const [key, value] of given) {
    const plain = plainKey(key);
    const [name] = Object.entries(names).find(([, others]) => others.has(plain)) ?? [];
    if (name === undefined ? matters(plain, value) : !isSameData(read.get(name) ?? value, value))
      unclear.set(plain, key);
    else if (name !== undefined) read.set(name, value);
  }
  return {
    ...fields,
    ...Object.fromEntries(read),
    unclear: unclear.size === 0 ? undefined : [...unclear.values()].join(', '),
  };
}

function isShell(plain: string, value: unknown): boolean {
  return value === true && (plain === 'shell' || plain === 'useshell');
}

/** Whether a shell makes nothing else of these arguments. */
function hasPlainWords(args: unknown): boolean {
  const given: readonly unknown[] = [args ?? []].flat();
  return given.every((word) => typeof word === 'string' && PLAIN_WORD.test(word));
}

function words(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** The folder of the session is the only one that no name and a dot can mean; an address of a folder is its path. */
function nearFolder(cwd: unknown): unknown {
  if (typeof cwd !== 'string') return cwd;
  if (['', '.', './'].includes(cwd.trim())) return undefined;
  return folderPath(cwd);
}

/** A whole number of bytes. A negative limit is no limit. */
function nearLimit(value: unknown): unknown {
  const limit = nearNumber(value);
  if (typeof limit !== 'number' || !Number.isFinite(limit)) return limit;
  return limit < 0 ? undefined : Math.floor(limit);
}

function nearProgram({ command, args: sent }: Fields): Fields {
  const args: unknown = Array.isArray(sent)
    ? sent.filter((each: unknown) => each !== null).map(nearWord)
    : sent;
  if (Array.isArray(command) && (args === undefined || args === null || Array.isArray(args))) {
    const [program, ...before]: readonly unknown[] = command;
    return { command: program, args: [...before, ...(args ?? [])] };
  }
  if (typeof args !== 'string' || typeof command !== 'string') return { args };
  // Several arguments in one text are the rest of a command line.
  return /\s/.test(args.trim()) ? { command: `${command} ${args}`, args: [] } : { args: [args] };
}

/** A number or a switch in the place of a text, where there is one way to write it. */
function nearWord(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : value;
}

function nearVariables(env: unknown): unknown {
  if (Array.isArray(env)) {
    return env.flatMap((variable: unknown) => {
      if (variable === null) return [];
      const [, name, value] = typeof variable === 'string' ? (/^([^=]+)=([^]*)$/.exec(variable) ?? []) : [];
      if (name !== undefined) return [{ name, value }];
      const fields = protocolFields(variable);
      return fields === undefined || typeof fields['name'] !== 'string'
        ? [variable]
        : nearVariable(fields['name'], fields['value']);
    });
  }
  if (typeof env !== 'object' || env === null) return env;
  return Object.entries(env).flatMap(([name, value]: [string, unknown]) => nearVariable(name, value));
}

/** A variable without a value is one that is not set. */
function nearVariable(name: string, value: unknown): readonly object[] {
  if (value === null || value === undefined) return [];
  return [{ name, value: nearWord(value) }];
}

function nearNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
}
