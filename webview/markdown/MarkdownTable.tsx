// A table in groups of rows, so that a growing table costs its last rows only.
import { useMemo, useRef, useState } from 'react';
import type { Components } from 'react-markdown';
import { PlainText } from '../text/PlainText.tsx';
import { longestRun, PIECE_LENGTH } from '../text/textPieces.ts';
import { isSimple } from './blocks/complexity.ts';
import { ParsedMarkdown, standardComponents } from './ParsedMarkdown.tsx';
import { markdownStrings } from './markdownStrings.ts';
import { cellCount, withCodeInCells } from './tableCells.ts';

const ROWS_PER_GROUP = 20;
/** A group ends after so many characters. */
const CHARACTERS_PER_GROUP = 4_096;

/** Drawn of a table before the user asks for more: a browser lays out all cells of a table together. */
const MAX_CELLS = 2_000;
/** Drawn at most. */
const MAX_CELLS_EXPANDED = 10_000;

const firstGroup: Components = { ...standardComponents, table: ({ children }) => children };
const laterGroup: Components = { ...firstGroup, thead: () => null };

export interface MarkdownTableProps {
  /** A whole `table` block. */
  readonly raw: string;
  /** Definitions of other blocks. */
  readonly context: string;
}

export function MarkdownTable({ raw, context }: MarkdownTableProps) {
  const { head, delimiters, rows } = useMemo(() => tableParts(raw), [raw]);
  const [sections] = useState(() => new TableSections());
  const [isWhole, setWhole] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const limit = rowLimit(delimiters, isWhole ? MAX_CELLS_EXPANDED : MAX_CELLS);
  const shown = useMemo(
    () => sections.of(head, rowGroups(rows.slice(0, limit))),
    [sections, head, rows, limit],
  );
  const left = Math.max(0, rows.length - limit);
  const showMore = (): void => {
    setWhole(true);
    // The button goes.
    table.current?.focus();
  };
  return (
    <div
      ref={table}
      className="markdown-table"
      dir="auto"
      tabIndex={0}
      role="group"
      aria-label={markdownStrings.table()}
    >
      {shown.map(({ first, texts, ...section }) =>
        section.isPlain ? (
          <div key={first} className="markdown-plain">
            <PlainText text={texts.join('\n')} />
          </div>
        ) : (
          <table key={first}>
            {texts.map((text, index) => (
              <ParsedMarkdown
                key={index}
                text={text}
                context={context}
                components={first + index === 0 ? firstGroup : laterGroup}
              />
            ))}
          </table>
        ),
      )}
      {left > 0 && (
        <div className="detail-text text-rest">
          {isWhole ? (
            markdownStrings.rowsNotShown(left)
          ) : (
            <button type="button" className="show-all" data-testid="show-all" onClick={showMore}>
              {markdownStrings.showMoreRows(left)}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface TableParts {
  /** The row of names and the delimiters below it. */
  readonly head: string;
  readonly delimiters: string;
  readonly rows: readonly string[];
}

function tableParts(raw: string): TableParts {
  const [names = '', delimiters = '', ...rest] = raw.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const columns = cellCount(delimiters);
  return {
    head: `${names}\n${delimiters}`,
    delimiters,
    rows: rest.map((row) => withCodeInCells(row, columns)),
  };
}

/** So many rows have no more cells than `limit`; at least one is shown. `delimiters` is the second line of the head. */
function rowLimit(delimiters: string, limit: number): number {
  return Math.max(1, Math.floor(limit / Math.max(1, delimiters.match(/-+/g)?.length ?? 1)));
}

/** Groups of rows that are parsed, or rows that are shown as they are. */
interface Section {
  /** The place of its first group, which does not change while the table grows. */
  readonly first: number;
  readonly texts: readonly string[];
  readonly isPlain: boolean;
}

/** A long cell makes the browser lay out all rows of its table again and again: it stands outside of it. */
function isPlain(head: string, rows: string): boolean {
  return !isSimple(`${head}\n${rows}`, 'rows') || longestRun(rows) > PIECE_LENGTH;
}

interface RowGroup {
  readonly rows: string;
  /** With the head, except where that is not shown again. The same string while the group does not change. */
  readonly text: string;
  readonly isPlain: boolean;
}

function rowGroup(head: string, rows: string, isFirst: boolean): RowGroup {
  const isShownPlain = isPlain(head, rows);
  return { rows, text: isShownPlain && !isFirst ? rows : `${head}\n${rows}`, isPlain: isShownPlain };
}

/** The sections of a table. What is known of the groups of rows before it grew is not found out anew. */
class TableSections {
  #head = '';
  #known: readonly RowGroup[] = [];

  of(head: string, groups: readonly string[]): readonly Section[] {
    const before = head === this.#head ? this.#known : [];
    this.#head = head;
    this.#known = groups.map((rows, index) => {
      const known = before[index];
      return known?.rows === rows ? known : rowGroup(head, rows, index === 0);
    });
    const sections: { first: number; texts: string[]; isPlain: boolean }[] = [];
    for (const [first, group] of this.#known.entries()) {
      const last = sections.at(-1);
      if (last?.isPlain === group.isPlain) last.texts.push(group.text);
      else sections.push({ first, texts: [group.text], isPlain: group.isPlain });
    }
    return sections;
  }
}

/** A row with a long cell is a group of its own. */
function rowGroups(lines: readonly string[]): readonly string[] {
  const groups: string[] = [];
  let rows: string[] = [];
  let characters = 0;
  const endGroup = (): void => {
    if (rows.length > 0) groups.push(rows.join('\n'));
    rows = [];
    characters = 0;
  };
  for (const line of lines) {
    const isLong = line.length > PIECE_LENGTH && longestRun(line) > PIECE_LENGTH;
    if (isLong) endGroup();
    rows.push(line);
    characters += line.length;
    if (isLong || rows.length === ROWS_PER_GROUP || characters >= CHARACTERS_PER_GROUP) endGroup();
  }
  endGroup();
  return groups.length === 0 ? [''] : groups;
}
