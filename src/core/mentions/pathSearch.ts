// Finds paths by what is typed of them, among hundreds of thousands, in steps that the caller can interrupt.
import { go } from 'fuzzysort';
import { wordMatcher, type WordMatcher } from './wordMatch.ts';

/** How many paths are looked at in a step: about a millisecond. */
const PATHS_IN_STEP = 4_000;

/** How many candidates of each kind of match are ranked. */
const MAX_CANDIDATES = 200;

/** A path that matches; a higher score is a better match, 1 is the best. */
export interface FoundPath {
  readonly path: string;
  readonly score: number;
}

/** How a path matches, best first: start of its name, part of it, part of the path, words of the name, words of the path. */
const MATCHES = 5;

/**
 * The paths that match, best first, at most `limit`. `paths` have `/` between their parts. The generator yields after each
 * step and returns the result; nothing is prepared ahead, because that would cost more memory than the paths themselves.
 */
export function* searchPaths(
  paths: Iterable<string>,
  text: string,
  limit: number,
): Generator<undefined, readonly FoundPath[], undefined> {
  const matchers = matchersOf(folded(text));
  const candidates: string[][] = Array.from({ length: MATCHES }, () => []);
  let looked = 0;
  for (const path of paths) {
    if (++looked % PATHS_IN_STEP === 0) yield;
    const match = worstMatch(path, folded(path), matchers);
    const list = match === undefined ? undefined : candidates[match];
    if (list !== undefined && list.length < MAX_CANDIDATES) list.push(path);
  }
  return rankPaths(candidates.flat().slice(0, MAX_CANDIDATES * 2), text, limit);
}

/** Ranks a few paths, best first; those that do not match are left out. Names count more than the folders before them. */
export function rankPaths(paths: readonly string[], text: string, limit: number): readonly FoundPath[] {
  const search = text.replaceAll('\\', '/').trim();
  if (search === '') return paths.slice(0, limit).map((path) => ({ path, score: 0 }));
  const lower = folded(search);
  const matchers = matchersOf(lower);
  const matching = paths.filter((path) => worstMatch(path, folded(path), matchers) !== undefined);
  // The capitals show where words begin; the search itself is without case.
  const key = (path: string): string => (isPlain(path) ? path : folded(path));
  return go(lower, matching, { key, limit: MAX_CANDIDATES * 2, threshold: 0 })
    .map(({ obj, score }) => ({ path: obj, score: score * 0.6 + nameScore(obj, folded(obj), lower) * 0.4 }))
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit);
}

/**
 * A text as texts are compared: in lower case, without accents. Few paths have some, so that most are done at once; file
 * systems may store a letter and its accent as two characters, where a keyboard writes one.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return isPlain(lower) ? lower : lower.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, '');
}

function isPlain(text: string): boolean {
  return !/[^\0-\x7F]/.test(text);
}

function matchersOf(lowerText: string): readonly WordMatcher[] {
  const words = lowerText.replaceAll('\\', '/').split(/\s+/);
  return words.filter((word) => word !== '').map(wordMatcher);
}

function worstMatch(path: string, lower: string, matchers: readonly WordMatcher[]): number | undefined {
  let worst = 0;
  for (const matcher of matchers) {
    const match = matchOf(path, lower, matcher);
    if (match === undefined) return undefined;
    if (match > worst) worst = match;
  }
  return worst;
}

function matchOf(path: string, lower: string, matcher: WordMatcher): number | undefined {
  const inName = matcher(path, lower, nameStart(lower));
  if (inName === 'start') return 0;
  if (inName === 'part') return 1;
  const inPath = matcher(path, lower);
  if (inPath === 'start' || inPath === 'part') return 2;
  if (inName !== undefined) return 3;
  return inPath === undefined ? undefined : 4;
}

/** Where the name begins, of a folder too. */
function nameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1;
}

/** How much of the name is what was typed: 1 for the whole name, or for the name without its extension. */
function nameScore(path: string, lower: string, search: string): number {
  const name = lower.slice(nameStart(lower));
  const stem = name.replace(/\.[^.]*$/, '');
  if (name === search || stem === search) return 1;
  switch (wordMatcher(search)(path.slice(nameStart(path)), name)) {
    case 'start':
      return 0.8;
    case 'words':
      return 0.7;
    case 'part':
      return 0.5;
    case undefined:
      return 0;
  }
}
