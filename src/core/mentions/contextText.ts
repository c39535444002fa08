// Text of mentions for agents, in English: bounded, with a note of what was left out, and quoted.
import { startOf } from '../text/wholeCharacters.ts';

/** The most characters of one mention that is embedded. */
const MAX_CONTEXT_LENGTH = 200_000;

/** The start of a text, with a note of how much was left out. */
export function startWithNote(text: string, maxLength = MAX_CONTEXT_LENGTH): string {
  if (text.length <= maxLength) return text;
  const start = startOf(text, maxLength);
  return `${start}\n\n[${text.length - start.length} more characters were left out.]\n`;
}

/** The end of a text, with a note of how much was left out: of what grows, the end matters most. */
export function endWithNote(text: string, maxLength = MAX_CONTEXT_LENGTH): string {
  if (text.length <= maxLength) return text;
  const end = text.slice(-maxLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `[${text.length - end.length} earlier characters were left out.]\n\n${end}`;
}

/** The lines of a text that are mentioned; 1-based, both inclusive. A line ends with `\n`, `\r\n` or a lone `\r`. */
export function textLines(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const ending = /\r\n|\r|\n/g;
  let line = 1;
  let from = start === 1 ? 0 : text.length;
  for (const match of text.matchAll(ending)) {
    line++;
    if (line === start) from = match.index + match[0].length;
    if (line > end) return text.slice(from, match.index);
  }
  return text.slice(from);
}

/** A text between fences that are longer than any in it. */
export function quoted(text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((length, [run]) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** The files of a folder, with a note where there are more than `max`. */
export function folderListing(folder: string, files: readonly string[], max: number): string {
  const listed = files.slice(0, max).map((path) => path.replaceAll(/[\r\n]/g, '?'));
  const rest = files.length > max ? '\n[There are more files, which were left out.]' : '';
  return `Files in ${folder}, without ignored ones:\n${listed.join('\n')}${rest}\n`;
}

/** The worst first, in the order of VS Code's own numbers. */
export const PROBLEM_SEVERITIES: readonly string[] = ['error', 'warning', 'info', 'hint'];

/** A problem that VS Code shows; line and column are 1-based. */
export interface ListedProblem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly message: string;
  /** What reports it, and its code: `ts 2304`. */
  readonly source: string;
}

/** Problems beyond these are not written out. */
const MAX_PROBLEMS = 1_000;

/** Problems, one a line; of very many the worst, with a note of how many were left out. */
export function problemsText(all: readonly ListedProblem[]): string {
  if (all.length === 0) return 'There are no problems.\n';
  const problems = all.length <= MAX_PROBLEMS ? all : worst(all);
  const lines = problems.map(({ path, line, column, severity, message, source }) => {
    const from = source === '' ? '' : ` [${source}]`;
    return `${path}:${line}:${column}: ${severity}: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}${from}`;
  });
  const more = all.length - problems.length;
  const rest = more === 0 ? '' : `[${more} more problems were left out.]\n`;
  return startWithNote(`${rest}${lines.join('\n')}\n`);
}

function worst(problems: readonly ListedProblem[]): readonly ListedProblem[] {
  const rank = ({ severity }: ListedProblem): number => PROBLEM_SEVERITIES.indexOf(severity);
  return problems.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_PROBLEMS);
}

/** Changes of a repository: the diff, and files that git does not track yet. */
export function changesText(diff: string, untracked: readonly string[]): string {
  const more = untracked.length === 0 ? '' : `\nUntracked files:\n${untracked.join('\n')}\n`;
  const text = diff + more;
  return text.trim() === '' ? 'There are no changes.\n' : startWithNote(text);
}

/** A command of a terminal; it may still run. */
export interface CommandOutput {
  readonly commandLine: string;
  readonly cwd: string | undefined;
  /** Undefined while it runs, and where the shell does not say. */
  readonly exitCode: number | undefined;
  readonly isRunning: boolean;
  readonly output: string;
  /** How much of the output was forgotten. */
  readonly droppedLength: number;
}

/** A command of a terminal with its output. */
export function commandText({
  commandLine,
  cwd,
  exitCode,
  isRunning,
  output,
  droppedLength,
}: CommandOutput): string {
  const where = cwd === undefined ? '' : `In ${cwd}\n`;
  const dropped = droppedLength === 0 ? '' : `[${droppedLength} earlier characters were left out.]\n`;
  const ended = exitCode === undefined ? 'The command has ended.' : `Exit code ${exitCode}.`;
  const printed = output === '' && !isRunning ? '[No output was reported.]' : output;
  return `${where}$ ${commandLine}\n${dropped}${printed}\n\n${isRunning ? 'The command is still running.' : ended}\n`;
}

/** The cells of a notebook, each with its number and language. */
export function notebookCells(
  cells: readonly { readonly language: string; readonly text: string }[],
): string {
  return cells.map(({ language, text }, index) => `[Cell ${index + 1}, ${language}]\n${text}\n`).join('\n');
}
