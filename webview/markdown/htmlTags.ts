// The few tags of HTML that answers have instead of markup, read as what they mean. All others, and those with attributes
// of their own, are shown as text.
import type { Node } from './htmlTree.ts';

/** Elements that a pair of tags around text stands for. */
const INLINE = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'ins',
  'kbd',
  'sub',
  'sup',
  'mark',
  'small',
]);
const OPENING = /^<([a-z]+)\s*>$/i;
const BREAK = /^<br\s*\/?>$/i;
const COMMENT = /^<!--[^]*?(?:-->\s*)?$/;

/** Plugin: pairs of such tags around text, line breaks, and comments. */
export function readTags() {
  return (tree: Node): void => visit(tree);
}

function visit(node: Node): void {
  if (node.children === undefined) return;
  node.children = withElements(node.children);
  for (const child of node.children) visit(child);
}

/** Nodes with an element for each pair, whatever stands between its tags. */
function withElements(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  /** Where in the result a tag stands that was not closed yet. */
  const opened: { readonly name: string; readonly at: number }[] = [];
  for (const node of nodes) {
    if (node.type !== 'raw') {
      result.push(node);
      continue;
    }
    const tag = node.value ?? '';
    const closing = /^<\/([a-z]+)\s*>$/i.exec(tag)?.[1]?.toLowerCase();
    const from = opened.findLastIndex(({ name }) => name === closing);
    const at = opened[from]?.at;
    if (closing !== undefined && at !== undefined) {
      opened.length = from;
      result.push(element(closing, result.splice(at).slice(1)));
      continue;
    }
    const name = OPENING.exec(tag)?.[1]?.toLowerCase();
    if (name !== undefined && INLINE.has(name)) opened.push({ name, at: result.length });
    if (BREAK.test(tag)) result.push(element('br', []));
    else if (COMMENT.test(tag)) result.push(comment(tag));
    else result.push(...(detailsNodes(tag) ?? [node]));
  }
  return result;
}

/** The text of a block that folds something in a list or a quote, where it is not read as markdown. */
function detailsNodes(html: string): readonly Node[] | undefined {
  return detailsText(html)
    ?.split(/<\/?b>/)
    .map((value, index) =>
      index % 2 === 0 ? { type: 'text', value } : element('b', [{ type: 'text', value }]),
    );
}

function element(tagName: string, children: Node[]): Node {
  return { type: 'element', tagName, properties: {}, children };
}

function comment(value: string): Node {
  return { ...element('span', [{ type: 'text', value }]), properties: { className: ['markdown-comment'] } };
}

const DETAILS =
  /<\/?(?:details|summary|center)(?:\s[^<>]*)?>|<(?:div|p)\s+align\s*=[^<>]*>|<\/(?:div|p)\s*>/gi;
const OTHER_TAG = /<[a-z!?/]/i;
const SUMMARY = /<summary(?:\s[^<>]*)?>([^]*?)<\/summary\s*>/gi;
const INLINE_TAG = new RegExp(`</?(?:${[...INLINE].join('|')})\\s*>`, 'gi');
/** A longer block (characters) is shown as it is. */
const LONGEST_READ = 4_096;

/** Whether a block of HTML is a comment. */
export function isComment(html: string): boolean {
  return COMMENT.test(html.trim());
}

/** The markdown in a block of HTML that folds or centers something; undefined for any other. */
export function detailsText(html: string): string | undefined {
  if (html.length > LONGEST_READ || html.search(DETAILS) === -1) return undefined;
  if (OTHER_TAG.test(html.replace(DETAILS, '').replace(INLINE_TAG, ''))) return undefined;
  return html.replace(SUMMARY, '\n\n<b>$1</b>\n\n').replace(DETAILS, '\n\n').trim();
}
