// A command line for a shell in the place of a program: some agents send one, where the protocol wants a program.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLineText } from '../core/text/commandLineText.ts';
import { findProgram, isBareName, type ProgramLookup } from '../../packages/process/programPath.ts';
import type { Program } from '../../packages/process/startProcess.ts';

/** What only a shell takes apart, or replaces. */
const SHELL_SYNTAX = /[\s;&|<>$`"'()*?~=!#]/;

/**
 * The line that is meant by a command which is no program: neither on the PATH nor a file, whatever blanks its name has.
 * Undefined for a program, and for a single word, which a shell would not find either.
 */
export function shellLineOf(
  { command, args, env, cwd }: Program,
  { platform = process.platform, ...seam }: Pick<ProgramLookup, 'platform' | 'isProgram'> = {},
): string | undefined {
  if (!SHELL_SYNTAX.test(command)) return undefined;
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

/** How the shell of the system is given a line. */
export function shellCommand(
  line: string,
  platform: NodeJS.Platform = process.platform,
): Pick<Program, 'command' | 'args' | 'isVerbatim'> {
  return platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true }
    : { command: '/bin/sh', args: ['-c', line] };
}
