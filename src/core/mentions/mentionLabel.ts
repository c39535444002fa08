// What a mention is called where it is shown: by what it stands for, because whoever wrote it chose its name.
import { startOf } from '../text/wholeCharacters.ts';
import type { Mention } from './mention.ts';
import { mentionTarget, type MentionedLines } from './mentionTarget.ts';

export interface MentionLabel {
  /** A symbol without its file. */
  readonly name: string;
  readonly text: string;
}

/** A longer name of a symbol would leave no room for its file. */
const MAX_SYMBOL_LENGTH = 40;

/** Files, folders, lines and pages by their addresses; anything else by the name in the mention. */
export function mentionLabel({ name, uri }: Mention): MentionLabel {
  const target = mentionTarget(uri);
  switch (target?.kind) {
    case 'file':
    case 'folder':
      return plain(baseName(target.uri) || name);
    case 'selection':
      return plain(withLines(baseName(target.uri), target.lines));
    case 'symbol': {
      const { symbol } = target;
      const short =
        symbol.length <= MAX_SYMBOL_LENGTH ? symbol : `${startOf(symbol, MAX_SYMBOL_LENGTH - 1)}…`;
      return { name: symbol, text: `${short} · ${baseName(target.uri)}` };
    }
    case 'editor': {
      const document = target.uri === undefined ? '' : baseName(target.uri);
      return plain(document === '' ? name : withLines(document, target.lines));
    }
    case 'url':
      return plain(pageName(target.uri, name));
    default:
      return plain(name);
  }
}

/** An address as users read it: the path of a file, and any other without percent signs. */
export function readableAddress(uri: string): string {
  const [, file] = /^file:\/\/(.*)$/is.exec(uri) ?? [];
  if (file === undefined) return decoded(uri);
  return decoded(file.startsWith('/') ? file : `//${file}`);
}

function plain(text: string): MentionLabel {
  return { name: text, text };
}

/** The last part of the path, as the system reads it: encoded separators count, and so do `.` and `..`. */
function baseName(uri: string): string {
  const parts: string[] = [];
  const path = decoded(uri.replace(/^[a-z][a-z0-9+.-]*:/i, '').replace(/[?#].*$/s, ''));
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.at(-1) ?? '';
}

function withLines(name: string, lines: MentionedLines | undefined): string {
  if (lines === undefined) return name;
  return `${name}:${lines.start === lines.end ? lines.start : `${lines.start}-${lines.end}`}`;
}

/** The host, with the path where the mention names both. Parsers read backslashes as slashes, and skip more of them. */
function pageName(uri: string, name: string): string {
  const [, authority = '', path = ''] = /^https?:[/\\]*([^/\\?#]*)([^?#]*)/i.exec(uri) ?? [];
  const host = decoded(authority.replace(/^.*@/s, '')).toLowerCase();
  return name === host + path.replace(/\/$/, '') ? name : host || uri;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}
