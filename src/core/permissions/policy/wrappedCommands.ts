// Commands that run other commands: `bash -c …`, `sudo …`, `xargs …`.
import type { CommandLine, ShellFamily, SimpleCommand, Word } from './commandLine.ts';
import { parseCommandLine } from './parseCommandLine.ts';

/** How deep shells inside shells are followed. */
const MAX_DEPTH = 8;

/** Words of a command inside another that are looked at; no rule names so many. */
export const MAX_PREFIX = 64;

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);

/** Where the shells of a system are; one of the same name elsewhere may be anything. */
const SHELL_FOLDERS = new Set([
  '',
  '/bin/',
  '/usr/bin/',
  '/usr/local/bin/',
  '/opt/homebrew/bin/',
  '/run/current-system/sw/bin/',
]);

/** Programs whose arguments are, or may be, a command. */
const RUNNERS = new Set([
  ...SHELLS,
  ...'sudo doas su env nohup nice ionice timeout time stdbuf setsid strace ltrace script watch'.split(' '),
  ...'xargs parallel find fd exec command builtin eval trap ssh chroot unshare busybox toybox'.split(' '),
  ...'npx bunx pnpx uvx cmd powershell pwsh wsl start'.split(' '),
]);

/** The name a program goes by: without its folder, its `.exe`, and in lower case. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  return name.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

/**
 * The line that a shell is given as `sh -c LINE` or `bash -lc LINE`, when that is all that the command is; undefined
 * for any other command. Whoever may run the line may run it this way.
 */
export function shellLine(command: SimpleCommand): string | undefined {
  const [program, flag, line] = command;
  if (command.length !== 3 || program === undefined || line === undefined) return undefined;
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
  const commands = parsed.commands.flatMap((command) => {
    const line = shellLine(command);
    if (line === undefined || depth >= MAX_DEPTH) return [command];
    const inner = unwrapShells(parseCommandLine(line), depth + 1);
    isPlain &&= inner.isPlain;
    return inner.commands;
  });
  return { ...parsed, commands, isPlain };
}

/**
 * Every command that may run because of one: itself, and for a program that runs others each of its arguments as the
 * start of a command and as a line of its own. Too many rather than too few: for rules that ask or deny.
 */
export function possibleCommands(
  command: SimpleCommand,
  family: ShellFamily,
  depth = 0,
): readonly SimpleCommand[] {
  const [program] = command;
  if (program === undefined || !RUNNERS.has(programName(program)) || depth >= MAX_DEPTH) return [command];
  const rest = command.slice(1);
  const lines = rest.filter((word): word is string => word !== undefined && /\s|[;|&`$(<>]/.test(word));
  return [
    command,
    ...rest.map((_word, index): readonly Word[] => rest.slice(index, index + MAX_PREFIX)),
    ...lines
      .flatMap((line) => parseCommandLine(line, family).commands)
      .flatMap((inner) => possibleCommands(inner, family, depth + 1)),
  ];
}
