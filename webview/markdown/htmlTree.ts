// Small changes to the tree react-markdown draws.

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
