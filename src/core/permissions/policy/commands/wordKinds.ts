// The kinds of words that the tables name: whether a value or an operand is one.
import { isAbsolutePath, relativePath } from '../../../paths/pathContainment.ts';
import { isPlainPath, type PathScope } from '../matchPath.ts';
import { isExportedForDisplay } from './displayVariables.ts';
import { isPlainSedScript } from './sedScript.ts';

/** Where the words of a command are. */
export interface WordScope {
  readonly scope: PathScope;
  /** The folders in which the command may run: the session's, and those that the line changes to. */
  readonly folders: readonly string[];
  /** Whether a file below runs by itself, or a folder holds such files. */
  readonly isProtected: (path: string) => boolean;
}

/** What of awk can run programs, and read or write other files: `>` only compares before the first `print`. */
const AWK_RUNS = /system|getline|argv|[@]|(?<!\|)\|(?!\|)|\|{3}|print.*>/is;

/** By their names. A word that does not do is asked about. */
const TEXTS: Readonly<Record<string, (word: string) => boolean>> = {
  number: (word) => /^[-+]?\d+$/.test(word),
  count: (word) => /^[-+]?\d+[bckwKMG]?$/.test(word),
  mode: (word) => /^[-/]?[0-7augorwxXst=+,-]+$/.test(word),
  word: (word) => /^[\p{L}\p{N}_@][\p{L}\p{N}_.,:@+%=^!/*-]*$/u.test(word) && !/\.\.|:\/\//.test(word),
  remoteName: (word) => /^\w[\w-]*$/.test(word),
  remote: (word) => /^(?:origin|upstream)$/.test(word),
  ref: (word) => /^\w[\w./-]*$/.test(word) && !word.includes('..'),
  repository: (word) => /^[\w-][\w.-]*\/[\w.-]+$/.test(word),
  script: (word) => /^[\w@][\w:.@-]*$/.test(word),
  // By these names, in every project; other tasks may publish.
  gradle: (word) =>
    /^(?::?(?:[\w-]+:)*)(?:test|check|build|assemble|classes|testClasses|compileJava|compileTestJava|compileKotlin|lint|tasks|dependencies|help|properties|projects)$/.test(
      word,
    ),
  goal: (word) =>
    /^(?:validate|compile|test|test-compile|package|verify|integration-test|(?:generate|process)-(?:test-)?(?:sources|resources|classes)|dependency:(?:tree|list|resolve(?:-plugins)?|analyze)|help:[a-z-]+|compiler:(?:testC|c)ompile|surefire:test|failsafe:(?:integration-test|verify)|versions:display-[a-z-]+|(?:checkstyle|pmd|spotbugs|spotless):check)$/.test(
      word,
    ),
  // It keeps a plugin of pytest from being loaded.
  off: (word) => /^no:[\w.-]+$/.test(word),
  lint: (word) => /^[a-z][\w:-]*$/.test(word),
  display: isExportedForDisplay,
  switch: (word) => /^(?:[-+][a-jl-zA-Z]+|pipefail)$/.test(word),
  // Shells evaluate the index of a variable, with the commands in it.
  known: (word) => !/\[.*[$`]/s.test(word),
  format: (word) => /^(?!-)(?:[^%\\]|%%|%-?\d*(?:\.\d+)?[sbq]|\\.)*$/s.test(word),
  sed: isPlainSedScript,
  awk: (word) => !AWK_RUNS.test(word),
  // A module is a file, from whichever folder the program names.
  jq: (word) => !/(?<![\w.$])(?:import|include)(?!\w)|modulemeta|get_search_list/.test(word),
  duration: (word) => /^\d+(?:\.\d+)?[smhd]?$/.test(word),
  image: (word) => /^\w[\w./:-]*$/.test(word),
  triple: (word) => /^\w[\w-]*$/.test(word),
  clock: (word) => /^(?:\+[^+].*|-u|--utc|-I(?:date|hours|minutes|seconds|ns)?|--iso-8601|-R)$/s.test(word),
  pager: (word) => !word.startsWith('+'),
};

/** Kinds of words that are programs, or of which another value may be one. */
export function isCodeKind(kind: string): boolean {
  return (
    /^(?:display|switch|known|format|sed|awk|jq|pager|gradle|goal|lint)$/.test(kind) || kind.includes('|')
  );
}

/** Whether a text is of a kind, as far as its letters say. */
export function isText(kind: string, word: string): boolean {
  if (kind === 'text') return true;
  if (Object.hasOwn(TEXTS, kind)) return TEXTS[kind]?.(word) === true;
  return kind.split('|').includes(word);
}

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
    case 'ownPackage':
      return /^\.|\.go$/.test(word) && isHarmless('package', word, isSingle, where);
    case 'folder':
      return word !== '-' && isFilePath(word) && isBelow(word, where);
    case 'revision':
      return isRevision(word, where);
    case 'restored':
      return /^(?:-|@(?:[~^]\d*)*)$/.test(word) || (!/[*?[\]\\:]/.test(word) && isWritable(word, where));
    case 'written':
      return isWritable(word, where);
    case 'compiled':
      return [word, ...outputsOf(word)].every((file) => isWritable(file, where));
    case 'argument':
      // A word of an unknown program may be a subcommand or code if it is not plainly a file.
      return isPlainlyFile(word, where) && isWritable(word, where);
    default:
      return isText(kind, word);
  }
}

/** A revision, a file, or the file of a revision; magic words of git reach files anywhere in the repository. */
function isRevision(word: string, where: WordScope): boolean {
  if (/:\/\/|::|\\|^:[^!^\w.]|^:[!^].*[()]|:(?:.*\/)?\.\.(?:\/|$)/.test(word)) return false;
  return /^[^/]*:(?!\/)/.test(word) || isBelow(word, where);
}

/** What a compiler writes for a source. */
function outputsOf(source: string): readonly string[] {
  const [, name, kind = ''] = /^(.*)\.([cm]?)tsx?$/is.exec(source) ?? [];
  return name === undefined ? [] : [`${kind}js`, 'jsx', `d.${kind}ts`].map((ending) => `${name}.${ending}`);
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

function isWritable(word: string, where: WordScope): boolean {
  return (
    isFilePath(word) &&
    !/^\.?\/*$/.test(word) &&
    isBelow(word, where) &&
    !where.folders.some((folder) => where.isProtected(pathFrom(folder, word, where)))
  );
}

/** Neither an option, an address, nor a file of another computer. */
function isFilePath(word: string): boolean {
  return word !== '' && !/^[-+]|:\/\/|^[^/:]+:(?!:|\d)|^[@!]/.test(word);
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
