// The pieces of a plan that comments stand between: its blocks, and of a list each item.
import { markdownBlocks, type MarkdownBlock } from '../../markdown/markdownDocument.ts';

export interface PlanUnit {
  readonly key: string;
  /** What is rendered of it. */
  readonly block: MarkdownBlock;
  /** The number of its first line, from 1 on. */
  readonly start: number;
  /** Its lines as they are written, without empty ones at the end. */
  readonly lines: readonly string[];
  /** How deep it stands in a list; 0 for what is in none. */
  readonly depth: number;
}

const ITEM = /^(?<indent>[ \t]*)(?:[-*+]|(?<number>\d{1,9})[.)])(?<space>[ \t]+|$)/;
const FENCE = /^[ \t]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?<fence>`{3,}|~{3,})/;

/** The pieces of a plan, in order. `id`: unique among the texts of the page. */
export function planUnits(id: string, text: string): readonly PlanUnit[] {
  let line = 1;
  return markdownBlocks(id, text, false).flatMap((block) => {
    const start = line;
    line += block.raw.split('\n').length - 1;
    const units = block.kind === 'list' ? itemUnits(block, start) : [unitOf(block, start, 0, block.key)];
    return units.filter(({ lines }) => lines.length > 0);
  });
}

interface Item {
  readonly start: number;
  readonly indent: number;
  readonly number: number | undefined;
  readonly lines: string[];
}

function itemUnits(block: MarkdownBlock, start: number): readonly PlanUnit[] {
  const depths: number[] = [];
  let position = block.listStart;
  return itemsOf(block.raw).map((item, index) => {
    while (depths.length > 0 && (depths.at(-1) ?? 0) >= item.indent) depths.pop();
    depths.push(item.indent);
    // A list that goes on counts its items, and the others begin with their own number.
    const isFirst = depths.length === 1 && item.number !== undefined;
    const number = isFirst ? (position ?? item.number) : item.number;
    if (isFirst) position = (number ?? 0) + 1;
    const raw = item.lines.map((each) => withoutIndent(each, item.indent)).join('\n');
    const { listStart: _ofTheFirst, ...rest } = block;
    const piece = { ...rest, raw, ...(number === undefined ? {} : { listStart: number }) };
    return unitOf(piece, start + item.start, depths.length, `${block.key}/${index}`, item.lines);
  });
}

/** The items of a list at any depth, each without those in it. */
function itemsOf(raw: string): readonly Item[] {
  const items: Item[] = [];
  let fence: string | undefined;
  raw.split('\n').forEach((line, index) => {
    const marker = fence === undefined ? ITEM.exec(line)?.groups : undefined;
    const opened = FENCE.exec(line)?.groups?.['fence'];
    if (marker !== undefined || items.length === 0) {
      const { indent = '', number } = marker ?? {};
      items.push({
        start: index,
        indent: widthOf(indent),
        number: number === undefined ? undefined : Number(number),
        lines: [line],
      });
    } else {
      items.at(-1)?.lines.push(line);
    }
    if (opened === undefined) return;
    if (fence === undefined) fence = opened;
    else if (opened.startsWith(fence)) fence = undefined;
  });
  return items;
}

function widthOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length;
}

function withoutIndent(line: string, indent: number): string {
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? '';
  const width = Math.max(0, widthOf(blanks) - indent);
  return ' '.repeat(width) + line.slice(blanks.length);
}

function unitOf(
  block: MarkdownBlock,
  start: number,
  depth: number,
  key: string,
  lines: readonly string[] = block.raw.split('\n'),
): PlanUnit {
  return { key, block, start, lines: withoutBlankEnd(lines), depth };
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
