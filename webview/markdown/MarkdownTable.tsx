// A table in groups of rows, so that a growing table costs its last rows only.
import { memo } from 'react';
import type { Components } from 'react-markdown';
import { PlainText } from '../text/PlainText.tsx';
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
  return (
    <div className="markdown-table" tabIndex={0} role="group" aria-label={markdownStrings.table()}>
      <table>
        {rowGroups(lines.slice(2)).map((rows, index) => (
          <RowGroup key={index} head={head} rows={rows} context={context} isFirst={index === 0} />
        ))}
      </table>
    </div>
  );
}

interface RowGroupProps {
  readonly head: string;
  readonly rows: string;
  readonly context: string;
  readonly isFirst: boolean;
}

const RowGroup = memo(function RowGroup({ head, rows, context, isFirst }: RowGroupProps) {
  const text = `${head}\n${rows}`;
  if (isSimple(text, 'rows')) {
    return <ParsedMarkdown text={text} context={context} components={isFirst ? firstGroup : laterGroup} />;
  }
  return (
    <tbody>
      <tr>
        <td className="markdown-plain" colSpan={1_000}>
          <PlainText text={isFirst ? text : rows} />
        </td>
      </tr>
    </tbody>
  );
});

function rowGroups(lines: readonly string[]): readonly string[] {
  const groups: string[] = [];
  let rows: string[] = [];
  let characters = 0;
  for (const line of lines) {
    rows.push(line);
    characters += line.length;
    if (rows.length === ROWS_PER_GROUP || characters >= CHARACTERS_PER_GROUP) {
      groups.push(rows.join('\n'));
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0 || groups.length === 0) groups.push(rows.join('\n'));
  return groups;
}
