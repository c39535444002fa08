// The files that commands name, for rules that ask about files or deny them.
import { isAbsolutePath } from '../../../paths/pathContainment.ts';
import type { PathScope } from '../matchPath.ts';
import { indexOf } from './commandIndex.ts';
import type { CommandLine, SimpleCommand, Word } from './commandLine.ts';
import { changesFolder } from './coveredCommand.ts';
import { wordsOf, type CommandWord } from './commandWords.ts';
import { knownProgram } from './programTable.ts';
import { changesPatterns, expandedWords } from './shellPatterns.ts';
import { contentsOf, movedTo, type WholeFiles } from '../wholeFolders.ts';
import { isCodeKind, MAX_REVISION_CHARACTERS } from './wordKinds.ts';

/** What commands say about files. */
export interface CommandFiles {
  /** Words that are files, if they are what they look like. */
  readonly files: readonly string[];
  /** What stands in code, in options that no table lists, and in what variables are set to. */
  readonly possible: readonly string[];
  /** Whether these are all: not where only the shell, or another command, knows which file is meant. */
  readonly areAll: boolean;
}

/** Files that are looked at; no command of a user's names so many. */
const MAX_FILES = 1_000;
const MAX_FOLDERS = 8;

const FILE_KINDS = new Set(
  'path found pager archive package built ownPackage folder context protected revision commit lines switched restored moved unstaged written argument none'.split(
    ' ',
  ),
);

/** Kinds of operands that are changed with all that is in them. */
const WHOLE_KINDS = new Set('switched restored moved written none'.split(' '));

/** A glob in which at most one choice between names is left when the wildcards at its beginning are taken off. */
const SIMPLE_GLOB = /^(?<before>[^*?[\]{}\\]*)(?:\{(?<choice>[^*?[\]{}\\]*)\}(?<after>[^*?[\]{}\\]*))?$/;

const known = new WeakMap<PathScope, WeakMap<readonly CommandLine[], CommandFiles>>();

/** The files of all commands that may run because of the lines; `folders` are named beside them. */
export function filesOfCommands(
  lines: readonly CommandLine[],
  folders: readonly string[],
  scope: PathScope,
): CommandFiles {
  const found = known.get(scope) ?? new WeakMap<readonly CommandLine[], CommandFiles>();
  known.set(scope, found);
  const files = found.get(lines) ?? new FileSearch(folders, scope).search(lines);
  found.set(lines, files);
  return files;
}

class FileSearch {
  readonly #files = new Set<string>();
  readonly #possible = new Set<string>();
  readonly #scope: PathScope;
  #folders: readonly string[];
  #areAll = true;

  constructor(folders: readonly string[], scope: PathScope) {
    this.#folders = ['', ...folders.map((folder) => `${folder}/`)];
    this.#scope = scope;
  }

  search(lines: readonly CommandLine[]): CommandFiles {
    for (const line of lines) {
      const { byProgram, unknown, hasAll, others } = indexOf(line, 'posix');
      const commands = [...byProgram.values()].flat();
      this.#enterFolders(commands);
      const hasPatterns = commands.some(({ patterns }) => patterns !== undefined);
      if (unknown.length > 0 || !hasAll || (hasPatterns && commands.some(changesPatterns)))
        this.#areAll = false;
      for (const command of commands) this.#addCommand(command);
      for (const target of others.redirected ?? []) this.#addFile(target);
      for (const text of others.texts ?? []) this.#addText(text);
    }
    if (this.#files.size + this.#possible.size > MAX_FILES) this.#areAll = false;
    const files = [...this.#files].slice(0, MAX_FILES);
    return { files, possible: [...this.#possible].slice(0, MAX_FILES), areAll: this.#areAll };
  }

  #enterFolders(commands: readonly SimpleCommand[]): void {
    for (const command of commands) {
      if (!changesFolder(command)) continue;
      const [, folder] = command;
      if (folder === undefined || this.#folders.length > MAX_FOLDERS) this.#areAll = false;
      else this.#folders = this.#folders.flatMap((outer) => [outer, `${outer}${folder}/`]);
    }
  }

  #addCommand(command: SimpleCommand): void {
    const program = knownProgram(command[0] ?? '');
    if (program === undefined) {
      for (const index of command.keys()) if (index > 0) this.#addUnlisted(command, index);
      return;
    }
    const words = wordsOf(command, program);
    const isListed = words.every(({ role }) => role !== 'unlisted');
    for (const word of words) this.#addWord(command, word, isListed);
    const operands = words.filter(({ role, kind = '' }) => role === 'operand' && WHOLE_KINDS.has(kind));
    this.#addFolders(operands.flatMap(({ value }) => value ?? []));
  }

  /** What is in the folders that a command changes, also where it would move that. */
  #addFolders(words: readonly string[]): void {
    const { cwd, family } = this.#scope;
    for (const outer of this.#folders) {
      const paths = words.map((word) => (isAbsolutePath(word, family) ? word : `${cwd}/${outer}${word}`));
      for (const path of paths) this.#addWhole(contentsOf(path, this.#scope));
      const target = paths.at(-1);
      if (target !== undefined) this.#addWhole(movedTo(paths.slice(0, -1), target, this.#scope));
    }
  }

  #addWhole({ paths, areAll }: WholeFiles): void {
    if (!areAll) this.#areAll = false;
    for (const path of paths) this.#possible.add(path);
  }

  #addWord(command: SimpleCommand, { role, index, end, kind, value }: CommandWord, isListed: boolean): void {
    if (role === 'unlisted') this.#addUnlisted(command, index);
    if (role === 'unlisted' || kind === undefined) return;
    if (FILE_KINDS.has(kind)) {
      this.#addFile(value, command.patterns?.get(end));
      if (/^(?:revision|commit|lines)$/.test(kind) && value !== undefined) this.#addRevision(value);
    }
    if (kind === 'glob') this.#addGlob(value);
    if (isCodeKind(kind)) this.#addText(value);
    // What an option does that no table lists may be done to files of that name.
    else if (value !== undefined && (!isListed || kind === 'none')) {
      if (!isListed && /[*?[]/.test(value)) this.#areAll = false;
      this.#addText(value);
    }
  }

  /** The file of a revision stands behind any of its colons; git itself expands what has wildcards or magic words. */
  #addRevision(revision: string): void {
    if (revision.length > MAX_REVISION_CHARACTERS) {
      this.#areAll = false;
      return;
    }
    for (const { index } of revision.matchAll(/:(?=.)/gs)) this.#addFile(revision.slice(index + 1));
    if (/[*?[\\]|^:[(!^]/.test(revision)) this.#areAll = false;
  }

  /**
   * The files of a folder that an option selects. What begins with a wildcard reads the folder as a whole, but for the
   * file that has nothing in the place of it.
   */
  #addGlob(glob: Word): void {
    if (glob?.startsWith('!') === true) return;
    const names = SIMPLE_GLOB.exec(glob?.replace(/^(?:\*|\/)+/, '') ?? '*')?.groups;
    if (names === undefined) this.#areAll = false;
    else {
      const { before = '', choice = '', after = '' } = names;
      for (const chosen of choice.split(',')) {
        const name = `${before}${chosen}${after}`;
        if (name !== '') this.#addFile(name);
      }
    }
  }

  /** A word of which nothing is known: a file, or one behind an option. */
  #addUnlisted(command: SimpleCommand, index: number): void {
    const word = command[index];
    const pattern = command.patterns?.get(index);
    this.#addFile(word, pattern);
    // Behind an option, the program may look for files of that name.
    if (pattern?.startsWith('-') === true) this.#areAll = false;
    if (word === undefined) return;
    this.#addFile(word.slice(word.indexOf('=') + 1));
    if (word.startsWith('-')) this.#addFile(word.slice(2));
    this.#addText(word);
  }

  #addFile(file: Word, pattern?: string): void {
    const places = this.#folders.map((folder) => `${this.#scope.cwd}/${folder}`);
    const words =
      file !== undefined
        ? [file]
        : pattern === undefined
          ? []
          : places.flatMap((folder) => expandedWords(pattern, folder, this.#scope) ?? []);
    // Braces stand for the files that another command finds.
    if (words.length === 0 || words.some((word) => word.includes('{}'))) this.#areAll = false;
    for (const word of words) {
      if (word === '') continue;
      for (const folder of this.#folders) this.#files.add(`${folder}${word}`);
    }
  }

  #addText(text: Word): void {
    if (text === undefined) this.#areAll = false;
    else
      for (const part of text.split(/[^\p{L}\p{M}\p{N}._~/\\+-]+/u))
        if (part !== '') this.#possible.add(part);
  }
}
