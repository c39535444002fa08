// The text of a session that a search of the history reads: a line for each entry, so that a hit has a place.
import { escapePattern, splitWords } from '../text/words.ts';
import { entrySearchText } from '../session/entryTraits.ts';
import type { SessionState } from '../session/model.ts';
import { subagentSearchText } from '../session/subagent/subagentSearchText.ts';
import { neededWords } from './searchedWords.ts';

/** In UTF-16 code units; of a longer session only the end is searched. */
const MAX_SEARCHED_LENGTH = 16_000_000;
/** How much is shown before and after a hit, in UTF-16 code units. */
const LENGTH_BEFORE = 40;
const LENGTH_AFTER = 120;

/** Where a search matched. */
export interface FoundText {
  readonly entryId: string;
  readonly excerpt: Excerpt;
}

/** The text that matched, with what stands around it, on one line. */
export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** The text of a session: each line an entry's id, a tab, and its text. */
export function searchText(state: SessionState): string {
  const lines: string[] = [];
  let length = 0;
  for (const entry of state.entries.flat().toReversed()) {
    const text = `${entrySearchText(entry)} ${subagentSearchText(entry, state)}`.replace(/\s+/gu, ' ').trim();
    if (text === '') continue;
    const line = `${entry.id}\t${text}\n`;
    length += line.length;
    if (length > MAX_SEARCHED_LENGTH) break;
    lines.push(line);
  }
  return lines.toReversed().join('');
}

/** What is looked for: words that all have to be there, in any order and case. */
export class SearchQuery {
  /** The longest word first, because it is the rarest. */
  readonly #words: readonly RegExp[];
  readonly #phrase: RegExp;
  /** What the {@link SearchedWords} of a text have where it has all the words. */
  readonly needed: readonly string[];

  constructor(text: string) {
    const words = splitWords(text);
    this.#words = words.toSorted((a, b) => b.length - a.length).map(pattern);
    this.#phrase = pattern(words.join(' '));
    this.needed = words.flatMap(neededWords);
  }

  /** Whether there is nothing to look for. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** Whether a title has all the words. */
  isIn(title: string): boolean {
    return !this.isEmpty && this.#words.every((word) => title.search(word) !== -1);
  }

  /** The place in a {@link searchText} to show: where the words stand together, else the longest one. */
  find(text: string): FoundText | undefined {
    const places = this.#words.map((word) => placeOf(word, text));
    const [longest] = places;
    if (longest === undefined || places.includes(undefined)) return undefined;
    return foundAt(text, placeOf(this.#phrase, text) ?? longest);
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function pattern(words: string): RegExp {
  return new RegExp(escapePattern(words), 'giu');
}

/** The first place that is not in the id at the beginning of a line. */
function placeOf(word: RegExp, text: string): Place | undefined {
  word.lastIndex = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const wordsStart = text.indexOf('\t', lineStart(text, match.index)) + 1;
    if (match.index >= wordsStart) return { start: match.index, end: match.index + match[0].length };
    word.lastIndex = wordsStart;
  }
  return undefined;
}

function foundAt(text: string, { start, end }: Place): FoundText {
  const from = lineStart(text, start);
  const tab = text.indexOf('\t', from);
  const lineEnd = text.indexOf('\n', end);
  const before = text.slice(Math.max(tab + 1, start - LENGTH_BEFORE), start);
  const after = text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + LENGTH_AFTER));
  return {
    entryId: text.slice(from, tab),
    excerpt: {
      before: start - LENGTH_BEFORE > tab + 1 ? `…${wholeStart(before)}` : before,
      match: text.slice(start, end),
      after: wholeEnd(after),
    },
  };
}

function lineStart(text: string, place: number): number {
  return text.lastIndexOf('\n', place - 1) + 1;
}

function wholeStart(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '');
}

function wholeEnd(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}
