// Commands that run other commands: `bash -c …`, `sudo …`, `xargs …`.
import type { CommandLine, ShellFamily, SimpleCommand, Word } from './commandLine.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { isInterpreter } from './hiddenCode.ts';
import { programName } from './programName.ts';
import { isRunner } from './runners.ts';
import { knownProgram } from './programTable.ts';
import { FINDERS, LINE_SHELLS } from './programs/startingPrograms.ts';
import { MAX_SHELL_DEPTH } from './systemShells.ts';

/** Words of a command inside another that are looked at; no rule names so many. */
const MAX_PREFIX = 64;

/** Commands that one line may run; one with more is not looked through. */
const MAX_COMMANDS = 4_000;

/** What may run because of a line. */
export interface PossibleCommands {
  readonly commands: readonly SimpleCommand[];
  /** The lines that shells inside of it are given, and the line itself. */
  readonly lines: readonly CommandLine[];
  /** Whether these are all, as far as the grammar of shells goes. */
  readonly areAll: boolean;
}

/**
 * Every command that may run because of a line: its own, and for a program that runs others each of its arguments as
 * the start of a command and as a line of its own. Too many rather than too few: for rules that ask or deny.
 */
export function possibleCommands(line: CommandLine, family: ShellFamily): PossibleCommands {
  const found: SimpleCommand[] = [];
  const lines = [line];
  let areAll = line.isPlain;
  const waiting = line.commands.map((command) => ({ command, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { command, depth } = next;
    found.push(command);
    // Nobody has seen what it reads.
    if (command.inputs !== undefined) areAll = false;
    const name = programName(command[0] ?? '');
    if (!isRunner(name) && !LINE_SHELLS.has(name) && !isInterpreter(name) && FINDERS[name] === undefined)
      continue;
    if (depth >= MAX_SHELL_DEPTH || found.length + command.length > MAX_COMMANDS) {
      areAll = false;
      continue;
    }
    const rest = command.slice(1);
    const appended: readonly Word[] = addsWords(name) ? [undefined] : [];
    for (const index of innerStarts(name, rest)) {
      const inner = [...rest.slice(index, index + MAX_PREFIX), ...appended];
      found.push(inner);
      // `xargs env` runs what it reads.
      const innerName = programName(inner[0] ?? '');
      if (appended.length > 0 && (isRunner(innerName) || isInterpreter(innerName))) areAll = false;
    }
    for (const text of rest) {
      const lineText = text === undefined ? undefined : innerLine(text);
      if (lineText === undefined) continue;
      const inner = parseCommandLine(lineText, family);
      areAll &&= inner.isPlain;
      lines.push(inner);
      waiting.push(...inner.commands.map((one) => ({ command: one, depth: depth + 1 })));
    }
  }
  return { commands: found, lines, areAll };
}

function addsWords(name: string): boolean {
  return knownProgram(name)?.starts?.addsWords === true || FINDERS[name]?.addsWords === true;
}

/** Where in the arguments of a program a command may begin. */
function innerStarts(name: string, rest: readonly Word[]): Iterable<number> {
  if (isRunner(name) || name === 'cmd') return rest.keys();
  const options = FINDERS[name]?.options.split(' ') ?? [];
  return rest.flatMap((word, index) => (word !== undefined && options.includes(word) ? [index + 1] : []));
}

/** The line in a word that only a shell would take apart; also behind a short option, as in `-Srm a`. */
function innerLine(word: string): string | undefined {
  if (!/[\s;|&`$(<>]/.test(word)) return undefined;
  return word.replace(/^(?:-[A-Za-z]|--[a-z-]+=)(?=\S)/, '');
}
