// The lines of a file as pieces with the classes of their colors.
import { highlight, type HighlightedCode } from '../../markdown/highlight.ts';

export interface CodePiece {
  readonly text: string;
  /** Absent for text in the default color. */
  readonly classes?: string;
}

type CodeNode = HighlightedCode['children'][number];

/** The lines of a text, or undefined where the language is not known or the text too long. */
export function highlightedLines(text: string, path: string): readonly (readonly CodePiece[])[] | undefined {
  const tree = highlight(text.replaceAll('\r\n', '\n'), languageOf(path));
  if (tree === undefined) return undefined;
  const lines: CodePiece[][] = [[]];
  addPieces(lines, tree.children, '');
  return lines;
}

/** A file's extension, or its name where it has none: `Makefile`. */
function languageOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.split('.').at(-1) ?? '';
}

function addPieces(lines: CodePiece[][], nodes: readonly CodeNode[], classes: string): void {
  for (const node of nodes) {
    if (node.type === 'text') addText(lines, node.value, classes);
    else if (node.type === 'element') {
      const own = node.properties['className'];
      addPieces(lines, node.children, Array.isArray(own) ? `${classes} ${own.join(' ')}`.trim() : classes);
    }
  }
}

function addText(lines: CodePiece[][], text: string, classes: string): void {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) lines.push([]);
    if (part !== '') lines.at(-1)?.push(classes === '' ? { text: part } : { text: part, classes });
  }
}
