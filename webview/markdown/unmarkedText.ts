// Markdown as plain text, to be pasted where nothing reads the markup.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { withoutEscapes } from '../../src/core/text/terminalText.ts';
import { isSimple } from './blocks/complexity.ts';
import type { MarkdownBlock } from './blocks/markdownBlock.ts';
import { extractFormulas, withFormulas } from './formulas.ts';
import { gfmOptions } from './gfm.ts';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree['children'][number];
type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** Blocks without their markup; lists keep their marks, tables have tabs. What takes long to parse stays as it is. */
export function unmarkedText(blocks: readonly MarkdownBlock[]): string {
  return blocks
    .map(({ raw, kind }) =>
      isSimple(raw, kind === 'table' ? 'paragraph' : kind) ? plainTextOf(raw) : raw.trimEnd(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

function plainTextOf(raw: string): string {
  const { text, formulas } = extractFormulas(withoutEscapes(raw));
  return withFormulas(nodeText(fromMarkdown(text, gfmOptions)), formulas);
}

function nodeText(node: Node): string {
  switch (node.type) {
    case 'root':
    case 'blockquote':
      return node.children.map(nodeText).join('\n\n');
    case 'paragraph':
      return node.children.map((child) => (child.type === 'break' ? '\n' : toString(child))).join('');
    case 'list':
      return node.children.map((item, index) => itemText(item, markOf(node, index))).join('\n');
    case 'listItem':
      return itemText(node, '- ');
    case 'table':
      return node.children
        .map(({ children }) => children.map((cell) => toString(cell).trim()).join('\t'))
        .join('\n');
    default:
      return toString(node);
  }
}

function markOf({ ordered, start }: NodeOf<'list'>, index: number): string {
  return ordered === true ? `${(start ?? 1) + index}. ` : '- ';
}

/** The lines after the first stand below the text of the first. */
function itemText({ checked, children }: NodeOf<'listItem'>, mark: string): string {
  const task = typeof checked === 'boolean' ? (checked ? '[x] ' : '[ ] ') : '';
  const text = children.map(nodeText).join('\n');
  return mark + task + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}
