// Finds paths by what is typed of them, among hundreds of thousands, in steps that the caller can interrupt.
import { go } from 'fuzzysort';

/** How many paths are looked at in a step: about a millisecond. */
const PATHS_IN_STEP = 4_000;

/** How many candidates of each kind of match are ranked. */
const MAX_CANDIDATES = 200;

/** A path that matches; a higher score is a better match, 1 is the best. */
export interface FoundPath {
  readonly path: string;
  readonly score: number;
}

/** How a path matches, best first: how its name begins, what its name holds, what the path holds, letters in order. */
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
  const folded = folding(text);
  const words = folded(text)
    .replaceAll('\\', '/')
    .split(/\s+/)
    .filter((word) => word !== '');
  const candidates: string[][] = Array.from({ length: MATCHES }, () => []);
  let looked = 0;
  for (const path of paths) {
    if (++looked % PATHS_IN_STEP === 0) yield;
    const match = worstMatch(folded(path), words);
    const list = match === undefined ? undefined : candidates[match];
    if (list !== undefined && list.length < MAX_CANDIDATES) list.push(path);
  }
  return rankPaths(candidates.flat().slice(0, MAX_CANDIDATES * 2), text, limit);
}

/** Ranks a few paths, best first; those that do not match are left out. Names count more than the folders before them. */
export function rankPaths(paths: readonly string[], text: string, limit: number): readonly FoundPath[] {
  const search = text.replaceAll('\\', '/').trim();
  if (search === '') return paths.slice(0, limit).map((path) => ({ path, score: 0 }));
  const folded = folding(search);
  const results = go(folded(search), paths, {
    key: folded,
    limit: MAX_CANDIDATES * 2,
    threshold: 0,
  });
  const lower = folded(search);
  return results
    .map(({ obj, score }) => ({ path: obj, score: score * 0.6 + nameScore(folded(obj), lower) * 0.4 }))
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit);
}

/**
 * How texts are compared: in lower case, without accents. File systems may store a letter and its accent as two characters, where a keyboard
 * writes one; that costs time, and matters only where something else than ASCII is typed.
 */
function folding(text: string): (path: string) => string {
  const hasAccents = /[^\0-\x7F]/.test(text);
  if (!hasAccents) return (path) => path.toLowerCase();
  return (path) =>
    path
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '');
}

function worstMatch(lower: string, words: readonly string[]): number | undefined {
  let worst = 0;
  for (const word of words) {
    const match = matchOf(lower, word);
    if (match === undefined) return undefined;
    if (match > worst) worst = match;
  }
  return worst;
}

function matchOf(lower: string, word: string): number | undefined {
  const nameAt = lower.lastIndexOf('/', lower.length - 2) + 1;
  if (lower.startsWith(word, nameAt)) return 0;
  if (lower.includes(word, nameAt)) return 1;
  if (lower.includes(word)) return 2;
  if (hasInOrder(lower, word, nameAt)) return 3;
  return hasInOrder(lower, word, 0) ? 4 : undefined;
}

/** Whether the characters of `word` follow each other in `text` from `from` on, with others between. */
function hasInOrder(text: string, word: string, from: number): boolean {
  let at = from;
  for (let index = 0; index < word.length; index++) {
    at = text.indexOf(word.charAt(index), at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** How much of the name is what was typed: 1 for the whole name, or for the name without its extension. */
function nameScore(path: string, search: string): number {
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1);
  const stem = name.replace(/\.[^.]*$/, '');
  if (name === search || stem === search) return 1;
  if (name.startsWith(search)) return 0.8;
  return name.includes(search) ? 0.5 : 0;
}
