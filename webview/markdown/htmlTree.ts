// Small changes to the tree that react-markdown renders.
import { visibleText, withoutOverrides } from '../../src/core/text/visibleText.ts';
import { needsPieces, textPieces } from '../text/textPieces.ts';
import { addressWithFormulas, isDisplayed, withFormulas, wordsAndFormulas } from './formulas.ts';

export interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
  data?: { meta?: string | null };
}

/** Plugin: formulas stand again where they were taken out of the text. */
export function putFormulas(formulas: readonly string[]) {
  return (tree: Node): void => {
    if (formulas.length > 0) putInto(tree, formulas);
  };
}

function putInto(node: Node, formulas: readonly string[]): void {
  const { properties = {}, data } = node;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') properties[name] = addressWithFormulas(value, formulas);
  }
  if (typeof data?.meta === 'string') data.meta = withFormulas(data.meta, formulas);
  if (node.value !== undefined) node.value = withFormulas(node.value, formulas);
  if (node.children === undefined) return;
  // In code a formula is code like all that is beside it.
  if (node.tagName !== 'code') {
    node.children = node.children.flatMap((child) => {
      const pieces = child.type === 'text' ? wordsAndFormulas(child.value ?? '', formulas) : undefined;
      return (
        pieces?.map((value, index) => (index % 2 === 0 ? textNode(value) : formulaElement(value))) ?? [child]
      );
    });
  }
  for (const child of node.children) putInto(child, formulas);
}

/** The lines of a formula in a list or a quote begin with what every one of them has in front. */
function withoutMargin(formula: string): string {
  const [first = '', ...lines] = formula.split(/\r\n?|\n/);
  const margins = lines.map((line) => /^[ \t>]*/.exec(line)?.[0] ?? '');
  const margin = margins.reduce((common, other) => {
    let length = 0;
    while (length < common.length && common[length] === other[length]) length++;
    return common.slice(0, length);
  }, margins[0] ?? '');
  return [first, ...lines.map((line) => line.slice(margin.length))].join('\n');
}

function formulaElement(formula: string): Node {
  const displayed = isDisplayed(formula) ? ['markdown-formula-displayed'] : [];
  const source = withoutMargin(formula);
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: ['markdown-formula', ...displayed], dir: 'ltr', dataFormula: source },
    children: [textNode(source)],
  };
}

function textNode(value: string): Node {
  return { type: 'text', value };
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

/** Plugin: nothing that is read runs backwards, and code has no hidden characters. Blocks of code do that themselves. */
export function spellOutHidden() {
  return spellOut;
}

function spellOut(node: Node): void {
  if (node.tagName === 'pre') return;
  const spelled = node.tagName === 'code' ? visibleText : withoutOverrides;
  for (const child of node.children ?? []) {
    if (child.value !== undefined) child.value = spelled(child.value);
    spellOut(child);
  }
}

/** Plugin: long runs of text are laid out in pieces. Code blocks are rendered by a component of their own. */
export function cutLongRuns() {
  return cutRuns;
}

/** Letters that are laid out fast: in one line of code a cut would look like the end of a paragraph. */
const PLAIN_CODE = /^[\x20-\x7e\s]*$/;

function cutRuns(node: Node): void {
  if (node.children === undefined || node.tagName === 'pre') return;
  if (node.tagName === 'code' && node.children.every(({ value = '' }) => PLAIN_CODE.test(value))) return;
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
    children: [textNode(value)],
  };
}
