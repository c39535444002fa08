// What is looked for in a transcript, as a regular expression that finds it in markdown and in what is rendered of it.
import { escapePattern, splitWords } from '../../../core/text/words.ts';

/** Marks of emphasis and code that may stand at the edge of a word in the source and are not rendered. */
const MARKS = '[*_~`]{0,3}';
/** White space that is rendered as one space: never a blank line. */
const SPACE = String.raw`(?:[^\S\n]{1,16}\n?[^\S\n]{0,16}|\n[^\S\n]{0,16})`;
const MAX_MARKS_LENGTH = 3;
const MAX_SPACE_LENGTH = 33;

/**
 * How several words are found: `together`, as they stand in the text, in this order; or `each`, every place where one
 * of them stands, as a search of the history finds words that stand nowhere together.
 */
type WordMatching = 'together' | 'each';

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wordMatching: WordMatching;
}

/** A pattern whose outcome at a place depends on no more than the `longest` UTF-16 code units from there on. */
export interface FindPattern {
  /** With the flags `g` and `u`. */
  readonly expression: RegExp;
  readonly longest: number;
}

/** The pattern of a query; undefined when there is nothing to look for. White space at the edges of it counts. */
export function findPattern({ text, matchCase, wordMatching }: FindQuery): FindPattern | undefined {
  const parts = wordMatching === 'each' ? splitWords(text).toSorted((a, b) => b.length - a.length) : [text];
  const sources = parts.filter((part) => part !== '').map(sourceOf);
  if (sources.length === 0) return undefined;
  return {
    expression: new RegExp(sources.map(({ source }) => source).join('|'), matchCase ? 'gu' : 'giu'),
    longest: Math.max(...sources.map(({ longest }) => longest)),
  };
}

interface Source {
  readonly source: string;
  readonly longest: number;
}

function sourceOf(text: string): Source {
  // Runs of white space, of letters, digits and `_`, and of all else.
  const runs = text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const source = runs.map((run) => (/^\s/u.test(run) ? SPACE : escapePattern(run))).join(MARKS);
  const longest = runs.reduce(
    (sum, run) => sum + (/^\s/u.test(run) ? MAX_SPACE_LENGTH : run.length) + MAX_MARKS_LENGTH,
    1,
  );
  return { source, longest };
}
