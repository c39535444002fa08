// Finds the row of a hit of the session's state, and its place in the rendered text.
import type { TranscriptFind } from '../../../src/features/find/core/transcriptFind.ts';
import type { TextRange } from '../../../src/core/text/searchedText.ts';
import type { Row, Rows } from '../../panel/transcript/rows.ts';
import { alignHit } from './alignHit.ts';
import type { RenderedMatch } from './renderedText.ts';
import { MAIN_TEXT } from '../../panel/entries/searchedText.ts';
import { hitsBeside, isRenderedIn, type HitEntry } from './hitPlace.ts';

/** A hit with the place of its entry. */
export interface ShownHit {
  readonly hit: TextRange;
  readonly place: HitEntry;
}

export interface RenderedRow {
  readonly row: Row;
  /** The key of the session. */
  readonly key: string;
  /** The matches in the row's rendered text. */
  readonly matches: readonly RenderedMatch[];
  readonly find: TranscriptFind | undefined;
}

/** The 0-based row that renders a hit; its last place is tried first. */
export function rowWith(
  rows: Rows,
  { hit, place }: ShownHit,
  key: string,
  last: number | undefined,
): number | undefined {
  const known = last === undefined ? undefined : rows.at(last);
  if (known !== undefined && isRenderedIn(known, hit, place, key)) return last;
  for (let index = 0; index < rows.count; index++) {
    const row = rows.at(index);
    if (row !== undefined && isRenderedIn(row, hit, place, key)) return index;
  }
  return undefined;
}

/** Which of the places in a row is the hit; undefined when the row does not render it. */
export function renderedMatch(
  { hit, place }: ShownHit,
  { row, key, matches, find }: RenderedRow,
): RenderedMatch | undefined {
  if (find === undefined || !isRenderedIn(row, hit, place, key)) return undefined;
  const beside = hitsBeside(hit, find.hitsIn(hit.entryId), row, key);
  const index = beside.findIndex(({ textId, start }) => textId === hit.textId && start === hit.start);
  const rendered = matches.filter((match) => isPieceOf(match, hit, place));
  const texts = new Map(
    [...new Set(beside.map(({ textId }) => textId))].map((textId) => [
      textId,
      find.textOf({ ...hit, textId }),
    ]),
  );
  const number = alignHit(
    beside.map((other) => ({ ...other, text: texts.get(other.textId) ?? '' })),
    index,
    rendered.map(({ rendered: { text }, start, end }) => ({ text, start, end })),
  );
  return number === undefined ? undefined : rendered[number];
}

/** Whether a rendered place is in the card of the call, and in its title or below it, as the hit is. */
function isPieceOf(
  { rendered: { element } }: RenderedMatch,
  { textId }: TextRange,
  { entry }: HitEntry,
): boolean {
  if (entry.kind !== 'tool') return true;
  const card = element.closest<HTMLElement>('[data-tool-call-id]');
  const isInTitle = element.classList.contains('tool-title');
  return card?.dataset['entryId'] === entry.id && isInTitle === (textId === MAIN_TEXT);
}
