// A command line for a shell in the place of a program: some agents send one, where the protocol wants a program.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLineText } from '../core/text/commandLineText.ts';
import { findProgram, isBareName, type ProgramLookup } from '../../packages/process/programPath.ts';
import type { Program } from '../../packages/process/startProcess.ts';

/** What only a shell takes apart, or replaces. */
const SHELL_SYNTAX = /[\s;&|<>$`"'()*?~=!#]/;

/** What only a shell has, and some systems as a program as well. */
const SHELL_BUILTINS = new Set(
  (
    ': . alias bg break builtin caller cd command compgen continue declare dirs disown enable eval exec exit export fc fg ' +
    'getopts hash help history jobs let local logout mapfile popd pushd pwd read readarray readonly return set shift ' +
    'shopt source times trap type typeset ulimit umask unalias unset wait'
  ).split(' '),
);
const WINDOWS_BUILTINS = new Set(
  (
    'assoc call cd chdir cls color copy date del dir echo erase exit for ftype if md mkdir mklink move path popd prompt ' +
    'pushd rd rem ren rename rmdir set start time title type ver verify vol'
  ).split(' '),
);

/** Where systems have bash. What another folder of the PATH has under this name may be anything. */
const BASH_PATHS = [
  '/bin/bash',
  '/usr/bin/bash',
  '/usr/local/bin/bash',
  '/opt/homebrew/bin/bash',
  '/run/current-system/sw/bin/bash',
];

/**
 * The line that is meant by a command which is no program: neither on the PATH nor a file, whatever blanks its name has.
 * Undefined for a program, and for a single word that a shell would not find either.
 */
export function shellLineOf(
  { command, args, env, cwd }: Program,
  { platform = process.platform, ...seam }: Pick<ProgramLookup, 'platform' | 'isProgram'> = {},
): string | undefined {
  const isBuiltin =
    platform === 'win32' ? WINDOWS_BUILTINS.has(command.toLowerCase()) : SHELL_BUILTINS.has(command);
  if (!isBuiltin && !SHELL_SYNTAX.test(command)) return undefined;
  if (findProgram(command, { ...seam, env, cwd, platform }) !== undefined) return undefined;
  if (!isBareName(command, platform) && existsSync(resolve(cwd, command))) return undefined;
  const [first, ...more] = args;
  if (first === undefined) return command;
  const words = platform === 'win32' ? args.map(windowsWord).join(' ') : commandLineText(first, more);
  return `${command} ${words}`;
}

/** An argument as `cmd.exe` reads it, which knows no single quotes. */
function windowsWord(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}

/** How a shell is given a line: bash, which agents write for, else the shell that the system has. */
export function shellCommand(
  line: string,
  platform: NodeJS.Platform = process.platform,
  isFile: (path: string) => boolean = existsSync,
): Pick<Program, 'command' | 'args' | 'isVerbatim'> {
  return platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true }
    : { command: BASH_PATHS.find(isFile) ?? '/bin/sh', args: ['-c', line] };
}
