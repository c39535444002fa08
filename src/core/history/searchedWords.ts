// The different words of a text that is searched. They are far shorter than it, and say where a search finds nothing.

/** The scripts that put no blanks between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const unspacedRun = new RegExp(`^[${UNSPACED}]`, 'u');
/** A run is of such letters, of other letters and digits, or of anything else but blanks. */
const runs = new RegExp(
  String.raw`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}_])+|(?:(?![${UNSPACED}])[^\s\p{L}\p{M}\p{N}_])+`,
  'gu',
);

/** Gathers the words of the parts of a text. */
export class SearchedWords {
  readonly #words = new Set<string>();

  /** Adds a part, which begins and ends between words. */
  add(text: string): void {
    for (const word of wordsOf(text)) this.#words.add(word);
  }

  /** The words, with blanks between them. */
  toString(): string {
    return [...this.#words].join(' ');
  }
}

/**
 * What {@link SearchedWords} of a text have in them, each perhaps within a longer word, where the text has this one, in any
 * case. They may have it where the text has not.
 */
export function neededWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text))];
}

/** A run in a script without blanks counts as its pairs of letters, because no two sentences are the same. */
function* wordsOf(text: string): Generator<string> {
  for (const [run] of folded(text).matchAll(runs)) {
    if (!unspacedRun.test(run)) {
      yield run;
      continue;
    }
    const letters = Array.from(run);
    if (letters.length === 1) yield run;
    for (let at = 1; at < letters.length; at++) yield `${letters[at - 1]}${letters[at]}`;
  }
}

/** The same for all texts that a regular expression without regard to case takes for the same. */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
