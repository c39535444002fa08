// What each word of a command is to its program, by the table: a subcommand, an option with its value, an operand.
import type { SimpleCommand, Word } from './commandLine.ts';
import { optionId, type HarmlessProgram, type HarmlessWords, type Option } from './programTable.ts';
import { isText } from './wordKinds.ts';

/** A word, or an option with the value behind it. */
export interface CommandWord {
  readonly index: number;
  /** The place of its value, where that is a word of its own; else `index`. */
  readonly end: number;
  readonly role: 'subcommand' | 'option' | 'operand' | 'separator' | 'unlisted';
  /** What the option is about; several where letters are joined. */
  readonly ids?: readonly string[];
  /** The kind of the value or the operand; undefined when it has none, and `none` where no word is harmless. */
  readonly kind?: string | undefined;
  /** Undefined when only the shell knows it. */
  readonly value?: Word;
  /** Whether the shell puts one word for it. */
  readonly isSingle?: boolean;
  readonly mustBeNamed?: boolean;
  /** Whether it is for the program that this one starts. */
  readonly isPassed?: boolean;
}

/** The words behind the program. */
export function wordsOf(command: SimpleCommand, program: HarmlessProgram): readonly CommandWord[] {
  const { words, level } = read(command, program);
  // An option says what the operands are from wherever it stands, also from behind them.
  const operands = words
    .flatMap(({ ids = [] }) => ids)
    .map((id) => level.operandsWith.get(id))
    .find((kinds) => kinds !== undefined);
  return operands === undefined ? words : read(command, program, operands).words;
}

interface Read {
  readonly words: readonly CommandWord[];
  /** The program, or the subcommand that the command names. */
  readonly level: HarmlessWords;
}

function read(command: SimpleCommand, program: HarmlessProgram, instead?: readonly string[]): Read {
  const found: CommandWord[] = [];
  const operandsOf = (words: HarmlessWords): string[] => [...(instead ?? words.operands)];
  let level: HarmlessWords = program;
  let subcommands = program.subcommands;
  let operands = operandsOf(level);
  let isBehindDashes = false;
  let hasOperand = false;
  for (let index = 1; index < command.length; index++) {
    const word = command[index];
    // A text is one, however many words the shell puts there, if there are no options.
    const isSingle =
      command.singleWords?.has(index) === true || (program.hasNoOptions && operands[0] === 'text*');
    const options = isBehindDashes ? level.passed : level.options;
    const onlyOperands = program.hasNoOptions || (program.hasOptionsFirst && hasOperand);
    const mayBeOption =
      word !== undefined && /^[-+]./s.test(word) && !onlyOperands && (!isBehindDashes || options.size > 0);
    if (word === '--' && !isBehindDashes) {
      isBehindDashes = true;
      // Git takes what stands there for a file, not for what to switch to.
      if (operands[0] === 'switched') operands.shift();
      found.push({ index, end: index, role: 'separator' });
    } else if (mayBeOption) {
      const option = optionAt(command, index, options, program.hasLongDash);
      const isLate = program.mayHaveOptionsFirst && hasOperand;
      if (option === undefined || (isLate && option.ids?.some((id) => level.operandsWith.has(id)) === true)) {
        found.push({ index, end: index, role: 'unlisted', ids: [optionId(word)], isPassed: isBehindDashes });
      } else {
        const { value, isSingle = false } = option;
        if (isLate && option.end > index)
          found.push({ index, end: option.end, role: 'operand', kind: 'path', value, isSingle });
        found.push(option);
      }
      index = option?.end ?? index;
    } else if (word === undefined && !isSingle) {
      found.push({ index, end: index, role: 'unlisted', value: undefined });
    } else if (subcommands !== undefined && (subcommands.has(word ?? '') || operands.length === 0)) {
      const subcommand = subcommands.get(word ?? '');
      subcommands = undefined;
      if (subcommand === undefined) {
        found.push({ index, end: index, role: 'unlisted', value: word });
        continue;
      }
      // A subcommand that only looks does so also inside of one that a rule has to name.
      const outer = found.at(-1);
      const isInner = outer?.role === 'subcommand';
      if (isInner && !subcommand.isNamed) found[found.length - 1] = { ...outer, mustBeNamed: false };
      level = subcommand;
      subcommands = subcommand.subcommands;
      operands = operandsOf(level);
      found.push({ index, end: index, role: 'subcommand', mustBeNamed: subcommand.isNamed && !isInner });
    } else {
      const [kind = 'none'] = operands;
      hasOperand = true;
      subcommands = undefined;
      if (!kind.endsWith('*')) operands.shift();
      found.push({
        index,
        end: index,
        role: 'operand',
        kind: kind.replace(/\*$/, ''),
        value: word,
        isSingle,
      });
    }
  }
  return { words: found, level };
}

function optionAt(
  command: SimpleCommand,
  index: number,
  options: ReadonlyMap<string, Option>,
  hasLongDash: boolean,
): CommandWord | undefined {
  const word = command[index] ?? '';
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const whole = options.get(word);
  const option = whole ?? options.get(name);
  if (option !== undefined) {
    const { id, kind, values, isOptional, mayLack } = option;
    if (equals >= 0 && whole === undefined) {
      if (kind === undefined || name.length < 3) return undefined;
      return { index, end: index, role: 'option', ids: [id], kind, value: word.slice(equals + 1) };
    }
    const end = index + values;
    const lacks =
      mayLack && (end >= command.length || (kind?.includes('|') && !isText(kind, command[end] ?? '')));
    if (kind === undefined || isOptional || lacks === true)
      return { index, end: index, role: 'option', ids: [id] };
    for (let at = index + 1; at < end; at++) if (!isValueAt(command, at, 'text')) return undefined;
    if (!isValueAt(command, end, kind)) return undefined;
    const isSingle = command.singleWords?.has(end) === true;
    return { index, end, role: 'option', ids: [id], kind, value: command[end], isSingle };
  }
  if (/^-\d+$/.test(word) && options.has('-#')) return { index, end: index, role: 'option', ids: ['-#'] };
  return hasLongDash || word.startsWith('--') ? undefined : clusterAt(command, index, options);
}

/** `-la`, `-n5`, `-xvf a`: letters of which the last may have a value. */
function clusterAt(
  command: SimpleCommand,
  index: number,
  options: ReadonlyMap<string, Option>,
): CommandWord | undefined {
  const word = command[index] ?? '';
  const ids: string[] = [];
  for (let at = 1; at < word.length; at++) {
    const option = options.get(word.charAt(0) + word.charAt(at));
    if (option === undefined) return undefined;
    const { id, kind, isOptional } = option;
    ids.push(id);
    if (kind === undefined) continue;
    const rest = word.slice(at + 1);
    if (rest !== '') return { index, end: index, role: 'option', ids, kind, value: rest };
    if (isOptional) continue;
    const isSingle = command.singleWords?.has(index + 1) === true;
    if (!isValueAt(command, index + 1, kind)) return undefined;
    return { index, end: index + 1, role: 'option', ids, kind, value: command[index + 1], isSingle };
  }
  return { index, end: index, role: 'option', ids };
}

/** Kinds of values of which some begin with a dash. */
const DASHED = /^(?:number|count|mode)$/;

/** Whether a word is the value of the option before it. Many programs take one with a dash for an option of its own. */
function isValueAt(command: SimpleCommand, index: number, kind: string): boolean {
  if (index >= command.length) return false;
  const word = command[index] ?? '';
  return !/^-./s.test(word) || (DASHED.test(kind) && isText(kind, word));
}
