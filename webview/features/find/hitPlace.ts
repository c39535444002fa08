// Where a hit is rendered: its row, the folds to expand, and its place among the row's hits.
import type { TextRange } from '../../../src/core/text/searchedText.ts';
import type { Entry, EntryPages, ToolEntry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { markdownBlocks } from '../../markdown/markdownDocument.ts';
import { entryRows } from '../../panel/entries/entryRows.tsx';
import { parentCall } from '../../../src/core/session/subagent/nestedCalls.ts';
import type { PartRow } from '../../panel/entries/AgentEntry.tsx';
import type { Row } from '../../panel/transcript/rows.ts';
import { MAIN_TEXT } from '../../panel/entries/searchedText.ts';

/** The entry of a hit, with the calls of agents in whose cards it is, the outermost first. */
export interface HitEntry {
  readonly entry: Entry;
  readonly callers: readonly ToolEntry[];
}

/** The entry of a hit; undefined when it is gone. */
export function entryOf(hit: TextRange, { entries }: SessionState): HitEntry | undefined {
  const entry = entries.flat().find(({ id }) => id === hit.entryId);
  if (entry === undefined) return undefined;
  return { entry, callers: entry.kind === 'tool' ? callersOf(entry, entries) : [] };
}

/** Whether a row renders a hit. */
export function isRenderedIn(row: Row, hit: TextRange, { entry, callers }: HitEntry, key: string): boolean {
  return holds(row, callers[0]?.id ?? entry.id, hit, key);
}

/** The folds that hide a hit in its row, from the outside in. `text` is the one it is in. */
export function foldsOver(
  row: Row,
  hit: TextRange,
  { entry, callers }: HitEntry,
  text: string,
): readonly string[] {
  const group = row.kind === 'tools' ? [`${row.key}:group`] : [];
  return [...group, ...callers.map(({ id }) => id), ...entryRows[entry.kind].foldsOver(hit, text)];
}

/** The hits of an entry that are rendered together with one of them: in a part, in a title, or below a title. */
export function hitsBeside(
  hit: TextRange,
  all: readonly TextRange[],
  row: Row,
  key: string,
): readonly TextRange[] {
  if (row.kind !== 'part')
    return all.filter(({ textId }) => (textId === MAIN_TEXT) === (hit.textId === MAIN_TEXT));
  const { start, end } = blocksOf(row, key);
  return all.filter((other) => other.start >= start && other.start < end);
}

function holds(row: Row, entryId: string, hit: TextRange, key: string): boolean {
  switch (row.kind) {
    case 'entry':
      return row.entry.id === entryId;
    case 'tools':
      return row.entries.some(({ id }) => id === entryId);
    case 'part': {
      if (row.entryId !== entryId) return false;
      const { start, end } = blocksOf(row, key);
      return hit.start >= start && hit.start < end;
    }
  }
}

/** The range of the text that a part renders: a block belongs to the part it begins in, also past a cut. */
function blocksOf(
  { entryId, text, from, to, streaming }: PartRow,
  key: string,
): { start: number; end: number } {
  const blocks = markdownBlocks(`${key}/${entryId}`, text, streaming);
  const startAfter = (offset: number): number =>
    blocks.find(({ start }) => start >= offset)?.start ?? Number.POSITIVE_INFINITY;
  return {
    start: from === 0 ? 0 : startAfter(from),
    end: to === undefined ? Number.POSITIVE_INFINITY : startAfter(to),
  };
}

/** The calls in whose cards a call is, the outermost first. */
function callersOf(entry: ToolEntry, pages: EntryPages): readonly ToolEntry[] {
  const callers: ToolEntry[] = [];
  for (let outer = parentCall(pages, entry); outer !== undefined; outer = parentCall(pages, outer)) {
    callers.unshift(outer);
  }
  return callers;
}
