// Marks hits in the rendered rows with the browser's highlights, which change no element of the page.
import type { FindPattern } from '../../../src/features/find/core/findPattern.ts';
import { boundaries, matchesInRow, type RenderedMatch } from './renderedText.ts';

/** The names in find.css. */
const ALL = 'parley-find';
const CURRENT = 'parley-find-current';
/** Marked in one row; each costs time when the row is painted. */
const MAX_MARKS = 2_000;

/** Which of a row's hits is the current one; undefined when it is in another row. */
export type ChooseCurrent = (
  row: HTMLElement,
  matches: readonly RenderedMatch[],
) => RenderedMatch | undefined;

interface RowMarks {
  readonly matches: readonly RenderedMatch[];
  readonly ranges: readonly StaticRange[];
}

/** Marks the hits of one pattern in the rows of an element, also in rows that are added. */
export class HitMarks {
  readonly #rows = new Map<HTMLElement, RowMarks>();
  readonly #observer: MutationObserver;
  readonly #area: HTMLElement;
  readonly #choose: ChooseCurrent;
  readonly #all = registered(ALL, 0);
  readonly #current = registered(CURRENT, 1);
  #pattern: FindPattern | undefined;
  #currentRow: HTMLElement | undefined;

  constructor(area: HTMLElement, choose: ChooseCurrent) {
    this.#area = area;
    this.#choose = choose;
    // Before the page is painted, so that no mark appears where its text no longer is.
    this.#observer = new MutationObserver((records) => this.#changed(records));
    this.#observer.observe(area, { subtree: true, childList: true, characterData: true });
  }

  /** Marks the hits of another pattern. */
  mark(pattern: FindPattern | undefined): void {
    this.#pattern = pattern;
    for (const row of this.#rows.keys()) this.#forget(row);
    for (const row of this.#newRows()) this.#look(row);
    this.markCurrent();
  }

  /** Marks the current hit, and returns its place. */
  markCurrent(): RenderedMatch | undefined {
    this.#current?.clear();
    this.#currentRow = undefined;
    for (const [row, { matches }] of this.#rows) {
      const current = this.#choose(row, matches);
      if (current === undefined) continue;
      this.#currentRow = row;
      addRanges(this.#current, [current]);
      return current;
    }
    return undefined;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#all?.clear();
    this.#current?.clear();
  }

  #changed(records: readonly MutationRecord[]): void {
    const rows = new Set<HTMLElement>();
    for (const { target } of records) {
      const element = target instanceof HTMLElement ? target : target.parentElement;
      const row = element?.closest<HTMLElement>('.transcript-row') ?? undefined;
      if (row !== undefined) rows.add(row);
      else this.#newRows().forEach((added) => rows.add(added));
    }
    for (const row of this.#rows.keys()) if (!row.isConnected) this.#forget(row);
    for (const row of rows) if (row.isConnected) this.#look(row);
    const isKept =
      this.#currentRow !== undefined && this.#rows.has(this.#currentRow) && !rows.has(this.#currentRow);
    if (!isKept) this.markCurrent();
  }

  #newRows(): readonly HTMLElement[] {
    return [...this.#area.querySelectorAll<HTMLElement>('.transcript-row')].filter(
      (row) => !this.#rows.has(row),
    );
  }

  #look(row: HTMLElement): void {
    this.#forget(row);
    if (this.#pattern === undefined) return;
    const matches = matchesInRow(row, this.#pattern);
    const ranges = addRanges(this.#all, matches.slice(0, MAX_MARKS));
    this.#rows.set(row, { matches, ranges });
  }

  #forget(row: HTMLElement): void {
    for (const range of this.#rows.get(row)?.ranges ?? []) this.#all?.delete(range);
    this.#rows.delete(row);
  }
}

/** Adds hits to a highlight, and returns what was added. */
function addRanges(
  highlight: Highlight | undefined,
  matches: readonly RenderedMatch[],
): readonly StaticRange[] {
  if (highlight === undefined) return [];
  const ranges = matches.flatMap((match) => {
    const ends = boundaries(match);
    return ends === undefined ? [] : [new StaticRange(ends)];
  });
  for (const range of ranges) highlight.add(range);
  return ranges;
}

/** The page's highlight of a name; undefined where the browser has none. */
function registered(name: string, priority: number): Highlight | undefined {
  if (typeof CSS === 'undefined' || !('highlights' in CSS) || typeof Highlight !== 'function')
    return undefined;
  const known = CSS.highlights.get(name) ?? new Highlight();
  known.priority = priority;
  CSS.highlights.set(name, known);
  return known;
}
