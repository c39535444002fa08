// Rows of tables with more cells than the head: all that is in them is shown, in the cells that there are.

interface Node {
  readonly type: string;
  children?: Node[];
  readonly value?: string;
}

/** Plugin: the last cell of a row has what is in the cells beyond the head, which would not be shown. */
export function wholeCells() {
  return (tree: Node): void => visit(tree);
}

function visit(node: Node): void {
  const { children = [] } = node;
  if (node.type === 'table') {
    const columns = children[0]?.children?.length ?? 0;
    for (const row of children) joinCells(row, columns);
  } else for (const child of children) visit(child);
}

function joinCells(row: Node, columns: number): void {
  const cells = row.children ?? [];
  const last = cells[columns - 1];
  if (last?.children === undefined || cells.length <= columns) return;
  const more = cells
    .splice(columns)
    .flatMap((cell) => [{ type: 'text', value: ' | ' }, ...(cell.children ?? [])]);
  last.children = [...last.children, ...more];
}

/** A bar that ends a cell, and what is before it where that is escaped. */
const BAR = /\\.|\|/g;
/** Code between the same number of backticks. */
const CODE = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/** A row as text in which no bar in code ends a cell, where it has more cells than the head otherwise. */
export function withCodeInCells(row: string, columns: number): string {
  if (!row.includes('`') || cellCount(row) <= columns) return row;
  return row.replace(CODE, (code) => code.replace(BAR, (bar) => (bar === '|' ? '\\|' : bar)));
}

/** The number of cells of a line of a table. */
export function cellCount(line: string): number {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return 1 + Array.from(cells.matchAll(BAR)).filter(([bar]) => bar === '|').length;
}
