// The transcript as rows for the virtual list: one row an entry, long answers in several, reads or edits in a row in one.
import { indexFrom } from '../../../src/core/base/binarySearch.ts';
import { isBlank } from '../../../src/core/session/content.ts';
import type { Entry, EntryPages, ToolEntry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import type { PartRow } from '../entries/AgentEntry.tsx';
import { runKindOf } from '../toolCall/runs/callRuns.ts';
import { parentCall } from '../../../src/core/session/subagent/nestedCalls.ts';
import { partAnswer, type PartedAnswer } from './answerParts.ts';

/** A text up to this many characters is one row without being looked at. */
const SHORT_TEXT_LENGTH = 4_000;

/** So many pages at most have their calls in one row: what is done with a row anew grows with its calls. */
const MAX_RUN_PAGES = 8;

type AgentEntry = Extract<Entry, { kind: 'agent' }>;

/** A whole entry, a part of a long answer, or a run of tool calls of one kind in one line. Keeps its identity while nothing in it changes. */
export type Row =
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: Entry;
      /** Whether the entry may still grow. */
      readonly streaming: boolean;
    }
  | PartRow
  | {
      readonly kind: 'tools';
      /** The key of the first of them. */
      readonly key: string;
      readonly entries: readonly ToolEntry[];
    };

/** All rows in order. */
export interface Rows {
  readonly count: number;
  /** The row at a 0-based place. */
  at(index: number): Row | undefined;
}

interface PageRows {
  readonly page: readonly Entry[];
  /** The id of the entry that streams, if it is in this page. */
  readonly streaming: string | undefined;
  readonly rows: readonly Row[];
}

/** Makes the rows of one session from state to state; the work is that of the pages that changed. */
export class RowMaker {
  #pages: readonly PageRows[] = [];
  #rows = new Map<string, readonly Row[]>();
  #parted = new Map<string, PartedAnswer>();
  #groups = new Map<string, Row>();
  /** The rows that reach over the edge of a page. */
  #joined = new Map<string, Row>();

  rows(state: SessionState): Rows {
    const streaming = streamingEntry(state);
    this.#pages = state.entries.map((page, index) => {
      const isStreamingHere = streaming !== undefined && index === state.entries.length - 1;
      const now = isStreamingHere ? streaming : undefined;
      return this.#pageRows(state.entries, page, now, this.#pages[index]);
    });
    return rowsOf(this.#joinedPages());
  }

  /** The rows of all pages, with a run of calls that goes on over the edge of a page in one. */
  #joinedPages(): readonly (readonly Row[])[] {
    const joined: (readonly Row[])[] = [];
    // The calls of a row that is not made yet, because it may go on.
    let open: readonly ToolEntry[] = [];
    let openPages = 0;
    const close = (): void => {
      const [first] = open;
      if (first !== undefined) joined.push([groupRow(this.#joined, first, open)]);
      open = [];
      openPages = 0;
    };
    for (const { rows } of this.#pages) {
      if (openPages === MAX_RUN_PAGES) {
        close();
        if (rows.length > 0) joined.push(rows);
        continue;
      }
      const more = foldedEntries(rows[0]);
      const last = joined.at(-1) ?? [];
      const run = open.length > 0 ? open : foldedEntries(last.at(-1));
      if (isOneRun(run.at(-1), more[0])) {
        if (open.length === 0) joined[joined.length - 1] = last.slice(0, -1);
        openPages = Math.max(openPages, 1) + 1;
        open = [...run, ...more];
        if (rows.length === 1) continue;
        close();
        joined.push(rows.slice(1));
      } else if (rows.length > 0) {
        close();
        joined.push(rows);
      }
    }
    close();
    return joined;
  }

  /** Runs end at the edge of the page, so that a page's rows depend on nothing after it. */
  #pageRows(
    pages: EntryPages,
    page: readonly Entry[],
    streaming: string | undefined,
    before: PageRows | undefined,
  ): PageRows {
    if (before !== undefined && before.page === page && before.streaming === streaming) return before;
    const rows: Row[] = [];
    let run: ToolEntry[] = [];
    const endRun = (): void => {
      const [first, second] = run;
      if (first !== undefined && second !== undefined) rows.push(groupRow(this.#groups, first, run));
      else if (first !== undefined) rows.push(...this.#entryRows(first, false, before, page.indexOf(first)));
      run = [];
    };
    for (const [offset, entry] of page.entries()) {
      if (entry.kind === 'tool' && parentCall(pages, entry) !== undefined) continue;
      if ((entry.kind === 'agent' || entry.kind === 'thought') && isBlank(entry.content)) continue;
      if (entry.kind === 'tool' && runKindOf(entry) !== undefined) {
        if (!isOneRun(run.at(-1), entry)) endRun();
        run.push(entry);
        continue;
      }
      endRun();
      rows.push(...this.#entryRows(entry, entry.id === streaming, before, offset));
    }
    endRun();
    return { page, streaming, rows };
  }

  #entryRows(entry: Entry, streams: boolean, before: PageRows | undefined, index: number): readonly Row[] {
    const known = this.#rows.get(entry.id);
    const isSame = before?.page[index] === entry && (before.streaming === entry.id) === streams;
    if (isSame && known !== undefined) return known;
    const next = this.#makeRows(entry, streams, known);
    this.#rows.set(entry.id, next);
    return next;
  }

  #makeRows(entry: Entry, streaming: boolean, before: readonly Row[] | undefined): readonly Row[] {
    const text = entry.kind === 'agent' ? longText(entry) : undefined;
    if (text !== undefined) {
      const parted = partAnswer(text, this.#parted.get(entry.id));
      this.#parted.set(entry.id, parted);
      return partRows(entry.id, parted, streaming);
    }
    const [first] = before ?? [];
    const isSame = first?.kind === 'entry' && first.entry === entry && first.streaming === streaming;
    return isSame ? [first] : [{ kind: 'entry', key: entry.id, entry, streaming }];
  }
}

/** The row for several calls: the one in `known` while it is of the same. */
function groupRow(known: Map<string, Row>, first: ToolEntry, entries: readonly ToolEntry[]): Row {
  const old = known.get(first.id);
  const isSame =
    old?.kind === 'tools' &&
    old.entries.length === entries.length &&
    old.entries.every((entry, index) => entry === entries[index]);
  if (isSame) return old;
  const made: Row = { kind: 'tools', key: first.id, entries };
  known.set(first.id, made);
  return made;
}

/** The calls of a row that may stand in a line with others; none for any other row. */
function foldedEntries(row: Row | undefined): readonly ToolEntry[] {
  if (row?.kind === 'tools') return row.entries;
  const isRun = row?.kind === 'entry' && row.entry.kind === 'tool' && runKindOf(row.entry) !== undefined;
  return isRun && row.entry.kind === 'tool' ? [row.entry] : [];
}

/** Whether two calls, one after the other, stand in one line. */
function isOneRun(first: ToolEntry | undefined, next: ToolEntry | undefined): boolean {
  const kind = first && runKindOf(first);
  return kind !== undefined && next !== undefined && kind === runKindOf(next);
}

function rowsOf(pages: readonly (readonly Row[])[]): Rows {
  const starts: number[] = [];
  let count = 0;
  for (const rows of pages) {
    starts.push(count);
    count += rows.length;
  }
  // The list asks for one row after the other: most are in the page of the last one, or in the next.
  let page = 0;
  const startOf = (of: number): number => starts[of] ?? count;
  const isIn = (of: number, index: number): boolean => startOf(of) <= index && index < startOf(of + 1);
  return {
    count,
    at(index) {
      if (index < 0 || index >= count) return undefined;
      if (!isIn(page, index)) page = isIn(page + 1, index) ? page + 1 : indexFrom(starts, index + 1) - 1;
      return pages[page]?.[index - startOf(page)];
    },
  };
}

/** The answer or thought that still grows: the last entry of a running turn. */
function streamingEntry({ turn, entries }: SessionState): string | undefined {
  return turn === undefined ? undefined : entries.at(-1)?.at(-1)?.id;
}

/** The text of an answer that is nothing but a long text; undefined for any other. */
function longText({ content }: AgentEntry): string | undefined {
  const [only, more] = content;
  return only?.type === 'text' && more === undefined && only.text.length > SHORT_TEXT_LENGTH
    ? only.text
    : undefined;
}

function partRows(entryId: string, { text, starts }: PartedAnswer, streaming: boolean): readonly PartRow[] {
  return starts.map((from, part) => ({
    kind: 'part',
    // The first part has the key of the entry, so that an answer that becomes long is not measured anew.
    key: part === 0 ? entryId : `${entryId}:${part}`,
    entryId,
    text,
    from,
    to: starts[part + 1],
    streaming,
  }));
}
