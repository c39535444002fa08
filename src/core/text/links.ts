// Which links of an agent's text may be opened, and what they mean.
import { decoded } from '../paths/fileUri.ts';

/** A place in a file; numbers are 1-based. */
export interface FilePlace {
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
}

/** What a link asks for: a page outside, a file, or nothing that may be opened. */
export type LinkTarget =
  | { readonly kind: 'external'; readonly url: string }
  | ({ readonly kind: 'file'; readonly path: string } & FilePlace)
  | { readonly kind: 'refused' };

const EXTERNAL = /^(https?|mailto):/i;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** Line, column and last line, after `#L` or after a colon. */
const PLACE = /(?:#L(\d+)(?:C(\d+))?(?:-L?(\d+)(?:C\d+)?)?|:(\d+)(?::(\d+)(?:-\d+)?|-(\d+))?)$/;

/**
 * Reads a link as written in the text. Web and mail addresses go outside; `file:` URLs and plain paths are files,
 * with `#L10`, `#L10-L20`, `:10` or `:10:5` for lines; any other scheme is refused.
 */
export function parseLink(href: string): LinkTarget {
  const trimmed = href.trim();
  if (trimmed === '' || /\p{Cc}/u.test(trimmed)) return { kind: 'refused' };
  if (EXTERNAL.test(trimmed)) return { kind: 'external', url: trimmed };
  const path = filePath(trimmed);
  if (path === undefined) return { kind: 'refused' };
  const match = PLACE.exec(path);
  if (match === null) return { kind: 'file', path };
  return { kind: 'file', path: path.slice(0, match.index), ...placeIn(match) };
}

/** The numbers of a match of {@link PLACE}; there is no line 0, and no column 0. */
function placeIn(match: RegExpExecArray): FilePlace {
  const [line = 0, column = 0, endLine = 0] = [1, 2, 3].map((group) =>
    Number(match[group] ?? match[group + 3] ?? 0),
  );
  if (line === 0) return {};
  return { line, ...(column > 0 ? { column } : {}), ...(endLine > 0 ? { endLine } : {}) };
}

/** The path of a `file:` URL of this machine, or of a link without a scheme; a Windows drive is no scheme. */
function filePath(href: string): string | undefined {
  if (href.startsWith('#') || href.startsWith('//')) return undefined;
  const isFileUrl = /^file:\/\/(localhost)?\//i.test(href);
  if (!isFileUrl && SCHEME.test(href) && !/^[^/\\:]+\.[^/\\:]+:\d/.test(href)) return undefined;
  const raw = isFileUrl ? href.replace(/^file:\/\/(localhost)?/i, '').replace(/^\/([a-z]:)/i, '$1') : href;
  return decoded(raw);
}

/** The link to a file as {@link parseLink} reads it. */
export function fileLink(path: string, { line, column, endLine }: FilePlace = {}): string {
  const encoded = path.replaceAll('%', '%25');
  if (line === undefined) return encoded;
  const start = column === undefined ? `#L${line}` : `#L${line}C${column}`;
  return `${encoded}${start}${endLine === undefined ? '' : `-L${endLine}`}`;
}

/** Longer code names no file. */
const MAX_NAME_LENGTH = 400;
/** What no name of a file in a text has, or what no path is. */
const NO_NAME = /\p{Cc}|["<>|*?]|:\/\/|^-|^[@#.]+$|\(\)?$/u;
/** A folder before it, an extension, a line, or a capital as in `Makefile`. */
const MAY_BE_NAME = /[/\\]|\.\w{1,12}$|^\.\w|^[A-Z][\w-]{2,40}$/;
/** As compilers write a place. */
const PLACE_IN_BRACKETS = /\((\d+(?:,\d+)?)\)$/;
/** The column of such a place, without its brackets. */
const COLUMN = /(?<=:\d+),(\d+)$/;

/** The file, and the place in it, that code in a line may name; undefined where it names none. */
export function namedPath(code: string): { readonly path: string; readonly place: FilePlace } | undefined {
  if (code.length > MAX_NAME_LENGTH) return undefined;
  const text = code.trim().replace(PLACE_IN_BRACKETS, ':$1').replace(COLUMN, ':$1');
  const match = PLACE.exec(text);
  const path = match === null ? text : text.slice(0, match.index);
  if (path === '' || NO_NAME.test(path) || /[/\\]$/.test(path)) return undefined;
  if (match === null && !MAY_BE_NAME.test(path)) return undefined;
  return { path, place: match === null ? {} : placeIn(match) };
}
