// The end of what a process printed: what is shown when it has died.
import { stripVTControlCharacters } from 'node:util';

/** Lines that are kept. */
const LINES = 20;
/** Characters of a line that are kept. */
const LINE_LENGTH = 500;

export class LastWords {
  #lines: string[] = [];

  add(line: string): void {
    const words = stripVTControlCharacters(line.slice(0, LINE_LENGTH)).trimEnd();
    if (words === '') return;
    this.#lines.push(words);
    if (this.#lines.length > LINES * 2) this.#lines = this.#lines.slice(-LINES);
  }

  /** The last lines without colours; empty where nothing was printed. */
  text(): string {
    return this.#lines.slice(-LINES).join('\n');
  }
}
