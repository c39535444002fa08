// Which links of an agent's text may be opened, and what they mean.

/** What a link asks for: a page outside, a file (1-based lines), or nothing that may be opened. */
export type LinkTarget =
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string; readonly line?: number; readonly endLine?: number }
  | { readonly kind: 'refused' };

const EXTERNAL = /^(https?|mailto):/i;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const LINES = /(?:#L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?|:(\d+)(?::\d+)?(?:-(\d+))?)$/;

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
  const match = LINES.exec(path);
  if (match === null) return { kind: 'file', path };
  const line = Number(match[1] ?? match[3]);
  const end = match[2] ?? match[4];
  return {
    kind: 'file',
    path: path.slice(0, match.index),
    ...(line > 0 ? { line } : {}),
    ...(line > 0 && end !== undefined ? { endLine: Number(end) } : {}),
  };
}

/** The path of a `file:` URL of this machine, or of a link without a scheme; a Windows drive is no scheme. */
function filePath(href: string): string | undefined {
  if (href.startsWith('#') || href.startsWith('//')) return undefined;
  const isFileUrl = /^file:\/\/(localhost)?\//i.test(href);
  if (!isFileUrl && SCHEME.test(href) && !/^[^/\\:]+\.[^/\\:]+:\d/.test(href)) return undefined;
  const raw = isFileUrl ? href.replace(/^file:\/\/(localhost)?/i, '').replace(/^\/([a-z]:)/i, '$1') : href;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The link to a file as {@link parseLink} reads it; `line` is 1-based. */
export function fileLink(path: string, line?: number): string {
  const encoded = path.replaceAll('%', '%25');
  return line === undefined ? encoded : `${encoded}#L${line}`;
}

/** Longer code names no file. */
const MAX_NAME_LENGTH = 400;
/** What no name of a file in a text has, or what no path is. */
const NO_NAME = /\p{Cc}|["<>|*?]|:\/\/|^-|^[@#.]+$|\(\)?$/u;
/** A folder before it, an extension, a line, or a capital as in `Makefile`. */
const MAY_BE_NAME = /[/\\]|\.\w{1,12}$|^\.\w|^[A-Z][\w-]{2,40}$/;
/** As compilers write a place. */
const PLACE_IN_BRACKETS = /\((\d+)(?:,\d+)?\)$/;

/** The file, and the 1-based line in it, that code in a line may name; undefined where it names none. */
export function namedPath(
  code: string,
): { readonly path: string; readonly line: number | undefined } | undefined {
  if (code.length > MAX_NAME_LENGTH) return undefined;
  const text = code.trim().replace(PLACE_IN_BRACKETS, ':$1');
  const match = LINES.exec(text);
  const path = match === null ? text : text.slice(0, match.index);
  if (path === '' || NO_NAME.test(path) || /[/\\]$/.test(path)) return undefined;
  if (match === null && !MAY_BE_NAME.test(path)) return undefined;
  const line = Number(match?.[1] ?? match?.[3] ?? 0);
  return { path, line: line > 0 ? line : undefined };
}
