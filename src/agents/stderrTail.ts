// The standard error of an agent: line by line to the log, and its end as last words (R4).
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { excerpt } from './excerpt.ts';
import { LineSplitter, type Line } from './lineSplitter.ts';

/** How much is kept for last words, in characters. */
const KEPT = 64 * 1024;
/** How many lines last words have at most. */
const LAST_LINES = 20;
/** The longest line that is kept, in bytes. */
const MAX_LINE = 16 * 1024;

/** Reads standard error for as long as the process lives. It is never understood, only shown. */
export class StderrTail {
  readonly #splitter = new LineSplitter(MAX_LINE);
  readonly #onLine: (line: string) => void;
  #lines: string[] = [];
  #length = 0;

  constructor(stream: Readable, onLine: (line: string) => void) {
    this.#onLine = onLine;
    stream.on('data', (chunk: Buffer) => {
      for (const line of this.#splitter.push(chunk)) this.#add(line);
    });
    stream.on('end', () => {
      const rest = this.#splitter.end();
      if (rest !== undefined) this.#add(rest);
    });
    stream.on('error', () => {});
  }

  /** The last lines, without colours. */
  lastWords(): string {
    return this.#lines.slice(-LAST_LINES).join('\n');
  }

  #add(line: Line): void {
    const bytes = line.kind === 'line' ? line.bytes : line.head;
    const text = stripVTControlCharacters(excerpt(bytes.toString('utf8'), 2_000)).trimEnd();
    if (text === '') return;
    this.#onLine(text);
    this.#lines.push(text);
    this.#length += text.length;
    if (this.#length > KEPT) this.#forget();
  }

  /** Forgets the older half, so that forgetting is seldom. */
  #forget(): void {
    this.#lines = this.#lines.slice(Math.ceil(this.#lines.length / 2));
    this.#length = this.#lines.reduce((sum, line) => sum + line.length, 0);
  }
}
