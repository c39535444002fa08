// The transcript as rows for the virtual list: one row an entry, long answers in several, reads in a row in one.
import type { Entry, EntryPages } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { canFold } from '../toolCall/groupWords.ts';
import { isNested, type ToolEntry } from '../toolCall/nestedCalls.ts';
import { markdownBlocks, type MarkdownBlock } from '../../markdown/markdownDocument.ts';

/** Markdown blocks in one row: few enough to be drawn within a frame. */
const BLOCKS_PER_ROW = 5;
/** A text up to this many characters is one row without being looked at. */
const SHORT_TEXT = 4_000;

type AgentEntry = Extract<Entry, { kind: 'agent' }>;

/** A whole entry, a part of a long answer, or several tool calls in one line. Keeps its identity while nothing in it changes. */
export type Row =
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: Entry;
      /** Whether the entry may still grow. */
      readonly streaming: boolean;
    }
  | {
      readonly kind: 'part';
      readonly key: string;
      readonly entryId: string;
      readonly blocks: readonly MarkdownBlock[];
      /** Whether this part may still grow. */
      readonly streaming: boolean;
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'tools';
      /** That of the first of them. */
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
  readonly #session: string;
  #pages: readonly PageRows[] = [];
  #parts = new Map<string, readonly Row[]>();
  #groups = new Map<string, Row>();

  /** `session` is the session's key: entry ids are unique in it only. */
  constructor(session: string) {
    this.#session = session;
  }

  rows(state: SessionState): Rows {
    const streaming = streamingEntry(state);
    this.#pages = state.entries.map((page, index) => {
      const isStreamingHere = streaming !== undefined && index === state.entries.length - 1;
      const now = isStreamingHere ? streaming : undefined;
      return this.#pageRows(state.entries, index, page, now, this.#pages[index]);
    });
    return rowsOf(this.#pages);
  }

  /** Runs do not go on over the edge of a page, so that a page's rows depend on nothing after it. */
  #pageRows(
    pages: EntryPages,
    pageIndex: number,
    page: readonly Entry[],
    streaming: string | undefined,
    before: PageRows | undefined,
  ): PageRows {
    if (before !== undefined && before.page === page && before.streaming === streaming) return before;
    const rows: Row[] = [];
    let run: ToolEntry[] = [];
    const endRun = (): void => {
      const [first, second] = run;
      if (first !== undefined && second !== undefined) rows.push(this.#groupRow(first, run));
      else if (first !== undefined) rows.push(...this.#entryRows(first, false, before, page.indexOf(first)));
      run = [];
    };
    for (const [offset, entry] of page.entries()) {
      if (isNested(pages, pageIndex, offset)) continue;
      if (entry.kind === 'tool' && canFold(entry.call)) {
        run.push(entry);
        continue;
      }
      endRun();
      rows.push(...this.#entryRows(entry, entry.id === streaming, before, offset));
    }
    endRun();
    return { page, streaming, rows };
  }

  #groupRow(first: ToolEntry, entries: readonly ToolEntry[]): Row {
    const old = this.#groups.get(first.id);
    const isSame =
      old?.kind === 'tools' &&
      old.entries.length === entries.length &&
      old.entries.every((entry, index) => entry === entries[index]);
    if (isSame) return old;
    const made: Row = { kind: 'tools', key: first.id, entries };
    this.#groups.set(first.id, made);
    return made;
  }

  #entryRows(entry: Entry, streams: boolean, before: PageRows | undefined, index: number): readonly Row[] {
    const parts = this.#parts.get(entry.id);
    const isSame = before?.page[index] === entry && (before.streaming === entry.id) === streams;
    if (isSame && parts !== undefined) return parts;
    const next = makeRows(entry, `${this.#session}/${entry.id}`, streams, parts ?? []);
    this.#parts.set(entry.id, next);
    return next;
  }
}

function rowsOf(pages: readonly PageRows[]): Rows {
  return {
    count: pages.reduce((sum, { rows }) => sum + rows.length, 0),
    at(index) {
      let rest = index;
      for (const { rows } of pages) {
        if (rest < rows.length) return rows[rest];
        rest -= rows.length;
      }
      return undefined;
    },
  };
}

/** The answer or thought that still grows: the last entry of a running turn. */
function streamingEntry({ turn, entries }: SessionState): string | undefined {
  return turn === undefined ? undefined : entries.at(-1)?.at(-1)?.id;
}

function makeRows(entry: Entry, document: string, streams: boolean, before: readonly Row[]): readonly Row[] {
  const blocks = entry.kind === 'agent' ? longAnswer(entry, document, streams) : undefined;
  if (blocks === undefined) {
    const [first] = before;
    const isSame = first?.kind === 'entry' && first.entry === entry && first.streaming === streams;
    return isSame ? before : [{ kind: 'entry', key: entry.id, entry, streaming: streams }];
  }
  const count = Math.max(1, Math.ceil(blocks.length / BLOCKS_PER_ROW));
  return Array.from({ length: count }, (_, part) => {
    const made: Row = {
      kind: 'part',
      // The first part has the key of the entry, so that an answer that becomes long is not measured anew.
      key: part === 0 ? entry.id : `${entry.id}:${part}`,
      entryId: entry.id,
      blocks: blocks.slice(part * BLOCKS_PER_ROW, (part + 1) * BLOCKS_PER_ROW),
      streaming: streams && part === count - 1,
      isLast: part === count - 1,
    };
    const old = before[part];
    return old !== undefined && isSamePart(old, made) ? old : made;
  });
}

/** The blocks of an answer that is nothing but a long text; undefined for any other. */
function longAnswer(
  entry: AgentEntry,
  document: string,
  streams: boolean,
): readonly MarkdownBlock[] | undefined {
  const [only, more] = entry.content;
  if (only?.type !== 'text' || more !== undefined || only.text.length <= SHORT_TEXT) return undefined;
  return markdownBlocks(document, only.text, streams);
}

function isSamePart(old: Row, made: Row): boolean {
  return (
    old.kind === 'part' &&
    made.kind === 'part' &&
    old.streaming === made.streaming &&
    old.isLast === made.isLast &&
    old.blocks.length === made.blocks.length &&
    old.blocks.every((block, index) => block === made.blocks[index])
  );
}
