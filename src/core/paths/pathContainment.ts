// Whether a path is absolute, and which paths lie in which folder: the one place that decides it, by spelling alone.
import { pathOfFileUri } from './fileUri.ts';

/** Which rules of spelling a file system has. */
export type PathStyle = 'posix' | 'windows';

/** Whether names that differ in letter case alone are two names. */
export type LetterCase = 'matters' | 'ignored';

/** The rules by which an absolute path is spelled. */
export function pathStyleOf(path: string): PathStyle {
  return /^(?:[a-z]:|\\\\)/i.test(path) ? 'windows' : 'posix';
}

/** An empty part, `.` or `..`. */
const ODD_PART = /\/\.{0,2}(?:\/|$)/;

/**
 * Whether a path begins at a root or a drive and not at the session's folder. `C:a` counts too: it begins at the
 * current folder of a drive, which nobody here knows.
 */
export function isAbsolutePath(path: string, style: PathStyle): boolean {
  return style === 'windows' ? /^(?:[\\/]|[a-z]:)/i.test(path) : path.startsWith('/');
}

/** Whether opening the path talks to another computer, which must not happen for a path nobody has allowed. */
export function isNetworkPath(path: string, style: PathStyle): boolean {
  return style === 'windows' && /^[\\/]{2}/.test(path);
}

/**
 * Whether `path` is `root` or lies below it. Both are absolute, and where it decides a right both are real paths: links
 * resolved, in the spelling of the file system. So letter case matters unless the caller says otherwise: the worst that
 * happens is a question too many. A path with `..` is inside nothing: a link may bend it.
 */
export function isInside(root: string, path: string, style: PathStyle, letterCase?: LetterCase): boolean {
  return relativePath(root, path, style, letterCase) !== undefined;
}

/** The path from `root` on, with `/` between its parts; empty for `root` itself, undefined for what is not inside. */
export function relativePath(
  root: string,
  path: string,
  style: PathStyle,
  letterCase: LetterCase = 'matters',
): string | undefined {
  // Most paths are: thousands of changed files are named at once.
  const isSpelledAlike = style === 'posix' && path.startsWith(root) && path[root.length] === '/';
  if (isSpelledAlike && !ODD_PART.test(path)) return path.slice(root.length + 1);
  const rootParts = partsOf(root, style);
  const pathParts = partsOf(path, style);
  const isSame = (a: string, b: string | undefined): boolean =>
    a === b || (letterCase === 'ignored' && a.toLowerCase() === b?.toLowerCase());
  const isIn = !pathParts.includes('..') && rootParts.every((part, index) => isSame(part, pathParts[index]));
  return isIn ? pathParts.slice(rootParts.length).join('/') : undefined;
}

/**
 * The absolute path of what an agent names: a path, also one relative to `cwd`, or a `file:` URI. One of another machine
 * stays a URI, which is in no folder of this one.
 */
export function fullPath(named: string, cwd: string): string {
  const path = pathOfFileUri(named) ?? named;
  if (/^file:[\\/]{2}/i.test(path)) return path;
  return isAbsolutePath(path, pathStyleOf(cwd)) ? path : `${cwd}/${path}`;
}

/** Whether a folder, as an agent names it, is `cwd` itself by its spelling. */
export function isSameFolder(folder: string, cwd: string): boolean {
  return relativePath(cwd, fullPath(folder, cwd), pathStyleOf(cwd)) === '';
}

/** The parts of an absolute path. Letter case never matters in a drive or the name of another computer. */
function partsOf(path: string, style: PathStyle): string[] {
  if (style === 'posix') return path.split('/').filter((part) => part !== '' && part !== '.');
  const head = isNetworkPath(path, style) ? '\\\\' : '';
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  return [head, ...parts.map((part, index) => (index === 0 ? part.toLowerCase() : part))];
}
