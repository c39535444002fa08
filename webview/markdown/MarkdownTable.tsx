// A table in groups of rows, so that a growing table costs its last rows only.
import { useState } from 'react';
import type { Components } from 'react-markdown';
import { PlainText } from '../text/PlainText.tsx';
import { longestRun, PIECE_LENGTH } from '../text/textPieces.ts';
import { isSimple } from './blocks/complexity.ts';
import { ParsedMarkdown, standardComponents } from './ParsedMarkdown.tsx';
import { markdownStrings } from './markdownStrings.ts';

const ROWS_PER_GROUP = 20;
/** A group ends after so many characters. */
const CHARACTERS_PER_GROUP = 4_096;

const firstGroup: Components = { ...standardComponents, table: ({ children }) => children };
const laterGroup: Components = { ...firstGroup, thead: () => null };

export interface MarkdownTableProps {
  /** A whole `table` block. */
  readonly raw: string;
  /** Definitions of other blocks. */
  readonly context: string;
}

export function MarkdownTable({ raw, context }: MarkdownTableProps) {
  const lines = raw.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const head = lines.slice(0, 2).join('\n');
  const [sections] = useState(() => new TableSections());
  return (
    <div className="markdown-table" dir="auto" tabIndex={0} role="group" aria-label={markdownStrings.table()}>
      {sections.of(head, rowGroups(lines.slice(2))).map(({ first, texts, ...section }) =>
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
    </div>
  );
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
