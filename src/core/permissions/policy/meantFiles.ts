// Which files a path of a request may mean: without lines, a fragment or an encoding, as a URI, or as a list of several.
import { isAbsolutePath } from '../../paths/pathContainment.ts';
import { decoded, pathOfFileUri } from '../../paths/fileUri.ts';
import type { PathScope } from './matchPath.ts';

/** The files that a text may name. */
export interface MeantFiles {
  /** In every way that the text can be read, the text itself included unless it is a URI of a file. */
  readonly files: readonly string[];
  /** Whether it names one file, in whichever of these ways: not several, no pattern and no variable. */
  readonly isClear: boolean;
}

/** Readings of one text that are looked at; a text with more means nothing certain. */
const MAX_READINGS = 64;

/** No file system has longer paths. */
const MAX_CHARACTERS = 4_096;

/** All up to the last character that the name of a new file does not plainly have. */
const ODD = /^.*[^\p{L}\p{M}\p{N}._/-]/su;
const ODD_ON_WINDOWS = /^.*(?:[^\p{L}\p{M}\p{N}._\\/:-]|(?<!^[a-z]):|(?<=^[a-z]):(?![\\/]))/isu;
/** Lines of a file that agents name behind it. */
const LINES = /(?::L?\d+(?:-L?\d+)?(?::\d+)?|#L?\d+(?:-L?\d+)?)$/i;
/** What makes one of no existing file. */
const NEVER_ONE = /[\p{Cc}\u2028\u2029*?]/u;
const OTHER_SCHEME = /^(?!file:)(?:[a-z][a-z\d+.-]+:\/|(?:untitled|data|git|vscode[\w-]*):)/i;

/** Each takes off what is no part of the name of a file. */
const READINGS: readonly ((text: string) => string)[] = [
  (text) => decoded(text),
  (text) => text.replace(/^[a-z][a-z\d+.-]+:\/+/i, '/'),
  // Lines, columns, a symbol, a fragment, a query; the drive of Windows stays.
  (text) => text.replace(/(?<=.)[:#?][^\\/]*$|(?<=[^\\/])@[^\\/]*$/s, ''),
  (text) => text.replace(/(?<=.)[#?].*$/s, ''),
  (text) => text.replace(/(?<=.)\([^()]*\)$/, ''),
  (text) => text.replace(/(?<=[^\\/])[\s.\\/]+$/, ''),
  (text) => text.replace(/^[\s"'`<]+|[\s"'`>]+$/g, ''),
];

/** Every way to read a text as the path of one file, the text itself included unless it is a URI of a file. */
export function pathReadings(text: string): readonly string[] {
  const named = withoutFileScheme(text);
  return named.length > MAX_CHARACTERS ? [named] : readingsOf(named);
}

function withoutFileScheme(text: string): string {
  // Whichever machine it names, a rule on the path is meant.
  return pathOfFileUri(text.replace(/^file:[\\/]{2}[^/\\]*/i, 'file:')) ?? text;
}

const known = new WeakMap<PathScope, Map<string, MeantFiles>>();

/** The files that a path of a request may mean, found once for a judgement; a path that Parley itself opens is exact. */
export function meantFiles(text: string, scope: PathScope, isExact = false): MeantFiles {
  if (isExact) return findFiles(text, scope, true);
  const found = known.get(scope) ?? new Map<string, MeantFiles>();
  known.set(scope, found);
  const files = found.get(text) ?? findFiles(text, scope, false);
  found.set(text, files);
  return files;
}

function findFiles(text: string, scope: PathScope, isExact: boolean): MeantFiles {
  const named = withoutFileScheme(text);
  if (named.length > MAX_CHARACTERS) return { files: [named], isClear: false };
  if (isExact) return { files: [named], isClear: true };
  const readings = readingsOf(named);
  const isFew = readings.length <= MAX_READINGS;
  if (isFew && isOne(named, scope)) return { files: readings, isClear: true };
  const pieces = named.split(/[\s,;|]+/).filter((piece) => piece !== '');
  const files = [...readings, ...pieces.slice(0, MAX_READINGS).flatMap(readingsOf)];
  return { files: [...new Set(files)], isClear: false };
}

function readingsOf(text: string): readonly string[] {
  const found = new Set([text]);
  for (const known of found) {
    if (found.size > MAX_READINGS) break;
    for (const read of READINGS) {
      const reading = read(known);
      if (reading !== '') found.add(reading);
    }
  }
  return [...found];
}

/** Whether a text names one file: what is there under this name, or plainly a new one in a folder that is there. */
function isOne(text: string, scope: PathScope): boolean {
  if (NEVER_ONE.test(text) || OTHER_SCHEME.test(text)) return false;
  return [text, decoded(text)].some((read) => isFile(read, scope) || isFile(read.replace(LINES, ''), scope));
}

function isFile(path: string, scope: PathScope): boolean {
  const odd = scope.family === 'windows' ? ODD_ON_WINDOWS : ODD;
  const lastOdd = odd.exec(path)?.[0];
  if (lastOdd === undefined) return true;
  // Up to the part of the path with the last character that is not plain, it has to be there.
  const rest = path.slice(lastOdd.length);
  const end = rest.search(scope.family === 'windows' ? /[\\/]/ : /\//);
  const known = end < 0 ? path : path.slice(0, lastOdd.length + end + 1);
  return scope.exists?.(isAbsolutePath(known, scope.family) ? known : `${scope.cwd}/${known}`) === true;
}
