// Counts the hits in the texts of one entry; a text that only grew is scanned from where it was.
import type { FindPattern } from './findPattern.ts';
import type { SearchedText } from '../../../core/text/searchedText.ts';
import { isInsidePair } from '../../../core/text/wholeCharacters.ts';

/** Code units that are scanned at once: about a millisecond. */
const SLICE_LENGTH = 131_072;

/** How far one text is scanned. */
interface TextScan extends SearchedText {
  /** What is before this is scanned. */
  readonly end: number;
  /** Hits that nothing appended can change, and where the search goes on after them. */
  readonly settled: number;
  readonly resumeAt: number;
  /** All hits before `end`. */
  readonly count: number;
}

/** A place in a text of an entry; offsets are UTF-16 code units. */
export interface TextMatch {
  readonly textId: string;
  readonly start: number;
  readonly end: number;
}

/** How far the texts of an entry are scanned, and how many hits there are. */
export class EntryScan {
  /** The beginning of every scan. */
  static readonly none = new EntryScan([], []);

  readonly #texts: readonly SearchedText[];
  #scans: readonly TextScan[];
  #count: number;

  private constructor(texts: readonly SearchedText[], scans: readonly TextScan[]) {
    this.#texts = texts;
    this.#scans = scans;
    this.#count = sumOf(scans);
  }

  /** The number of hits that are known. */
  get count(): number {
    return this.#count;
  }

  /** The scan of the entry's texts as they are now: itself when they are the same array. */
  next(texts: readonly SearchedText[]): EntryScan {
    if (texts === this.#texts) return this;
    return new EntryScan(
      texts,
      texts.map((text) => continued(text, this.#scans)),
    );
  }

  /** Whether everything is scanned. */
  get isDone(): boolean {
    return this.#scans.every(({ end, text }) => end === text.length);
  }

  /** Scans on until everything is scanned or the time is up, but one slice at least. */
  scan(pattern: FindPattern, isTimeUp: () => boolean): void {
    for (;;) {
      const index = this.#scans.findIndex(({ end, text }) => end < text.length);
      const scan = this.#scans[index];
      if (scan === undefined) return;
      this.#scans = this.#scans.with(index, scanSlice(scan, pattern));
      this.#count = sumOf(this.#scans);
      if (isTimeUp()) return;
    }
  }

  /** Where the hits are that were counted. */
  hits(pattern: FindPattern): readonly TextMatch[] {
    return this.#scans.flatMap(({ id, text, end }) =>
      matchesIn(text, pattern, 0, end).map((match) => ({ textId: id, ...match })),
    );
  }

  /** A text by its id. */
  text(textId: string): string | undefined {
    return this.#texts.find(({ id }) => id === textId)?.text;
  }

  /** How many hits begin before an offset of a text; of no text before all of them. */
  countBefore(pattern: FindPattern, textId: string | undefined, start: number): number {
    const index = this.#scans.findIndex(({ id }) => id === textId);
    const scan = this.#scans[index];
    if (scan === undefined) return 0;
    const inText = matchesIn(scan.text, pattern, 0, scan.end).filter((match) => match.start < start);
    return sumOf(this.#scans.slice(0, index)) + inText.length;
  }
}

/** The scan of a text by what is known of the one with its id. */
function continued(text: SearchedText, known: readonly TextScan[]): TextScan {
  const before = known.find(({ id }) => id === text.id);
  // Equality compares memory; `startsWith` goes character by character.
  if (before !== undefined && text.text.slice(0, before.end) === before.text.slice(0, before.end)) {
    return { ...before, text: text.text };
  }
  return { ...text, end: 0, settled: 0, resumeAt: 0, count: 0 };
}

function scanSlice(scan: TextScan, pattern: FindPattern): TextScan {
  const end = Math.min(scan.text.length, scan.end + SLICE_LENGTH);
  // A hit that begins later could be another one if the text went on.
  const settledTo = end - pattern.longest;
  let { settled, resumeAt, count } = { ...scan, count: scan.settled };
  for (const match of matchesIn(scan.text, pattern, scan.resumeAt, end)) {
    count++;
    if (match.start > settledTo) continue;
    settled++;
    resumeAt = match.end;
  }
  return { ...scan, end, settled, resumeAt: wholeFrom(scan.text, Math.max(resumeAt, settledTo + 1)), count };
}

type Match = Omit<TextMatch, 'textId'>;

/** The hits of a part of a text as if there were nothing around it, by their offsets in the text. */
export function matchesIn(
  text: string,
  { expression }: FindPattern,
  from = 0,
  to = text.length,
): readonly Match[] {
  const found: Match[] = [];
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  expression.lastIndex = 0;
  for (let match = expression.exec(part); match !== null; match = expression.exec(part)) {
    const start = from + match.index;
    found.push({ start, end: start + match[0].length });
  }
  return found;
}

/** The offset, or the one before it where it is inside a surrogate pair. */
function wholeFrom(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}

function sumOf(scans: readonly TextScan[]): number {
  return scans.reduce((sum, { count }) => sum + count, 0);
}
