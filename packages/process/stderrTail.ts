// The stderr tail of a process: the last lines that it printed, which explain its end (R4).
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { excerpt } from './excerpt.ts';
import { lineText, readLines } from './lineSplitter.ts';

const MAX_TAIL_LINES = 20;
const MAX_LINE_BYTES = 16 * 1024;
const MAX_LINE_CHARACTERS = 2_000;

/** The last lines of a text that goes on. */
export class TextTail {
  readonly #maxLineCharacters: number;
  readonly #now: () => number;
  #lines: { readonly text: string; readonly at: number }[] = [];

  constructor(maxLineCharacters: number, now: () => number = Date.now) {
    this.#maxLineCharacters = maxLineCharacters;
    this.#now = now;
  }

  /** Adds a line, unless it is blank. */
  add(line: string): void {
    const text = plainExcerpt(line, this.#maxLineCharacters);
    if (text === '') return;
    this.#lines.push({ text, at: this.#now() });
    if (this.#lines.length > MAX_TAIL_LINES * 2) this.#lines = this.#lines.slice(-MAX_TAIL_LINES);
  }

  /** The last lines; empty when nothing was printed. */
  toString(): string {
    return this.since(-Infinity);
  }

  /** Returns those of the last lines that were added at that moment or later. */
  since(moment: number): string {
    return this.#lines
      .slice(-MAX_TAIL_LINES)
      .filter(({ at }) => at >= moment)
      .map(({ text }) => text)
      .join('\n');
  }
}

export interface StderrTailOptions {
  /** Called with each line that is not blank. */
  readonly onLine: (line: string) => void;
  /** How much of a line is in the tail. */
  readonly maxLineCharacters?: number;
  /** The moment by which lines are found again, in epoch milliseconds. */
  readonly now?: () => number;
}

/** Reads standard error for as long as the process runs. What it says is never interpreted, only shown. */
export class StderrTail {
  readonly #tail: TextTail;

  constructor(stream: Readable, { onLine, maxLineCharacters = MAX_LINE_CHARACTERS, now }: StderrTailOptions) {
    this.#tail = new TextTail(maxLineCharacters, now);
    readLines(stream, MAX_LINE_BYTES, (line) => {
      const text = lineText(line);
      this.#tail.add(text);
      const shown = plainExcerpt(text, MAX_LINE_CHARACTERS);
      if (shown !== '') onLine(shown);
    });
  }

  toString(): string {
    return this.#tail.toString();
  }

  /** Returns those of the last lines that were printed at that moment or later. */
  since(moment: number): string {
    return this.#tail.since(moment);
  }
}

/** The beginning of a line, without colors. */
function plainExcerpt(line: string, maxCharacters: number): string {
  return stripVTControlCharacters(excerpt(line, maxCharacters)).trimEnd();
}
