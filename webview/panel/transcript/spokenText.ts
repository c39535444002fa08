// Markdown as it is said: the text without the signs that make it look like something.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { withoutEscapes } from '../../../src/core/text/terminalText.ts';
import { isSimple } from '../../markdown/blocks/complexity.ts';
import { extractFormulas, withFormulas } from '../../markdown/formulas.ts';
import { gfmOptions } from '../../markdown/gfm.ts';
import { transcriptStrings } from './transcriptStrings.ts';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree['children'][number];
type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** How blocks are separated: said in one go, or read line by line. */
type Separator = ' ' | '\n';

/** What a screen reader says of a piece of markdown; whole blocks, in order. What takes long to parse is said as it is. */
export function spokenText(markdown: string): string {
  return textOf(markdown, ' ');
}

/** The same with a line for each block, item and row, to be read with the cursor. */
export function readableText(markdown: string): string {
  return textOf(markdown, '\n');
}

function textOf(markdown: string, separator: Separator): string {
  if (!isSimple(markdown, 'paragraph')) return markdown;
  const { text, formulas } = extractFormulas(withoutEscapes(markdown));
  return withFormulas(nodeText(fromMarkdown(text, gfmOptions), separator), formulas);
}

function nodeText(node: Node, separator: Separator): string {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'list':
      return childTexts(node.children, separator);
    case 'listItem':
      return itemText(node, separator);
    case 'table':
      return tableText(node, separator);
    default:
      return toString(node).trim();
  }
}

function childTexts(children: readonly Node[], separator: Separator): string {
  return children
    .map((child) => nodeText(child, separator))
    .filter((text) => text !== '')
    .join(separator);
}

/** A task says first whether it is done, as a check box does. */
function itemText({ checked, children }: NodeOf<'listItem'>, separator: Separator): string {
  const text = childTexts(children, separator);
  if (checked === true) return transcriptStrings.taskDone(text);
  return checked === false ? transcriptStrings.taskOpen(text) : text;
}

/** The size of a table, then its rows, each cell with the heading of its column. */
function tableText({ children: rows }: NodeOf<'table'>, separator: Separator): string {
  const [head = [], ...body] = rows.map(({ children }) => children.map((cell) => toString(cell).trim()));
  const lines = body.map((cells) =>
    cells
      .map((cell, column) => {
        const heading = head[column] ?? '';
        return heading === '' ? cell : transcriptStrings.cell(heading, cell);
      })
      .join(', '),
  );
  const columns = head.filter((heading) => heading !== '').join(', ');
  const size = transcriptStrings.table(head.length, rows.length);
  const first = columns === '' || body.length > 0 ? size : `${size} ${columns}`;
  return [first, ...lines.map((line) => (separator === ' ' ? `${line}.` : line))].join(separator);
}
