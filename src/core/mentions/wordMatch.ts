// Whether what is typed stands for a name: as a part of it, or by the letters that its words begin with.

/** How a name matches, best first. */
type WordMatch = 'start' | 'part' | 'words';

/** Tests names; `lower` is the name as it is compared, which may be longer or shorter than the name. */
export type WordMatcher = (name: string, lower: string, from?: number) => WordMatch | undefined;

/** Longer ones match as a part only: a bit stands for each of their characters. */
const MAX_FUZZY_LENGTH = 30;

/** From this length on, letters within a word may be left out, as in `cfg` for `config`. Shorter ones fit too much. */
const MIN_ABBREVIATION_LENGTH = 3;

const ALPHANUMERIC = /[\p{L}\p{N}\p{M}]/u;

/** In scripts that put nothing between words, each character may begin one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Matches names with a word, which is as names are compared. Apart from a part of the name it may be letters each of which
 * begins a word or follows the one before, as VS Code matches them: `scv` is `sessionConfigView`, but `br` is not
 * `problems in a worker`.
 */
export function wordMatcher(word: string): WordMatcher {
  const isAbbreviation = word.length >= MIN_ABBREVIATION_LENGTH;
  const places = word.length > MAX_FUZZY_LENGTH ? undefined : placesOf(word);
  return (name, lower, from = 0) => {
    if (lower.startsWith(word, from)) return 'start';
    if (lower.includes(word, from)) return 'part';
    if (places === undefined || !hasInOrder(lower, word, from)) return undefined;
    // Where characters were added or removed, the capitals are at other places.
    const cased = name.length === lower.length ? name : lower;
    return matchesWords(cased, lower, { from, places, length: word.length, isAbbreviation })
      ? 'words'
      : undefined;
  };
}

interface FuzzyWord {
  readonly from: number;
  /** For each character, a bit for every place that it has in the word. */
  readonly places: ReadonlyMap<string, number>;
  readonly length: number;
  readonly isAbbreviation: boolean;
}

/** Bit n of each mask says that the first n characters are matched; so one pass finds every way to match them. */
function matchesWords(
  name: string,
  lower: string,
  { from, places, length, isAbbreviation }: FuzzyWord,
): boolean {
  const whole = 1 << length;
  let matched = 1;
  let atLastCharacter = 0;
  let inThisWord = 0;
  for (let index = from; index < lower.length; index++) {
    const isStart = beginsWord(name, index);
    if (isStart) inThisWord = 0;
    const before = atLastCharacter | (isStart ? matched : 0) | (isAbbreviation ? inThisWord : 0);
    atLastCharacter = before === 0 ? 0 : (before & (places.get(lower.charAt(index)) ?? 0)) << 1;
    if ((atLastCharacter & whole) !== 0) return true;
    matched |= atLastCharacter;
    inThisWord |= atLastCharacter;
  }
  return false;
}

function placesOf(word: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let index = 0; index < word.length; index++) {
    const character = word.charAt(index);
    places.set(character, (places.get(character) ?? 0) | (1 << index));
  }
  return places;
}

/** Whether the characters of `word` follow each other from `from` on, with others between: quick to find out. */
function hasInOrder(text: string, word: string, from: number): boolean {
  let at = from;
  for (let index = 0; index < word.length; index++) {
    at = text.indexOf(word.charAt(index), at) + 1;
    if (at === 0) return false;
  }
  return true;
}

type CharacterKind = 'lower' | 'upper' | 'digit' | 'other' | 'separator';

function kindOf(text: string, index: number): CharacterKind {
  const code = text.charCodeAt(index);
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  if (code >= 48 && code <= 57) return 'digit';
  if (code < 128) return 'separator';
  const character = text.charAt(index);
  // A half of a surrogate pair counts as a letter.
  if (code < 0xd800 || code > 0xdfff) {
    if (!ALPHANUMERIC.test(character) || UNSPACED.test(character)) return 'separator';
    if (character !== character.toLowerCase()) return 'upper';
    if (character !== character.toUpperCase()) return 'lower';
  }
  return 'other';
}

/** A separator begins a word itself: `a/b` is `app/bar`. */
function beginsWord(text: string, index: number): boolean {
  if (index === 0) return true;
  const kind = kindOf(text, index);
  const before = kindOf(text, index - 1);
  if (kind === 'separator' || before === 'separator') return true;
  if (kind === 'digit' || before === 'digit') return kind !== before;
  if (kind !== 'upper') return false;
  return before !== 'upper' || (index + 1 < text.length && kindOf(text, index + 1) === 'lower');
}
