// The line that a shell of the system is given by `sh -c LINE`.
import type { CommandLine, SimpleCommand } from './commandLine.ts';
import { parseCommandLine } from './parseCommandLine.ts';

/** How deep shells inside shells are followed. */
export const MAX_SHELL_DEPTH = 8;

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);

/** Where the programs of a system are; one of the same name elsewhere may be anything. */
export const SHELL_FOLDERS = new Set([
  '',
  '/bin/',
  '/usr/bin/',
  '/usr/local/bin/',
  '/opt/homebrew/bin/',
  '/run/current-system/sw/bin/',
]);

/**
 * The line that a shell is given as `sh -c LINE` or `bash -lc LINE`, when that is all that the command is; undefined
 * for any other command. Whoever may run the line may run it this way.
 */
function shellLine(command: SimpleCommand): string | undefined {
  const [program, flag, line] = command;
  if (command.length !== 3 || program === undefined || line === undefined) return undefined;
  if (command.inputs !== undefined) return undefined;
  return isSystemShell(program) && (flag === '-c' || flag === '-lc') ? line : undefined;
}

/** Whether a program is one of the shells of the system, by its name alone or by where it is. */
export function isSystemShell(program: string): boolean {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return SHELLS.has(name) && SHELL_FOLDERS.has(program.slice(0, program.length - name.length));
}

/** A command line with the line of every plain `sh -c LINE` in its place. */
export function unwrapShells(parsed: CommandLine, depth = 0): CommandLine {
  let isPlain = parsed.isPlain;
  const piped = new Set(parsed.piped);
  const commands = parsed.commands.flatMap((outer) => {
    const line = shellLine(outer);
    if (line === undefined || depth >= MAX_SHELL_DEPTH) return [outer];
    const inner = unwrapShells(parseCommandLine(line), depth + 1);
    isPlain &&= inner.isPlain;
    // Whichever of them reads first gets what the shell is given.
    for (const command of piped.has(outer) ? inner.commands : inner.piped) piped.add(command);
    return inner.commands;
  });
  return { ...parsed, commands, isPlain, piped: [...piped] };
}
