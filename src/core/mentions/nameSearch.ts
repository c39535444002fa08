// Ranks things that have a name, and details beside it, by what is typed of them.
import { folded, rankPaths } from './pathSearch.ts';
import { wordMatcher } from './wordMatch.ts';

export interface NamedThing {
  readonly name: string;
  readonly detail?: string | undefined;
}

/** A thing that matches; a higher score is a better match, 1 is the best. */
export interface FoundThing<T> {
  readonly item: T;
  readonly score: number;
}

/** How much worse a thing is whose details match, and not its name alone. */
const DETAIL_FACTOR = 0.5;

/** A shorter word is looked for in names only: many details begin words with the same letters. */
const MIN_DETAIL_LENGTH = 3;

/** The things that match, best first, at most `limit`: every word matches the name, or is a part of the details. */
export function rankNames<T extends NamedThing>(
  items: readonly T[],
  text: string,
  limit: number,
): readonly FoundThing<T>[] {
  const byName = ranked(items, ({ name }) => name, text);
  const found = new Set(byName.map(({ item }) => item));
  const words = folded(text).split(/\s+/).filter(Boolean);
  const others = items.filter((item) => !found.has(item) && words.every((word) => fitsDetails(item, word)));
  const byDetails = ranked(others, ({ name, detail = '' }) => `${name} ${detail}`, text).map(
    ({ item, score }) => ({ item, score: score * DETAIL_FACTOR }),
  );
  return [...byName, ...byDetails].toSorted((a, b) => b.score - a.score).slice(0, limit);
}

function fitsDetails({ name, detail = '' }: NamedThing, word: string): boolean {
  if (wordMatcher(word)(name, folded(name)) !== undefined) return true;
  return word.length >= MIN_DETAIL_LENGTH && folded(detail).includes(word);
}

/** Things of the same text have the same score. */
function ranked<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  search: string,
): readonly FoundThing<T>[] {
  const byText = Map.groupBy(items, textOf);
  return rankPaths([...byText.keys()], search, items.length).flatMap(({ path, score }) =>
    (byText.get(path) ?? []).map((item) => ({ item, score })),
  );
}
