// Whether a rule that names the first words of a command covers the whole: what follows has to be harmless.
import type { SimpleCommand } from './commandLine.ts';
import { wordsOf, type CommandWord } from './commandWords.ts';
import { programName } from './programName.ts';
import { knownProgram, type HarmlessProgram } from './programTable.ts';
import { innerCommandIndex, isRunner } from './runners.ts';
import { SCRIPTED, STARTING_WORDS } from './programs/startingPrograms.ts';
import { SHELL_FOLDERS } from './systemShells.ts';
import { isHarmless, isHarmlessMove, isText, type WordScope } from './wordKinds.ts';

/** Words beyond those of a rule; no command of a user's has so many. */
const MAX_WORDS = 500;

/** Options of an interpreter that let it run without a script. */
const WITHOUT_SCRIPT = new Set(['version', 'help', 'test']);

/** What programs may take for the value of the option before it. */
const SWITCH_VALUE = /^(?:true|false|yes|no|on|off|null|none|never|[01])$/i;

/**
 * `named`: how many words, from the program on, a rule names. `isPiped`: whether another command decides what it reads,
 * which may be code.
 */
export function isCovered(command: SimpleCommand, named: number, where: WordScope, isPiped = false): boolean {
  const [program] = command;
  if (program === undefined || named > command.length || command.length - named > MAX_WORDS) return false;
  const name = programName(program);
  // Whatever a rule says, the rest of a line does something else in another folder.
  if (changesFolder(command)) return command.length === 2 && isHarmless('folder', command[1], false, where);
  if (knownProgram(name)?.starts?.addsWords === true) return false;
  const isStarting = STARTING_WORDS.has(`${name} ${command[1]}`);
  const inner = isStarting ? 2 : isRunner(name) ? innerCommandIndex(command) : 0;
  if (inner === undefined || inner >= command.length) return command.length > 1 && named === command.length;
  if (inner > 0)
    return named > inner && isCovered(commandFrom(command, inner), named - inner, where, isPiped);
  const known = isInPlace(program) ? knownProgram(name) : undefined;
  const words = known === undefined ? [] : wordsOf(command, known);
  if (isPiped && (known === undefined || mayObeyInput(words, known))) {
    return known?.runs === 'script' && named === command.length && SCRIPTED.has(name) && hasScript(words);
  }
  if (named === command.length) return named > 1 || known?.runs !== 'script';
  if (known === undefined) {
    return command.slice(named).every((word) => isHarmless('argument', word, false, where));
  }
  return hasItsScript(words, known) && areHarmless(words, named, where);
}

/** The command behind `timeout 60` and the like, which does what it does without. */
export function timedCommand(command: SimpleCommand): SimpleCommand | undefined {
  const inner =
    knownProgram(command[0] ?? '')?.starts?.onlyLimits === true && /^\w+$/.test(command[0] ?? '')
      ? innerCommandIndex(command)
      : undefined;
  if (inner === undefined || inner >= command.length) return undefined;
  // With `=` a word may be a variable to one such program, and the name of a file to run to another.
  const isPlain = command.slice(0, inner).every((word) => word !== undefined && !/^-|=/.test(word));
  return isPlain ? commandFrom(command, inner) : undefined;
}

/** Whether a command changes the folder in which the rest of its line runs. */
export function changesFolder([program]: SimpleCommand): boolean {
  return program !== undefined && /^(?:cd|pushd|popd|chdir)$/.test(programName(program));
}

/** Whether what a program reads may say what it does: that of subcommands that only look does not. */
function mayObeyInput(
  words: readonly CommandWord[],
  { runs, obeysInput, subcommands }: HarmlessProgram,
): boolean {
  const named = words.filter(({ role }) => role === 'subcommand');
  const isLooking =
    subcommands === undefined || (named.length > 0 && !named.some((word) => word.mustBeNamed));
  return runs === 'script' || obeysInput || !isLooking;
}

function areHarmless(words: readonly CommandWord[], named: number, where: WordScope): boolean {
  // Behind a word that says what to do and is in no table (`tar xf`), nothing is known to be harmless.
  const isOther = words.some(
    ({ role, end, kind = '', value = '' }) =>
      role === 'operand' && end < named && kind.includes('|') && !isText(kind, value),
  );
  if (isOther) return false;
  // What an option does that only the rule names, no table says: it may write the files behind it.
  const mayWrite = words.some(
    ({ role, end, value }) => role === 'unlisted' && end < named && value === undefined,
  );
  // A rule that ends with an option leaves its value open.
  const ids = new Set(words.flatMap((word) => (word.end < named ? (word.ids ?? []) : [])));
  // The branch that a rule names is the one that is published or merged, and no other with it.
  const namesRef = words.some(({ end, kind, role }) => end < named && role === 'operand' && isRef(kind));
  const moved = words.filter(({ kind }) => kind === 'moved').map(({ value }) => value);
  return (
    isHarmlessMove(moved, where) &&
    words.every((word, at) => {
      const { role, index, end, kind, value, isSingle = false } = word;
      if (end < named || role === 'separator') return true;
      if (role === 'unlisted' || word.mustBeNamed === true) return false;
      if (namesRef && role === 'operand' && isRef(kind)) return false;
      // It may take back what the rule says.
      if (index >= named && word.ids?.some((id) => ids.has(id)) === true) return false;
      const isSwitch =
        role === 'operand' && words[at - 1]?.ids !== undefined && SWITCH_VALUE.test(value ?? '');
      return (
        !isSwitch &&
        (kind === undefined ||
          isHarmless(mayWrite && /^(?:path|archive)$/.test(kind) ? 'written' : kind, value, isSingle, where))
      );
    })
  );
}

function isRef(kind: string | undefined): boolean {
  return kind === 'ref' || kind === 'commit';
}

/** Without a script, an interpreter runs what it reads. */
function hasItsScript(words: readonly CommandWord[], { runs }: HarmlessProgram): boolean {
  const isInformation = words.some(
    ({ role, ids = [] }) => role === 'option' && ids.some((id) => WITHOUT_SCRIPT.has(id)),
  );
  return runs !== 'script' || isInformation || hasScript(words);
}

/** Whether the first operand, which is the script, is a file: not what is read, under whichever name. */
function hasScript(words: readonly CommandWord[]): boolean {
  const script = words.find(({ role }) => role === 'operand')?.value;
  return script !== undefined && script !== '-' && !/^\/(?:dev|proc)\//.test(script);
}

/** Whether a program is where the one of this name is: another one may have other options. */
function isInPlace(program: string): boolean {
  const folder = program.slice(0, Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  return (
    SHELL_FOLDERS.has(folder) ||
    /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin)\/$/.test(folder) ||
    /^\.[\\/](?:gradlew|mvnw)(?:\.bat|\.cmd)?$/.test(program)
  );
}

function commandFrom(command: SimpleCommand, start: number): SimpleCommand {
  const { singleWords = new Set<number>() } = command;
  return Object.assign(command.slice(start), {
    singleWords: new Set([...singleWords].map((index) => index - start)),
  });
}
