// The words of a command by which its program does more than its name says: a rule that allows has to name them.
import type { SimpleCommand, Word } from './commandLine.ts';
import type { ProgramOptions } from './programFamilies.ts';
import { PROGRAM_OPTIONS } from './programOptions.ts';
import {
  CLONE_OPERANDS,
  GIT_ELSEWHERE,
  GIT_OPTIONS,
  GIT_RUNS,
  gitSubcommandIndex,
  isCommitMessage,
  readsGitConfiguration,
} from './gitOptions.ts';
import { programName } from './programName.ts';
import { isPlainSedScript } from './sedScript.ts';
import { innerCommandIndex, isRunner } from './runners.ts';
import { isHarmlessAt, wordHazards } from './wordHazards.ts';

/** A word that makes a command more than its program's own job. */
export interface Hazard {
  /** Its place in the command; beyond the last word where something is missing. */
  readonly index: number;
  /** Whether another program or code from elsewhere runs by it. */
  readonly runs: boolean;
}

/** How deep runners of runners are followed. */
const MAX_DEPTH = 8;

/** Whether the arguments of a program are known to be none of a command, but for its hazards. */
export function hasPassiveArguments(program: string): boolean {
  const options = PROGRAM_OPTIONS.get(programName(program));
  return options !== undefined && options.runsArguments !== true && options.isInterpreter !== true;
}

/** Whether a program runs what it reads, or the code in one of its arguments. */
export function isInterpreter(program: string): boolean {
  return PROGRAM_OPTIONS.get(programName(program))?.isInterpreter === true;
}

/** The hazards of a command, and of the commands that it runs as arguments. */
export function hazardsOf(command: SimpleCommand, depth = 0): readonly Hazard[] {
  const [program] = command;
  if (program === undefined) return [{ index: 0, runs: true }];
  const name = programName(program);
  if (isRunner(name)) return runnerHazards(command, depth);
  if (name === 'git') return gitHazards(command);
  const options = PROGRAM_OPTIONS.get(name);
  if (options === undefined) return [];
  const found = [
    ...optionHazards(command, options, 1).filter(({ index }) => !isHarmlessAt(name, command, index)),
    ...operandHazards(command, options),
    ...wordHazards(name, command),
  ];
  if (name === 'sed' || name === 'gsed') return [...found, ...sedHazards(command)];
  if (name.startsWith('py')) return [...found, ...moduleHazards(command, depth)];
  if (name === 'tar' || name === 'bsdtar') return [...found, ...oldTarHazards(command, options)];
  return found;
}

function runnerHazards(command: SimpleCommand, depth: number): readonly Hazard[] {
  const inner = innerCommandIndex(command);
  if (inner === undefined || depth >= MAX_DEPTH) {
    // Where the command begins is not known, so only a rule that names every word allows it.
    return [{ index: Math.max(command.length - 1, 1), runs: true }];
  }
  const program = programName(command[0] ?? '');
  const appended: readonly Word[] = program === 'xargs' || program === 'parallel' ? [undefined] : [];
  return [
    { index: inner, runs: true },
    ...hazardsOf([...command.slice(inner), ...appended], depth + 1).map((hazard) => ({
      ...hazard,
      index: hazard.index + inner,
    })),
  ];
}

function gitHazards(command: SimpleCommand): readonly Hazard[] {
  const at = gitSubcommandIndex(command);
  const found: Hazard[] = [];
  for (const [index, word] of command.slice(0, at).entries()) {
    const name = word?.split('=', 1)[0] ?? '';
    const isSet = name === '--exec-path' && word === name;
    if (GIT_RUNS.has(name) && !isSet) found.push({ index: index + (word === name ? 1 : 0), runs: true });
    if (GIT_ELSEWHERE.has(name)) found.push({ index: index + (word === name ? 1 : 0), runs: false });
  }
  const options = PROGRAM_OPTIONS.get('git') ?? {};
  const subcommand = command[at];
  if (subcommand === undefined) return at < command.length ? [...found, { index: at, runs: true }] : found;
  const isOwn = wordsIn(options.runs).includes(subcommand);
  if (isOwn) found.push({ index: at, runs: true });
  if (subcommand === 'config' && !readsGitConfiguration(command.slice(at + 1))) {
    found.push({ index: Math.max(command.length - 1, at + 1), runs: true });
  }
  if (subcommand === 'clone') {
    const operands = operandHazards(command.slice(at), CLONE_OPERANDS);
    found.push(...operands.map((hazard) => ({ ...hazard, index: hazard.index + at })));
  }
  const own = Object.hasOwn(GIT_OPTIONS, subcommand) ? GIT_OPTIONS[subcommand] : undefined;
  return [
    ...found,
    ...optionHazards(command, { ...options, values: '', takesOneSubcommand: true }, at + 1).filter(
      ({ index }) => !isCommitMessage(command, at, index),
    ),
    ...(own === undefined ? [] : optionHazards(command, own, at + 1)),
  ];
}

function optionHazards(command: SimpleCommand, options: ProgramOptions, start: number): readonly Hazard[] {
  const found: Hazard[] = [];
  let runs = wordsIn(options.runs);
  let writes = wordsIn(options.writes);
  const isRisky = runs.length + writes.length > 0 || options.code !== undefined;
  let isScript = false;
  let onlyOperands = false;
  for (let index = start; index < command.length; index++) {
    const word = command[index];
    if (index === 2 || index === start) {
      // Behind its subcommand, a word with the name of another one is an operand or a value.
      const isSettled = index > 1 && (start > 1 || /^\w/.test(command[1] ?? ''));
      if (options.takesOneSubcommand === true && isSettled) {
        runs = runs.filter((name) => name.startsWith('-'));
        writes = writes.filter((name) => name.startsWith('-'));
      }
    }
    if (word === undefined) {
      // The shell may put an option here. A script is what the rule allows to run, whichever it is.
      if ((isRisky && !onlyOperands) || options.writesOperands === true) {
        found.push({ index, runs: runs.length > 0 || options.code !== undefined });
      }
    } else if (word === '--' && !onlyOperands) {
      onlyOperands = true;
    } else if (onlyOperands && options.passesOperands === true) {
      break;
    } else if (options.code?.test(word) === true) {
      found.push({ index, runs: true });
    } else if (options.readsVariables === true && /^[^-].*=/s.test(word)) {
      found.push({ index, runs: true });
    } else if (!onlyOperands && isOptionOf(word, runs, options)) {
      found.push({ index, runs: true });
    } else if (!onlyOperands && isOptionOf(word, writes, options)) {
      found.push({ index, runs: false });
    } else if (options.writesOperands === true && !word.startsWith('-') && word !== '/dev/null') {
      found.push({ index, runs: false });
    }
    if (options.isInterpreter !== true || found.length > 0) continue;
    if (/^-[A-Za-z]$/.test(word ?? '') && options.values?.includes(word?.charAt(1) ?? '') === true) {
      index++;
    } else if (isOperand(word, onlyOperands)) {
      isScript = true;
      // Behind a long option it may be the option's value.
      if (!/^--[^=]+$/.test(command[index - 1] ?? '')) break;
    }
  }
  const asksOnly = command.length === 2 && /^(?:--version|-v|-V|--help|-h|--test)$/.test(command[1] ?? '');
  if (options.isInterpreter === true && !isScript && found.length === 0 && !asksOnly) {
    // Without a script it runs what it reads.
    return [{ index: Math.max(command.length - 1, 1), runs: true }];
  }
  return found;
}

/** The operands beyond those that a program reads. */
function operandHazards(
  command: SimpleCommand,
  { readsOperands, separateValue, mixesOperands }: ProgramOptions,
): readonly Hazard[] {
  if (readsOperands === undefined) return [];
  const hazard = (index: number): Hazard => ({ index, runs: false });
  const operands: number[] = [];
  let first = 1;
  let onlyOperands = false;
  while (first < command.length) {
    const word = command[first];
    const isOperandHere = onlyOperands || word === undefined || word === '-' || !word.startsWith('-');
    if (isOperandHere) {
      operands.push(first++);
      // Not all of these programs look for options behind an operand, where a word with a dash is a file then.
      onlyOperands ||= mixesOperands !== true;
    } else {
      onlyOperands = word === '--';
      first += separateValue?.test(word) === true ? 2 : 1;
    }
  }
  const written = new Set(operands.slice(readsOperands));
  return command.flatMap((word, index) =>
    // The shell may put several words for one.
    index > 0 && (word === undefined || written.has(index)) ? [hazard(index)] : [],
  );
}

function isOperand(word: Word, onlyOperands: boolean): boolean {
  return word === undefined || (word !== '-' && word !== '--' && (onlyOperands || !/^[-+]/.test(word)));
}

/** Whether a word is one of the options, also when it is abbreviated, has its value in it or others beside it. */
function isOptionOf(
  word: string,
  options: readonly string[],
  { values = '', plain, hasExactOptions, abbreviatesSubcommands, spellsFreely }: ProgramOptions,
): boolean {
  const [spelled = ''] = word.split('=', 1);
  const name = spellsFreely === true && spelled.length > 2 ? freeSpelling(spelled) : spelled;
  return options.some((option) => {
    if (name === option) return true;
    if (!option.startsWith('-'))
      return abbreviatesSubcommands === true && name.length > 1 && option.startsWith(name);
    if (wordsIn(plain).includes(name)) return false;
    if (option.startsWith('--')) {
      return hasExactOptions !== true && name.length > 2 && option.startsWith(name);
    }
    if (option.length > 2) return name === `-${option}`;
    return /^-[^-]/.test(word) && hasLetter(word, option.charAt(1), values);
  });
}

function freeSpelling(option: string): string {
  const dashes = /^-*/.exec(option)?.[0] ?? '';
  return dashes + option.slice(dashes.length).replaceAll('-', '').toLowerCase();
}

/** Whether a cluster of short options has a letter before one whose value is the rest. */
function hasLetter(word: string, wanted: string, values: string): boolean {
  for (const letter of word.slice(1)) {
    if (letter === wanted) return true;
    if (values.includes(letter) || letter === '=') return false;
  }
  return false;
}

/** Every script of sed: those after -e, or the first operand. */
function sedHazards(command: SimpleCommand): readonly Hazard[] {
  const found: Hazard[] = [];
  let hasScript = command.some((word) => word !== undefined && /^(?:-[nErsuz]*e|--e)/.test(word));
  for (let index = 1; index < command.length; index++) {
    const word = command[index];
    if (word === undefined) {
      found.push({ index, runs: true });
    } else if (word.startsWith('-')) {
      const attached = /^(?:-[nErsuz]*e|--e[a-z]*=)(.+)$/s.exec(word)?.[1];
      const isSeparate = /^(?:-[nErsuz]*e|--e[a-z]*)$/.test(word);
      if (isSeparate) index++;
      const script = attached ?? (isSeparate ? command[index] : '');
      if (script === undefined || !isPlainSedScript(script)) found.push({ index, runs: true });
    } else if (!hasScript) {
      hasScript = true;
      if (!isPlainSedScript(word)) found.push({ index, runs: true });
    }
  }
  return found;
}

/** `python -m pytest` has the options of pytest. */
function moduleHazards(command: SimpleCommand, depth: number): readonly Hazard[] {
  const at = command.indexOf('-m') + 1;
  if (at === 0 || depth >= MAX_DEPTH) return [];
  return hazardsOf(command.slice(at), depth + 1).map((hazard) => ({ ...hazard, index: hazard.index + at }));
}

/** `tar xf a.tar`: the first word may be a cluster of options without a dash. */
function oldTarHazards(command: SimpleCommand, options: ProgramOptions): readonly Hazard[] {
  const first = command[1];
  if (first === undefined || first.startsWith('-')) return [];
  return optionHazards([command[0], ...Array.from(first, (letter) => `-${letter}`)], options, 1).map(
    ({ runs }) => ({ index: 1, runs }),
  );
}

const split = new Map<string, readonly string[]>();

/** The words of a list in the table, split once. */
function wordsIn(list: string | undefined): readonly string[] {
  if (list === undefined || list === '') return [];
  const known = split.get(list) ?? list.split(' ');
  split.set(list, known);
  return known;
}
