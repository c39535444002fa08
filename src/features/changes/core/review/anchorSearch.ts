// Finds the code of anchors in a text, however it has moved; what many anchors need of the text is made once.
import { indexFrom } from '../../../../core/base/binarySearch.ts';
import type { LineRange } from '../../../../core/changes/lines.ts';
import { linesWithoutEnds, MAX_CODE_CHARACTERS, type CodeAnchor } from './codeAnchor.ts';

/** Where the lines of an anchor are in a text. */
export interface AnchorPlace extends LineRange {
  /** Whether the code is not there any more; then the lines are those where it was. */
  readonly isStale: boolean;
}

/** Lines that are compared for one anchor; a text of nothing but equal lines would take minutes. */
const MAX_COMPARED = 1_000_000;

export class AnchorSearch {
  readonly #lines: readonly string[];
  /** By line, where it is, in order; made with the first anchor that has moved. */
  #places: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(text: string) {
    this.#lines = linesWithoutEnds(text);
  }

  /**
   * Where the anchor's code is: at its lines, else at the place nearest to them that has the same code. Blank lines are
   * everywhere, so that they are not looked for.
   */
  locate({ start, end, code }: CodeAnchor): AnchorPlace {
    const wanted = code.split('\n');
    const at = (place: number): AnchorPlace => ({ start: place, end: place + end - start, isStale: false });
    let compared = 0;
    const isAt = (place: number): boolean =>
      wanted.every((line, index) => {
        compared++;
        return isSameLine(line, this.#lines[place + index]);
      });
    if (isAt(start)) return at(start);
    const places = code.trim() === '' ? [] : this.#nearest(wanted, start);
    for (const place of places) {
      if (compared > MAX_COMPARED) break;
      if (isAt(place)) return at(place);
    }
    const first = Math.min(start, Math.max(0, this.#lines.length - 1));
    return { start: first, end: Math.max(first + 1, Math.min(end, this.#lines.length)), isStale: true };
  }

  /** The places that may be it, the nearest first: those of the line of the code that is in the text least often. */
  *#nearest(wanted: readonly string[], start: number): Generator<number> {
    let rarest = this.#placesOf(wanted[0] ?? '');
    let offset = 0;
    for (const [index, line] of wanted.entries()) {
      const places = this.#placesOf(line);
      if (places.length >= rarest.length) continue;
      [rarest, offset] = [places, index];
    }
    const from = start + offset;
    let down = indexFrom(rarest, from);
    let up = down - 1;
    for (;;) {
      const [above, below] = [rarest[up], rarest[down]];
      if (above === undefined && below === undefined) return;
      const isAbove = below === undefined || (above !== undefined && from - above <= below - from);
      const place = (isAbove ? above : below) ?? 0;
      if (isAbove) up--;
      else down++;
      if (place >= offset) yield place - offset;
    }
  }

  #placesOf(line: string): readonly number[] {
    if (isStartOfLine(line)) {
      return this.#lines.flatMap((each, index) => (isSameLine(line, each) ? [index] : []));
    }
    this.#places ??= placesByLine(this.#lines);
    return this.#places.get(line) ?? [];
  }
}

function placesByLine(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  return places;
}

/** Whether the line was longer than what is stored of it, so that only its start can be compared. */
function isStartOfLine(line: string): boolean {
  return line.length === MAX_CODE_CHARACTERS;
}

function isSameLine(wanted: string, line: string | undefined): boolean {
  return line === wanted || (isStartOfLine(wanted) && line?.startsWith(wanted) === true);
}
