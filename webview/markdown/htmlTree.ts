// Small changes to the tree that react-markdown renders.
import { needsPieces, textPieces } from '../text/textPieces.ts';

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Plugin for the next part of a long list: it counts on from `first` and stands close to the part before. */
export function continueListAt(first: number | undefined) {
  return (tree: Node): void => {
    const list = tree.children?.find(({ tagName }) => tagName === 'ol' || tagName === 'ul');
    if (first === undefined || list?.properties === undefined) return;
    const classes = list.properties['className'];
    list.properties['className'] = [...(Array.isArray(classes) ? classes : []), 'markdown-continued'];
    if (list.tagName === 'ol') list.properties['start'] = first;
  };
}

/** Plugin: `<br>` in a table breaks the line, as nothing else can there. All other HTML stays text. */
export function breakLinesInTables() {
  return (tree: Node): void => visit(tree, false);
}

function visit(node: Node, inCell: boolean): void {
  const isInCell = inCell || node.tagName === 'td' || node.tagName === 'th';
  for (const child of node.children ?? []) {
    if (isInCell && child.type === 'raw' && /^<br\s*\/?>$/i.test(child.value ?? '')) {
      child.type = 'element';
      child.tagName = 'br';
      child.properties = {};
      child.children = [];
    } else {
      visit(child, isInCell);
    }
  }
}

/** Plugin: long runs of text are laid out in pieces. Code blocks are rendered by a component of their own. */
export function cutLongRuns() {
  return cutRuns;
}

function cutRuns(node: Node): void {
  if (node.children === undefined || node.tagName === 'pre') return;
  for (const child of node.children) cutRuns(child);
  if (!node.children.some(isLong)) return;
  node.children = node.children.flatMap((child) =>
    isLong(child) ? textPieces(child.value ?? '').map(pieceElement) : [child],
  );
}

function isLong({ type, value = '' }: Node): boolean {
  return (type === 'text' || type === 'raw') && needsPieces(value);
}

function pieceElement(value: string): Node {
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: ['text-piece'] },
    children: [{ type: 'text', value }],
  };
}
