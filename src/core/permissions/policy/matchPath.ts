// Whether paths match the globs that a rule names.
import picomatch from 'picomatch/posix.js';
import { isAbsolutePath, relativePath } from '../../paths/pathContainment.ts';
import type { ShellFamily } from './commands/commandLine.ts';
import type { Match } from './match.ts';
import { meantFiles } from './meantFiles.ts';

/** Where the paths of a request are. */
export interface PathScope {
  /** The session's folder, absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly family: ShellFamily;
  /** The path without symbolic links, as far as it exists; absolute. Undefined when it cannot be determined. */
  readonly realPath: (path: string) => string | undefined;
  /** The same where a link leads nowhere yet: the path that it names. Absent where the disk cannot be asked. */
  readonly target?: (path: string) => string;
  /** Whether there is something at an absolute path; absent where the disk cannot be asked. */
  readonly exists?: (path: string) => boolean;
  /** What is in a folder; empty if the folder does not exist, undefined if it cannot be read or has too much in it. */
  readonly list?: (folder: string) => readonly FolderEntry[] | undefined;
}

export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'other';
}

/** The same for one judgement: each path is looked up once, however many rules there are. */
export function lookingUpOnce(scope: PathScope): PathScope {
  const known = new Map<string, string | undefined>();
  const realPath = (path: string): string | undefined => {
    if (!known.has(path)) known.set(path, scope.realPath(path));
    return known.get(path);
  };
  return { ...scope, realPath };
}

/** Where a path is: as it is spelled, and without links where that is known. Both absolute. */
export function placesOf(path: string, scope: PathScope): readonly string[] {
  const full = fullPath(path, scope);
  const real = scope.realPath(full);
  return real === undefined || real === full ? [full] : [full, real];
}

/**
 * Whether a glob without wildcards is the very path of a file. Links count only up to the session's folder and the home
 * folder: an agent may put others in the place of a file that was named.
 */
export function isNamedLiterally(path: string, glob: string, scope: PathScope): boolean {
  const { cwd, home, family, realPath } = scope;
  if (/[*?[\]{}()!]/.test(glob) || (family === 'posix' && glob.includes('\\'))) return false;
  const real = realPath(fullPath(path, scope));
  if (real === undefined) return false;
  const letterCase = family === 'windows' ? 'ignored' : 'matters';
  const named = slashed(fullPath(globFrom(glob, scope), scope), scope);
  const isReal = (spelled: string): boolean =>
    relativePath(spelled, slashed(real, scope), family, letterCase) === '';
  return (
    isReal(named) ||
    [cwd, home].some((root) => {
      const below = relativePath(slashed(root, scope), named, family, letterCase);
      const realRoot = realPath(root);
      return below !== undefined && realRoot !== undefined && isReal(`${slashed(realRoot, scope)}/${below}`);
    })
  );
}

/** Whether each file that the paths may mean matches one of the globs, and what it links to does too. */
export function areAllInside(
  paths: readonly string[],
  globs: readonly string[],
  scope: PathScope,
  areExact = false,
): boolean {
  const isCaseless = scope.family === 'windows';
  return (
    paths.length > 0 &&
    paths.every((path) => {
      const { files, isClear } = meantFiles(path, scope, areExact);
      return (
        isClear &&
        files.every((file) => {
          const places = strictPlaces(file, scope);
          return (
            places !== undefined &&
            places.every((place) =>
              globs.some((glob) => compiled(glob, scope).matches(place, isCaseless ? 'caseless' : 'exact')),
            )
          );
        })
      );
    })
  );
}

/**
 * Whether one of the files that the paths may mean, or what it links to, matches one of the globs; letter case is
 * ignored, and the name of a folder means all in it, to match too much rather than too little. Unknown where a path is not clear.
 */
export function affected(
  paths: readonly string[],
  globs: readonly string[],
  scope: PathScope,
  areExact = false,
): Match {
  const { places, text, isClear } = widePlaces(paths, scope, areExact);
  const isAffected = globs.some((glob) => {
    const { literal, matches } = compiled(glob, scope);
    return text.includes(literal) && places.some((place) => matches(place, 'wide'));
  });
  return isAffected ? 'yes' : isClear ? 'no' : 'unknown';
}

/** One place of a file, in the spellings that globs are compared with. */
interface Place {
  readonly absolute: string;
  /** From the session's folder on; for one outside of it none, or the whole where relative globs hold there as well. */
  readonly relative: readonly string[];
  /** Both, in one letter case. */
  readonly text: string;
}

/** All places of what several paths may mean. */
interface Places {
  readonly places: readonly Place[];
  readonly text: string;
  readonly isClear: boolean;
}

/** What a judgement has found of its paths: it is the same for each of its rules. */
interface Found {
  readonly strict: Map<string, readonly Place[] | undefined>;
  readonly wide: WeakMap<readonly string[], Places>;
}

const found = new WeakMap<PathScope, Found>();

function foundIn(scope: PathScope): Found {
  const known = found.get(scope) ?? { strict: new Map(), wide: new WeakMap() };
  found.set(scope, known);
  return known;
}

/** Where a file is by its path and without links; undefined where that is unknown. */
function strictPlaces(file: string, scope: PathScope): readonly Place[] | undefined {
  const { strict } = foundIn(scope);
  const known = strict.get(file);
  if (known !== undefined || strict.has(file)) return known;
  const full = fullPath(file, scope);
  const real = isPlainPath(file) ? scope.realPath(full) : undefined;
  const places =
    real === undefined
      ? undefined
      : [...new Set([full, real])].map((path) =>
          placeOf(slashed(path, scope), scope, scope.family === 'windows' ? 'ignored' : 'matters', false),
        );
  strict.set(file, places);
  return places;
}

/** Wherever the files may be that the paths may mean. */
function widePlaces(paths: readonly string[], scope: PathScope, areExact: boolean): Places {
  const { wide } = foundIn(scope);
  const known = wide.get(paths);
  if (known !== undefined) return known;
  const meant = paths.map((path) => meantFiles(path, scope, areExact));
  const spelled = new Set(
    meant.flatMap(({ files }) =>
      files
        .flatMap((file) => placesOf(file, scope))
        .flatMap((place) => [place, withoutIgnorable(place)])
        // `**` of picomatch ends at a line break, which a name may contain: a restrictive glob must not.
        .map((place) => onOneLine(slashed(place, scope))),
    ),
  );
  const places = [...spelled].map((place) => placeOf(place, scope, 'ignored', true));
  const text = places.map((place) => place.text).join('\n');
  const result = { places, text, isClear: meant.every(({ isClear }) => isClear) };
  wide.set(paths, result);
  return result;
}

function placeOf(
  absolute: string,
  scope: PathScope,
  letterCase: 'matters' | 'ignored',
  matchesOutside: boolean,
): Place {
  const below = rootsOf(scope).flatMap((root) => {
    const path = relativePath(root, absolute, scope.family, letterCase);
    return path === undefined || path === '' ? [] : [path];
  });
  const relative = matchesOutside && below.length === 0 ? [absolute.replace(/^\/+/, '')] : below;
  return { absolute, relative, text: inOneCase([absolute, ...relative].join('\n')) };
}

/** As file systems compare names that ignore letter case and characters without a shape. */
function withoutIgnorable(path: string): string {
  return inOneCase(path.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));
}

function inOneCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

interface CompiledGlob {
  /** A part of every path that matches, in one letter case; empty if the pattern has no such part. */
  readonly literal: string;
  readonly matches: (place: Place, how: Comparison) => boolean;
}

/** With letter case, without it, or without it and with all that is below. */
type Comparison = 'exact' | 'caseless' | 'wide';

/** By the glob, because making one takes far longer than matching. Only settings have globs, never agents. */
const compiledGlobs = new Map<string, CompiledGlob>();
const MAX_GLOBS = 50_000;

function compiled(glob: string, scope: PathScope): CompiledGlob {
  const key = `${scope.family} ${scope.home} ${glob.includes('..') ? scope.cwd : ''} ${glob}`;
  const known = compiledGlobs.get(key);
  if (known !== undefined) return known;
  // The globs of settings that have changed since are not needed any more.
  if (compiledGlobs.size >= MAX_GLOBS) compiledGlobs.clear();
  const made = compile(globFrom(glob, scope), scope.family);
  compiledGlobs.set(key, made);
  return made;
}

function compile(glob: string, family: ShellFamily): CompiledGlob {
  const literal = glob === '.' ? '' : literalOf(glob);
  const isAbsolute = isAbsolutePath(glob, family);
  const below = glob === '.' ? '**' : `${glob.replace(/\/$/, '')}/**`;
  const matchers = new Map<Comparison, (path: string) => boolean>();
  const hasName = !/[*?{[]/.test(glob.slice(glob.lastIndexOf('/') + 1));
  const matcherFor = (how: Comparison): ((path: string) => boolean) => {
    // Extended globs could take very long to match, and the rules of a workspace are not the user's own.
    const options = { dot: true, nonegate: true, noextglob: true, nocase: how !== 'exact' };
    const globs = how === 'wide' && hasName ? [glob, below] : glob;
    const matcher = matchers.get(how) ?? picomatch(globs, options);
    matchers.set(how, matcher);
    return matcher;
  };
  return {
    literal,
    // Few globs are ever compiled: most have a part that the path lacks.
    matches: ({ absolute, relative, text }, how) =>
      text.includes(literal) && (isAbsolute ? [absolute] : relative).some((path) => matcherFor(how)(path)),
  };
}

/** The longest part of a glob without a wildcard; none where a part of it may be one of several. */
function literalOf(glob: string): string {
  if (/[\\()|+@!]/.test(glob)) return '';
  const parts = glob.replaceAll(/\{.*\}|\[.*\]/gs, '*').split(/[*?{}[\]]/);
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  // What stands beside a wildcard may be missing: `a/**` matches `a`.
  return inOneCase(longest.replaceAll(/^\/+|\/+$/g, ''));
}

/** The path with a blank for each line break. */
export function onOneLine(path: string): string {
  return path.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
}

/** A glob in the spelling of the paths that it is compared with; `~/` and a leading `..` are what they stand for. */
function globFrom(glob: string, { cwd, home, family }: PathScope): string {
  const spelt = (family === 'windows' ? glob.replaceAll('\\', '/') : glob).normalize('NFC');
  const isHome = spelt === '~' || spelt.startsWith('~/');
  const isAround = /^(?:\.?\/)*\.\.(?:\/|$)/.test(spelt) && !spelt.startsWith('/');
  const base = isHome ? home : isAround ? cwd : undefined;
  const full =
    base === undefined ? spelt : `${escapeGlob(slashes(base, family))}/${isHome ? spelt.slice(1) : spelt}`;
  // What is above `*` is not the folder in which that is.
  const read = withoutSteps(full, (part = '*') => !/(?<!\\)[*?{[]/.test(part));
  // Shells, git and VS Code have `[!a]` for `[^a]`.
  return read === '' ? '.' : read.replaceAll(/(?<!\\)\[!/g, '[^');
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@|]/g, String.raw`\$&`);
}

function rootsOf(scope: PathScope): readonly string[] {
  const cwd = slashed(scope.cwd, scope);
  const real = scope.realPath(scope.cwd);
  return real === undefined ? [cwd] : [cwd, slashed(real, scope)];
}

/** Whether a path means the same to everyone: no `..` (which a symbolic link may bend), no `~`. */
export function isPlainPath(path: string): boolean {
  return !/(?:^|[\\/])\.\.(?:[\\/]|$)|^~|\0/i.test(path);
}

/** The path from the root of the file system, otherwise as it was written. */
function fullPath(path: string, { cwd, home, family }: PathScope): string {
  if (/^~(?:[\\/]|$)/.test(path)) return home + path.slice(1);
  return isAbsolutePath(path, family) ? path : `${cwd}/${path}`;
}

function slashes(path: string, family: ShellFamily): string {
  return family === 'windows' ? path.replaceAll('\\', '/') : path;
}

/** A path in one spelling: `/` between its parts, no `.`, `..` or empty parts, composed letters. */
export function slashed(path: string, { family }: PathScope): string {
  return withoutSteps(slashes(path, family).normalize('NFC'), () => true);
}

/** A path without empty parts and `.`, and without `..` where it leads out of a part that is `left` by it. */
function withoutSteps(path: string, left: (part: string | undefined) => boolean): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && left(parts.at(-1))) parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
}
