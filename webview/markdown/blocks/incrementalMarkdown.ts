// A growing markdown text as blocks: an update costs what was appended, not what is there.
import { advance, isClosed, noBlock, type OpenBlock } from './blockScanner.ts';
import { isSimple } from './complexity.ts';
import { readLine } from './lineRules.ts';
import type { MarkdownBlock } from './markdownBlock.ts';
import { Definitions, definitionsIn, labelsIn } from './references.ts';

/** The text of one entry. A text that does not begin with the one before starts over. */
export class IncrementalMarkdown {
  readonly #keyPrefix: string;
  #text = '';
  #streaming = true;
  #result: readonly MarkdownBlock[] = [];
  /** Blocks no appended text can change (but for references that become defined). */
  #finished: MarkdownBlock[] = [];
  /** Where each finished block begins. */
  #starts: number[] = [];
  #open = noBlock;
  /** Where the first line without an ending begins, and how far an ending was looked for. */
  #lineStart = 0;
  #searched = 0;
  #definitions = new Definitions();
  /** Finished blocks by the labels they use. */
  #users = new Map<string, number[]>();
  #tail: readonly MarkdownBlock[] = [];

  /** `keyPrefix` makes block keys unique among several texts. */
  constructor(keyPrefix: string) {
    this.#keyPrefix = keyPrefix;
  }

  /** How many characters it holds. */
  get size(): number {
    return this.#text.length;
  }

  /** The blocks of `text`. While `streaming` the last one is not complete. */
  update(text: string, streaming: boolean): readonly MarkdownBlock[] {
    if (text === this.#text && streaming === this.#streaming) return this.#result;
    // Equality compares memory; `startsWith` goes character by character, ten times slower in V8.
    if (text.slice(0, this.#text.length) !== this.#text) this.#reset();
    this.#text = text;
    this.#streaming = streaming;
    this.#readLines();
    this.#tail = this.#readTail();
    this.#result = streaming ? [...this.#finished, ...this.#tail] : this.#withLateDefinitions();
    return this.#result;
  }

  #reset(): void {
    this.#finished = [];
    this.#starts = [];
    this.#open = noBlock;
    this.#lineStart = 0;
    this.#searched = 0;
    this.#definitions = new Definitions();
    this.#users = new Map();
    this.#tail = [];
  }

  /** Handles every line that has its ending. A `\r` at the very end may be half of `\r\n`. */
  #readLines(): void {
    const ending = /\r\n?|\n/g;
    ending.lastIndex = this.#searched;
    for (;;) {
      const match = ending.exec(this.#text);
      if (match === null) break;
      if (match[0] === '\r' && ending.lastIndex === this.#text.length) break;
      const next = advance(this.#open, readLine(this.#text, this.#lineStart, match.index));
      if (next.start !== this.#open.start) this.#finish(this.#open, next.start);
      this.#open = next;
      this.#lineStart = ending.lastIndex;
      this.#searched = ending.lastIndex;
    }
    const end = this.#text.length;
    this.#searched = Math.max(this.#lineStart, this.#text.endsWith('\r') ? end - 1 : end);
  }

  /** The blocks from the open one on, as if the text ended here. */
  #readTail(): readonly MarkdownBlock[] {
    const end = this.#text.length;
    if (this.#open.start === end) return [];
    const open = this.#open;
    if (this.#lineStart === end) return [this.#tailBlock(open, end, 0, isClosed(open))];
    const lineEnd = this.#text.endsWith('\r') ? end - 1 : end;
    const last = advance(open, readLine(this.#text, this.#lineStart, lineEnd));
    // Whatever a line without its ending seems to close may go on.
    if (last.start === open.start) return [this.#tailBlock(last, end, 0, false)];
    return [this.#tailBlock(open, last.start, 0, true), this.#tailBlock(last, end, 1, false)];
  }

  #tailBlock(open: OpenBlock, end: number, index: number, closed: boolean): MarkdownBlock {
    const complete = closed || !this.#streaming;
    const block = this.#block(open, copyOf(this.#text, open.start, end), complete);
    const before = this.#tail[index];
    return before !== undefined && isSame(before, block) ? before : block;
  }

  #finish(open: OpenBlock, end: number): void {
    const raw = copyOf(this.#text, open.start, end);
    const index = this.#finished.length;
    const added = this.#definitions.add(open.start, definitionsIn(raw, open.kind));
    const block = this.#block(open, raw, true);
    this.#finished.push(this.#tail.find((shown) => isSame(shown, block)) ?? block);
    this.#starts.push(open.start);
    if (hasReferences(block)) {
      for (const label of labelsIn(raw)) {
        const users = this.#users.get(label);
        if (users === undefined) this.#users.set(label, [index]);
        else users.push(index);
      }
    }
    for (const [user, renewed] of this.#renewed(added)) this.#finished[user] = renewed;
  }

  #block(open: OpenBlock, raw: string, complete: boolean): MarkdownBlock {
    const kind = isSimple(raw, open.kind) ? open.kind : 'text';
    const usesLabels = !this.#definitions.isEmpty && hasReferences({ kind }) && raw.includes('[');
    return {
      key: `${this.#keyPrefix}${open.start}`,
      start: open.start,
      raw,
      kind,
      complete,
      context: usesLabels ? this.#definitions.contextOf(open.start, labelsIn(raw)) : '',
      ...(open.listStart === undefined ? {} : { listStart: open.listStart }),
    };
  }

  /** The finished blocks which labels just defined change. */
  #renewed(labels: readonly string[]): ReadonlyMap<number, MarkdownBlock> {
    const renewed = new Map<number, MarkdownBlock>();
    for (const index of new Set(labels.flatMap((label) => this.#users.get(label) ?? []))) {
      const block = this.#finished[index];
      const start = this.#starts[index];
      if (block === undefined || start === undefined) continue;
      const context = this.#definitions.contextOf(start, labelsIn(block.raw));
      if (context !== block.context) renewed.set(index, { ...block, context });
    }
    return renewed;
  }

  /** When the text has ended, definitions in its last blocks count, too. */
  #withLateDefinitions(): readonly MarkdownBlock[] {
    const ownerOf = (index: number): number => this.#text.length + index;
    const late = this.#tail.flatMap(({ raw, kind }, index) =>
      this.#definitions.add(ownerOf(index), definitionsIn(raw, kind)),
    );
    if (late.length === 0) return [...this.#finished, ...this.#tail];
    const renewed = this.#renewed(late);
    const tail = this.#tail.map((block, index) => {
      if (!hasReferences(block)) return block;
      const context = this.#definitions.contextOf(ownerOf(index), labelsIn(block.raw));
      return context === block.context ? block : { ...block, context };
    });
    this.#definitions.remove(late);
    return [...this.#finished.map((block, index) => renewed.get(index) ?? block), ...tail];
  }
}

/** A copy of a part of a text: a slice would keep that whole version of the text in memory. */
function copyOf(text: string, start: number, end: number): string {
  // V8 copies when it joins strings, and what is sliced off the copy keeps only the copy.
  return ` ${text.slice(start, end)}`.slice(1);
}

function hasReferences({ kind }: { readonly kind: string }): boolean {
  return kind !== 'code' && kind !== 'html' && kind !== 'text' && kind !== 'rule';
}

function isSame(a: MarkdownBlock, b: MarkdownBlock): boolean {
  return (
    a.raw === b.raw &&
    a.kind === b.kind &&
    a.complete === b.complete &&
    a.context === b.context &&
    a.key === b.key &&
    a.listStart === b.listStart
  );
}
