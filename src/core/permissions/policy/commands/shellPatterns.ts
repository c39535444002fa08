// The words that a shell puts in the place of one with wildcards or braces: by what is on the disk now.
import { isAbsolutePath } from '../../../paths/pathContainment.ts';
import type { PathScope } from '../matchPath.ts';
import type { SimpleCommand, Word } from './commandLine.ts';

/** A pattern that stands for more is not looked at. */
const MAX_WORDS = 500;
const MAX_FOLDERS = 1_000;
const MAX_ALTERNATIVES = 64;

const DOT = { name: '.', type: 'folder' } as const;
const DOTS = { name: '..', type: 'folder' } as const;

/** A character of a pattern: itself, one of a set, any one, or any number. */
type Part = { readonly is: string } | { readonly of: RegExp } | '?' | '*';

/**
 * The commands that a shell makes of one with patterns: it may take braces as they are or not. Undefined where that
 * cannot be said. `mayHaveOptions`: whether a file that another command makes may have the name of an option.
 */
export function expandedCommands(
  command: SimpleCommand,
  folder: string,
  scope: PathScope,
  mayHaveOptions: boolean,
): readonly SimpleCommand[] | undefined {
  const { patterns, singleWords = new Set<number>(), inputs } = command;
  if (patterns === undefined) return [command];
  const readings = [true, false].map((hasBraces) => {
    const words: Word[] = [];
    const single = new Set<number>();
    for (const [index, word] of command.entries()) {
      const pattern = patterns.get(index);
      if (singleWords.has(index)) single.add(words.length);
      const found = pattern === undefined ? [word] : expandedWords(pattern, folder, scope, hasBraces);
      if (found === undefined || (!mayHaveOptions && /^(?:\\?-|[*?[{])/.test(pattern ?? '')))
        return undefined;
      words.push(...found);
    }
    return Object.assign(words, { singleWords: single, ...(inputs !== undefined && { inputs }) });
  });
  const known = readings.filter((reading) => reading !== undefined);
  return known.length < readings.length ? undefined : known;
}

/** Commands of shells that say which files patterns stand for. */
const SETTING = new Set(['shopt', 'setopt', 'unsetopt', 'emulate']);

/** What `set` may be given that says nothing about patterns. */
const PLAIN_SETTING = /^(?:[-+][ehuvxo]+|pipefail|errexit|nounset|verbose|xtrace)$/;

/** Whether patterns stand for other files in the line of a command than those that shells find at first. */
export function changesPatterns(command: SimpleCommand): boolean {
  const place = command.indexOf('set');
  const isSet = place >= 0 && place < 2 && !isPlainSetting(command.slice(place + 1));
  return isSet || command.some((word) => word !== undefined && SETTING.has(word));
}

function isPlainSetting(words: SimpleCommand): boolean {
  return words.every((word) => word !== undefined && PLAIN_SETTING.test(word));
}

/** The words that a pattern stands for; itself where there is no such file. */
export function expandedWords(
  pattern: string,
  folder: string,
  scope: PathScope,
  hasBraces = true,
): readonly string[] | undefined {
  if (scope.family !== 'posix') return undefined;
  const alternatives = hasBraces ? withoutBraces(pattern) : [pattern];
  const found = alternatives?.map((alternative) => filesOf(alternative, folder, scope));
  const words = found?.flatMap((files) => files ?? []) ?? [];
  return found === undefined || found.includes(undefined) || words.length > MAX_WORDS ? undefined : words;
}

/** Each alternative of the braces of a pattern, from left to right; undefined where there are too many. */
function withoutBraces(pattern: string): readonly string[] | undefined {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // An innermost pair, of which no brace or comma is escaped.
    const pair = /(?<!\\)\{((?:[^{}\\]|\\.)*)\}/s.exec(next);
    if (pair === null) done.push(next);
    else {
      const items = (pair[1] ?? '').split(/(?<!\\),/);
      // A sequence, or none at all.
      if (items.length < 2) return undefined;
      const before = next.slice(0, pair.index);
      const after = next.slice(pair.index + pair[0].length);
      waiting.push(...items.map((item) => `${before}${item}${after}`).reverse());
    }
    if (done.length + waiting.length > MAX_ALTERNATIVES) return undefined;
  }
  return done;
}

function filesOf(pattern: string, folder: string, scope: PathScope): readonly string[] | undefined {
  const literal = pattern.replaceAll(/\\(.)/gs, '$1');
  const segments = pattern.split('/');
  if (!segments.some((segment) => /(?<!\\)[*?[]/.test(segment))) return [literal];
  // Folders end with a slash, but for the session's own, which is empty.
  let found: readonly string[] = [''];
  let folders = 0;
  let isKnown = true;
  for (const [at, segment] of segments.entries()) {
    const parts = partsOf(segment);
    if (parts === undefined || hasLinkedFolders(parts, segment)) return undefined;
    const isLast = at === segments.length - 1;
    const end = isLast ? '' : '/';
    if (parts.every((part) => typeof part !== 'string' && 'is' in part)) {
      const name = segment.replaceAll(/\\(.)/gs, '$1');
      found = found.map((path) => `${path}${name}${end}`);
      isKnown = false;
      continue;
    }
    const next: string[] = [];
    const waiting = [...found];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const full = isAbsolutePath(path, scope.family) ? path : `${folder}/${path}`;
      const entries = scope.list?.(full.replace(/(?<=.)\/+$/, ''));
      if (entries === undefined || ++folders > MAX_FOLDERS) return undefined;
      // Some shells have these two among the names.
      for (const { name, type } of [...entries, DOT, DOTS]) {
        const inner = `${path}${name}`;
        if (matches(parts, name) && (isLast || type !== 'file')) next.push(`${inner}${end}`);
        // Some shells take `**` for folders at any depth, others for one name.
        if (segment === '**' && type === 'folder' && !name.startsWith('.')) waiting.push(`${inner}/`);
        if (next.length > MAX_WORDS) return undefined;
      }
    }
    isKnown = true;
    // `**` matches no folder at all as well.
    found = segment === '**' ? [...new Set([...found, ...next])] : next;
  }
  const isThere = (path: string): boolean =>
    isKnown || scope.exists?.(isAbsolutePath(path, scope.family) ? path : `${folder}/${path}`) === true;
  const there = found
    .map((path) => path.replace(/(?<=[^/])\/+$/, ''))
    .filter((path) => path !== '' && isThere(path));
  return there.length === 0 ? [literal] : there;
}

/** Undefined where the shells differ. */
function partsOf(segment: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < segment.length; at++) {
    const character = segment.charAt(at);
    if (character === '\\') parts.push({ is: segment.charAt(++at) });
    else if (character === '*' || character === '?') parts.push(character);
    else if (character === '[') {
      // Some shells take `^` for one of the letters.
      const set = /^\[(!?)((?:[\w. ]|\w-\w)+)\]/.exec(segment.slice(at));
      if (set === null || hasBackwardRange(set[2] ?? '')) return undefined;
      // Languages differ in whether other letters stand between two.
      parts.push({
        of: new RegExp(`^[${set[1] === '' ? '' : '^'}${set[2] ?? ''}]$`, set[1] === '' ? 'iu' : 'u'),
      });
      at += set[0].length - 1;
    } else parts.push({ is: character });
  }
  return parts;
}

/** To zsh, `***` stands for folders at any depth, also behind links; to fish, `a**` for files at any depth. */
function hasLinkedFolders(parts: readonly Part[], segment: string): boolean {
  return segment !== '**' && parts.some((part, at) => part === '*' && parts[at - 1] === '*');
}

/** A range such as `z-a`, which has no letters in some shells and is an error in others. */
function hasBackwardRange(set: string): boolean {
  return [...set.matchAll(/(\w)-(\w)/g)].some(([, from = '', to = '']) => from > to);
}

/** In time that grows with the two lengths alone; a dot at the beginning has to be named. */
function matches(parts: readonly Part[], name: string): boolean {
  const [first] = parts;
  if (name.startsWith('.') && !(typeof first === 'object' && 'is' in first)) return false;
  let at = 0;
  let part = 0;
  let star = -1;
  let from = 0;
  while (at < name.length) {
    const wanted = parts[part];
    if (wanted === '*') {
      star = part++;
      from = at;
    } else if (wanted !== undefined && isOne(wanted, name.charAt(at))) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++from;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

function isOne(part: Part, character: string): boolean {
  if (typeof part === 'string') return true;
  return 'is' in part ? part.is === character : part.of.test(character);
}
