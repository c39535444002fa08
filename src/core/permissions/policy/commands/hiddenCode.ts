// Whether a command may run what rules cannot see: what it reads, code in one of its words, what its options name.
import type { SimpleCommand } from './commandLine.ts';
import { wordsOf, type CommandWord } from './commandWords.ts';
import { programName } from './programName.ts';
import { knownProgram } from './programTable.ts';
import { isRunner } from './runners.ts';
import { isCodeKind, isText } from './wordKinds.ts';

/** Whether the arguments of a program are known to be none of a command, but for those that the table does not list. */
export function hasPassiveArguments(program: string): boolean {
  const known = knownProgram(program);
  return known !== undefined && known.runs === undefined;
}

/** Whether a program runs what it reads, or the code in one of its arguments. */
export function isInterpreter(program: string): boolean {
  return knownProgram(program)?.runs === 'script';
}

/** Errs on the side of yes: whatever the table does not list for a program may run something. */
export function mayRunUnseen(command: SimpleCommand): boolean {
  const [program] = command;
  if (program === undefined || isRunner(programName(program)) || isShellWithLine(command)) return false;
  // `python -m pytest` has the words of pytest.
  if (command[1] === '-m' && programName(program) === 'python') return mayRunUnseen(command.slice(2));
  const known = knownProgram(program);
  if (known === undefined) return command.slice(1).some((word) => word !== undefined && mayBeCode(word));
  if (known.isInert) return false;
  const words = wordsOf(command, known);
  if (known.runs === 'script') return mayRunCode(words);
  const isGit = programName(program) === 'git';
  return words.some((word) => {
    // It names the helper program of a remote.
    if (isGit && /^[a-z\d+.-]+::/i.test(word.value ?? '')) return true;
    return (word.role === 'unlisted' && word.isPassed !== true) || isCode(word);
  });
}

/** Whether an interpreter runs more than its script: what follows that is the script's. */
function mayRunCode(words: readonly CommandWord[]): boolean {
  const script = words.findIndex(({ role }) => role === 'operand');
  const before = script < 0 ? words : words.slice(0, script);
  const { value } = words[script] ?? {};
  const isScript = value !== undefined && value !== '-' && !/[\s&(;|]|^\/[a-z]{2,}$/i.test(value);
  const isInformation =
    words.length === 1 && words[0]?.ids?.some((id) => /^(?:version|help|test)$/.test(id)) === true;
  return before.some(({ role }) => role === 'unlisted') || !(isScript || isInformation);
}

function isCode({ kind, value, role }: CommandWord): boolean {
  if (kind === undefined || kind === 'none' || role === 'separator' || !isCodeKind(kind)) return false;
  return value === undefined || !isText(kind, value);
}

/** Names of options whose value is code, or a program or file of code, with most programs. */
const CODE_NAME =
  /eval|exec|expr|code|script|command|cmd|run|filter|hook|program|pager|editor|browser|plugin|load|require|import|init|batch|shell|startup|macro|call|goal|compiler|linker|wrapper|launcher|proxy|tool|config|engine|statement|include|extension|lua|python|perl|ruby/i;
/** Letters of options that mostly have no such value. */
const PLAIN_LETTERS = /^-[abdhjknoqtuvwyADNTUV\d]+$/;
const CODE = /[\n`$;|&<>(){}]|\s\S*["'(]|^(?:exec|system|shell|open2?):/i;
/** `.shell id`, `!id`, `\\! id`: commands of a console. */
const CONSOLE_COMMAND = /^[.:\\]\w+\s|^[\\:]?!/;
const CODE_SUBCOMMAND = /^(?:e|eval|exec|execute|repl)$/;

/** Whether a word of a program that no table has may be code, or name some. */
function mayBeCode(word: string): boolean {
  if ([CODE, CONSOLE_COMMAND, CODE_SUBCOMMAND].some((pattern) => pattern.test(word))) return true;
  if (/^--|^-[a-z]\w{3}/i.test(word))
    return CODE_NAME.test(word.split('=', 1)[0] ?? '') || /^-[ceE]/.test(word);
  return /^-./s.test(word) && !PLAIN_LETTERS.test(word.split('=', 1)[0] ?? '');
}

/** Whether a command is `sh -c LINE`, which is looked into; switches and arguments of the line may be there as well. */
function isShellWithLine([program, ...rest]: SimpleCommand): boolean {
  if (program === undefined || !/^(?:|ba|z|da|a|k|mk|fi|rba|ya)sh$/.test(programName(program))) return false;
  const flag = rest.findIndex(
    (word) => word === undefined || !/^-[a-z]+$/.test(word) || /^-[a-z]*c$/.test(word),
  );
  return (
    /^-[a-z]*c$/.test(rest[flag] ?? '') &&
    !/[so]/.test(rest.slice(0, flag + 1).join('')) &&
    rest.length > flag + 1
  );
}
