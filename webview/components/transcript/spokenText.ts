// Markdown as it is said: the words, without the signs that make it look like something.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { isSimple } from '../../markdown/blocks/complexity.ts';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree['children'][number];

/** Blocks of blocks: between those there is a pause. */
const CONTAINERS: ReadonlySet<Node['type']> = new Set(['root', 'list', 'listItem', 'blockquote']);

/** What a screen reader says of a piece of markdown; whole blocks, in order. What takes long to parse is said as it is. */
export function spokenText(markdown: string): string {
  if (!isSimple(markdown, 'paragraph')) return markdown;
  return wordsOf(fromMarkdown(markdown));
}

function wordsOf(node: Node): string {
  if (!CONTAINERS.has(node.type) || !('children' in node)) return toString(node).trim();
  return node.children
    .map(wordsOf)
    .filter((words) => words !== '')
    .join(' ');
}
