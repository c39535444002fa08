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
  /** Whether there is something at an absolute path; absent where the disk cannot be asked. */
  readonly exists?: (path: string) => boolean;
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
  const inside = {
    roots: rootsOf(scope),
    isCaseless: scope.family === 'windows',
    matchesOutside: false,
    scope,
  };
  const isFileInside = (path: string): boolean => {
    const real = isPlainPath(path) ? scope.realPath(fullPath(path, scope)) : undefined;
    return (
      real !== undefined &&
      [fullPath(path, scope), real].every((full) => globs.some((glob) => isInside(full, glob, inside)))
    );
  };
  return (
    paths.length > 0 &&
    paths.every((path) => {
      const { files, isClear } = meantFiles(path, scope, areExact);
      return isClear && files.every(isFileInside);
    })
  );
}

/**
 * Whether one of the files that the paths may mean, or what it links to, matches one of the globs; letter case is
 * ignored, to match too much rather than too little. Unknown where a path is not clear.
 */
export function affected(
  paths: readonly string[],
  globs: readonly string[],
  scope: PathScope,
  areExact = false,
): Match {
  const inside = { roots: rootsOf(scope), isCaseless: true, matchesOutside: true, scope };
  const isFileAffected = (file: string): boolean =>
    placesOf(file, scope)
      .flatMap((place) => [place, withoutIgnorable(place)])
      .some((place) => globs.some((glob) => isInside(place, glob, inside)));
  let result: Match = 'no';
  for (const path of paths) {
    const { files, isClear } = meantFiles(path, scope, areExact);
    if (files.some(isFileAffected)) return 'yes';
    if (!isClear) result = 'unknown';
  }
  return result;
}

/** As file systems compare names that ignore letter case and characters without a shape. */
function withoutIgnorable(path: string): string {
  return path
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
}

interface Inside {
  readonly roots: readonly string[];
  readonly isCaseless: boolean;
  /** Whether a relative glob also holds for files outside of the session's folder. */
  readonly matchesOutside: boolean;
  readonly scope: PathScope;
}

function isInside(path: string, glob: string, inside: Inside): boolean {
  const { roots, isCaseless, matchesOutside, scope } = inside;
  const spelled = slashed(path, scope);
  // `**` of picomatch ends at a line break, which a name may contain: a restrictive glob must not.
  const absolute = matchesOutside ? onOneLine(spelled) : spelled;
  const wanted = globFrom(glob, scope);
  // Extended globs could take very long to match, and the rules of a workspace are not the user's own.
  const matches = matcherOf(wanted, isCaseless);
  if (isAbsolutePath(wanted, scope.family)) return matches(absolute);
  const relative = roots.flatMap((root) => pathBelow(root, absolute, inside) ?? []);
  if (relative.some((path) => matches(path))) return true;
  return matchesOutside && relative.length === 0 && matches(absolute.replace(/^\/+/, ''));
}

/** Compiled globs, because making one takes far longer than matching. Only settings have globs, never agents. */
const matchers = new Map<string, (path: string) => boolean>();
const MAX_MATCHERS = 50_000;

function matcherOf(glob: string, isCaseless: boolean): (path: string) => boolean {
  const key = `${isCaseless ? 'i' : 'c'} ${glob}`;
  const known = matchers.get(key);
  if (known !== undefined) return known;
  // The globs of settings that have changed since are not needed any more.
  if (matchers.size >= MAX_MATCHERS) matchers.clear();
  const made = picomatch(glob, { dot: true, nonegate: true, noextglob: true, nocase: isCaseless });
  matchers.set(key, made);
  return made;
}

/** The path with a blank for each line break. */
export function onOneLine(path: string): string {
  return path.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
}

/** A glob with `/` between its parts, `~/` replaced, and no `./` before it. */
function globFrom(glob: string, { home, family }: PathScope): string {
  const normal = (family === 'windows' ? glob.replaceAll('\\', '/') : glob).normalize('NFC');
  if (normal === '~' || normal.startsWith('~/'))
    return `${escapeGlob(slashes(home, family))}${normal.slice(1)}`;
  return normal.replace(/^(?:\.\/)+/, '');
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
function slashed(path: string, { family }: PathScope): string {
  const parts: string[] = [];
  const spelt = slashes(path, family).normalize('NFC');
  for (const part of spelt.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return (spelt.startsWith('/') ? '/' : '') + parts.join('/');
}

/** The path from a root on to what lies below it. */
function pathBelow(root: string, path: string, { isCaseless, scope }: Inside): string | undefined {
  const below = relativePath(root, path, scope.family, isCaseless ? 'ignored' : 'matters');
  return below === '' ? undefined : below;
}
