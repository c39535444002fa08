// The kinds of words that the tables name: whether a value or an operand is one.
import { isAbsolutePath, relativePath } from '../../../paths/pathContainment.ts';
import { isPlainPath, type PathScope } from '../matchPath.ts';
import { contentsOf, movedTo, type WholeFiles } from '../wholeFolders.ts';
import { WORD_PATTERNS } from './programs/wordPatterns.ts';

/** Where the words of a command are. */
export interface WordScope {
  readonly scope: PathScope;
  /** The folders in which the command may run: the session's, and those that the line changes to. */
  readonly folders: readonly string[];
  /** Whether a file below runs automatically. */
  readonly isProtected: (path: string) => boolean;
}

/** Kinds of words that are programs, or of which another value may be one. */
export function isCodeKind(kind: string): boolean {
  return kind === 'code' || WORD_PATTERNS[kind]?.isCode === true || kind.includes('|');
}

/** Programs of users are shorter; longer words are asked about. */
const MAX_CODE = 2_000;

/** Whether a text is of a kind, as far as its letters say. */
export function isText(kind: string, word: string): boolean {
  if (kind === 'text') return true;
  if (kind === 'none' || kind === 'code') return false;
  const pattern = WORD_PATTERNS[kind];
  if (pattern === undefined) return kind.split('|').includes(word);
  const { is = /(?:)/, not, isCode = false } = pattern;
  return (!isCode || word.length <= MAX_CODE) && is.test(word) && not?.test(word) !== true;
}

/** What the name of a branch never has: git takes these for files. */
const NO_BRANCH = /^\/|\/\/|(?:^|\/)\.|(?:\/|\.|\.lock)$/;

/** Whether a word is of a kind where it stands. A word that only the shell knows is undefined. */
export function isHarmless(
  kind: string,
  word: string | undefined,
  isSingle: boolean,
  where: WordScope,
): boolean {
  if (word === undefined) return kind === 'text' && isSingle;
  switch (kind) {
    case 'path':
    case 'found':
    case 'pager':
      return (
        word === '-' ||
        word === '/dev/null' ||
        (isFilePath(word) && isBelow(word, where)) ||
        (kind === 'found' && /^[!(),]$/.test(word))
      );
    case 'context':
      // Docker takes these for addresses.
      return (
        word !== '-' && !/^(?:github\.com|git@)/i.test(word) && isHarmless('path', word, isSingle, where)
      );
    case 'protected':
      // What it says is the user's: an agent may not write it unasked.
      return (
        word === '.' ||
        (/^[\w./-]+$/.test(word) &&
          isBelow(word, where) &&
          where.folders.every((folder) => where.isProtected(pathFrom(folder, word, where))))
      );
    case 'archive':
      // Tar takes what stands before a colon for a computer.
      return !/^[^/]*:/.test(word) && isHarmless('path', word, isSingle, where);
    case 'package':
      // With a version it comes from the network.
      return !word.includes('@') && isFilePath(word) && isBelow(word, where);
    case 'built':
      return isHarmless('package', word, isSingle, where) && isWritable(builtFrom(word), where);
    case 'ownPackage':
      return /^\.|\.go$/.test(word) && isHarmless('package', word, isSingle, where);
    case 'folder':
      return word !== '-' && isFilePath(word) && isBelow(word, where);
    case 'revision':
    case 'commit':
      return isRevision(word, where);
    case 'lines':
      return (
        isRevision(word, where) || isHarmless('path', LINES_OF_FILE.exec(word)?.[1] ?? '/', isSingle, where)
      );
    case 'restored':
      // Of what is not there, only git knows whether it is a folder.
      return isMovable(word, where) && isThere(word, where) && !isFolder(word, where);
    case 'switched':
      if (/^(?:-|@(?:[~^]\d*)*)$/.test(word)) return true;
      if (NO_BRANCH.test(word)) return isHarmless('restored', word, isSingle, where);
      return isMovable(word, where) && !isFolder(word, where);
    case 'moved':
    case 'unstaged':
      return isMovable(word, where);
    case 'written':
      return isWritable(word, where);
    case 'argument':
      // A word of an unknown program may be a subcommand or code if it is not plainly a file.
      return isPlainlyFile(word, where) && isWritable(word, where);
    default:
      return isText(kind, word);
  }
}

/** Lines from one place to another, each a number or what matches a pattern, and the file that has them. */
const LINES_OF_FILE =
  /^(?:\^?\/(?:[^/\\\n]|\\.)*\/|[+-]?\d+)?(?:,(?:\/(?:[^/\\\n]|\\.)*\/|[+-]?\d+)?)?:([^:-][^:]*)$/;

/** No file system has longer paths, and reading takes time in proportion to the square. */
export const MAX_REVISION_CHARACTERS = 4_096;

/**
 * A revision, a file, or the file of a revision; magic words of git reach files anywhere in the repository. Programs hand
 * it on to git, which takes one with a dash for an option.
 */
function isRevision(word: string, where: WordScope): boolean {
  if (word.length > MAX_REVISION_CHARACTERS) return false;
  if (/^[-=]|:\/\/|::|\\|^:[^!^\w.]|^:[!^].*[()]|:(?:.*\/)?\.\.(?:\/|$)/.test(word)) return false;
  return /^[^/]*:(?!\/)/.test(word) || isBelow(word, where);
}

const PART = String.raw`@?[\p{L}\p{N}_.+-]*`;
/** A path as files are mostly named, with a line or the name of a test behind it; not `.dump`, nor `.a.b`. */
const PLAIN_FILE = new RegExp(String.raw`^(?!\.[^/])(?:${PART}/)*${PART}(?:::?[\w-]+)*$`, 'u');
/** With a dot before it, or with the brackets that frameworks give to parts of routes. */
const ROUTE_PART = String.raw`(?:${PART}|\[[\w.-]+\][\w.]*|\([\w.-]+\))`;
const RARE_FILE = new RegExp(String.raw`^(?:${ROUTE_PART}/)*${ROUTE_PART}$`, 'u');

/** Whether a word is plainly a path: code and commands of a language are not, nor is a name such as `.dump`. */
function isPlainlyFile(word: string, where: WordScope): boolean {
  if (!/[/.]/.test(word)) return false;
  if (PLAIN_FILE.test(word)) return true;
  const { exists } = where.scope;
  return (
    RARE_FILE.test(word) && where.folders.some((folder) => exists?.(pathFrom(folder, word, where)) === true)
  );
}

/** The program of a file or a folder has its name, and is in the folder where the compiler runs. */
function builtFrom(word: string): string {
  let end = word.length;
  while (word.charAt(end - 1) === '/') end--;
  const name = word.slice(word.lastIndexOf('/', end - 1) + 1, end).replace(/\.go$/, '');
  return `./${/^\.*$/.test(name) ? 'a' : name}`;
}

function isWritable(word: string, where: WordScope): boolean {
  return (
    isFilePath(word) &&
    !/^\.?\/*$/.test(word) &&
    isBelow(word, where) &&
    where.folders.every((folder) => {
      const path = pathFrom(folder, word, where);
      return !where.isProtected(path) && isUnprotected(contentsOf(path, where.scope), where);
    })
  );
}

function isUnprotected({ paths, areAll }: WholeFiles, { isProtected }: WordScope): boolean {
  return areAll && !paths.some((path) => isProtected(path));
}

/** Git takes words for patterns, too. */
function isMovable(word: string, where: WordScope): boolean {
  return !/[*?[\]\\:]/.test(word) && isWritable(word, where);
}

function isThere(word: string, { scope, folders }: WordScope): boolean {
  const { list, exists } = scope;
  return (
    list === undefined || folders.every((folder) => exists?.(pathFrom(folder, word, { scope })) === true)
  );
}

/** What git puts into a folder is what another revision has there. */
function isFolder(word: string, { scope, folders }: WordScope): boolean {
  const { list } = scope;
  return (
    list !== undefined && folders.some((folder) => list(pathFrom(folder, word, { scope }))?.length !== 0)
  );
}

/** Whether files and folders hold nothing protected at the place to which the last word moves them. */
export function isHarmlessMove(words: readonly (string | undefined)[], where: WordScope): boolean {
  const paths = words.filter((word) => word !== undefined);
  const target = paths.at(-1);
  if (target === undefined) return true;
  return where.folders.every((folder) => {
    const [to = '', ...sources] = [target, ...paths.slice(0, -1)].map((word) =>
      pathFrom(folder, word, where),
    );
    return isUnprotected(movedTo(sources, to, where.scope), where);
  });
}

/** Neither an option, an address, nor a file of another computer; `=name` is the path of a program to zsh. */
function isFilePath(word: string): boolean {
  return word !== '' && !/^[-+]|:\/\/|^[^/:]+:(?!:|\d)|^[@!=]/.test(word);
}

/** Whether a path leads below the session's folder from each folder in which the command may run. */
function isBelow(word: string, { scope, folders }: Pick<WordScope, 'scope' | 'folders'>): boolean {
  const { cwd, family, realPath } = scope;
  const root = realPath(cwd);
  if (root === undefined || !isPlainPath(word)) return false;
  const letterCase = family === 'windows' ? 'ignored' : 'matters';
  return folders.every((folder) => {
    const real = realPath(pathFrom(folder, word, { scope }));
    return real !== undefined && relativePath(root, real, family, letterCase) !== undefined;
  });
}

function pathFrom(folder: string, word: string, { scope }: Pick<WordScope, 'scope'>): string {
  return isAbsolutePath(word, scope.family) ? word : `${folder}/${word}`;
}
