// What the options of git and of its subcommands do, where they differ from those of other programs.
import type { SimpleCommand } from './commandLine.ts';
import type { ProgramOptions } from './programFamilies.ts';

/** The options of git before its subcommand that have a value of their own. */
const GIT_VALUES = new Set(
  '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '),
);
export const GIT_RUNS = new Set(['-c', '--config-env', '--exec-path']);
export const GIT_ELSEWHERE = new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--super-prefix']);

/** Options of one subcommand of git that mean something else in others. */
export const GIT_OPTIONS: Readonly<Record<string, ProgramOptions>> = {
  grep: { runs: '-O', values: 'ABCefm' },
  diff: { writes: '-O', values: 'lSGU' },
  log: { writes: '-O', values: 'nLlSGU' },
  show: { writes: '-O', values: 'nLlSGU' },
  rebase: { runs: '-x', values: 'sXC' },
  clone: { runs: '-u -c', values: 'bjo' },
  'ls-remote': { runs: '-u' },
  difftool: { runs: '-x' },
  archive: { writes: '-o' },
  'format-patch': { writes: '-o', values: 'v' },
  bisect: { runs: 'run' },
  submodule: { runs: 'foreach' },
  bundle: { writes: 'create' },
  worktree: { writes: 'add move remove repair' },
  apply: { writes: '--unsafe-paths --build-fake-ancestor --directory' },
  am: { writes: '--directory' },
  'checkout-index': { writes: '--prefix' },
  'interpret-trailers': { writes: '--in-place' },
  'merge-file': { writesOperands: true },
  mailinfo: { writesOperands: true },
  'pack-objects': { writesOperands: true },
  init: { writesOperands: true },
  mailsplit: { writes: '-o' },
  'index-pack': { writes: '-o' },
  bugreport: { writes: '-o' },
  diagnose: { writes: '-o' },
  'fast-import': { writes: '--export-pack-edges' },
};
const GIT_CONFIG_READS = new Set('--get --get-all --get-regexp --get-urlmatch --list -l get list'.split(' '));
const GIT_CONFIG_VALUES = new Set('-f --file --blob --type --default'.split(' '));
/** Others write, or are abbreviations that may have a value. */
const GIT_CONFIG_FLAG =
  /^(?:-z|--(?:global|system|local|worktree|null|name-only|show-origin|show-scope|(?:no-)?includes|int|bool(?:-or-(?:int|str))?|path|all|(?:file|blob|type|default)=.*))$/s;

/** The operands of `git clone`: an address, and a folder, which may be anywhere. */
export const CLONE_OPERANDS: ProgramOptions = {
  readsOperands: 1,
  mixesOperands: true,
  separateValue:
    /^(?:-[qvnsl46]*[bojuc]|--(?:branch|depth|origin|jobs|filter|reference(?:-if-able)?|shallow-since|shallow-exclude|server-option|revision))$/,
};

/** Whether the arguments of `git config` are those of a read: a key or a value may have the name of one. */
export function readsGitConfiguration(words: SimpleCommand): boolean {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (GIT_CONFIG_READS.has(word)) return true;
    if (GIT_CONFIG_VALUES.has(word)) index++;
    else if (!GIT_CONFIG_FLAG.test(word)) return false;
  }
  return false;
}

/** Options of `git commit` before a message that have no value. */
const COMMIT_FLAG = /^(?:-[aqsv]+|--(?:all|quiet|signoff|verbose|amend|allow-empty|no-edit|no-verify))$/;

/** Whether a word is the message of `git commit`, whatever the text is that the shell puts there. */
export function isCommitMessage(command: SimpleCommand, subcommand: number, index: number): boolean {
  if (command[subcommand] !== 'commit' || command.singleWords?.has(index) !== true) return false;
  let at = subcommand + 1;
  while (at < index) {
    const word = command[at] ?? '';
    if (/^(?:-[aqsv]*m|--message)$/.test(word)) at += 2;
    else if (COMMIT_FLAG.test(word)) at++;
    else return false;
    // The value is the word, and not an operand behind it.
    if (at === index + 1) return true;
  }
  return false;
}

/** The index of git's subcommand; beyond the last word when there is none. */
export function gitSubcommandIndex(command: SimpleCommand): number {
  let index = 1;
  while (index < command.length) {
    const word = command[index];
    if (word === undefined || !word.startsWith('-')) return index;
    index += GIT_VALUES.has(word) ? 2 : 1;
  }
  return index;
}
