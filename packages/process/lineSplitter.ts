// Splits a stream of bytes into lines, in linear time and bounded memory (R2).
import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

/** Enough of an overlong line to log it, and to find the request that it would have answered. */
const HEAD_BYTES = 400;

export type Line =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** A line longer than the limit, of which only the first bytes are there. */
  | { readonly kind: 'overlong'; readonly head: Buffer; readonly length: number };

/** The text of a line, without the CR of a CRLF; of an overlong one, its beginning. */
export function lineText(line: Line): string {
  const text = (line.kind === 'line' ? line.bytes : line.head).toString('utf8');
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

/** Reads a stream to its end, line by line. A read error ends it. */
export function readLines(stream: Readable, maxBytes: number, onLine: (line: Line) => void): void {
  const splitter = new LineSplitter(maxBytes);
  stream.on('data', (chunk: Buffer) => splitter.push(chunk).forEach(onLine));
  stream.on('end', () => {
    const rest = splitter.end();
    if (rest !== undefined) onLine(rest);
  });
  stream.on('error', () => {});
}

/** Accepts chunks cut anywhere, even inside a character, and returns whole lines without their newline. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #headBytes: number;
  #pieces: Buffer[] = [];
  #length = 0;

  /** `maxBytes` is the longest line that is returned whole, `headBytes` how much there is of a longer one. */
  constructor(maxBytes: number, headBytes = HEAD_BYTES) {
    this.#maxBytes = maxBytes;
    this.#headBytes = headBytes;
  }

  /** The lines that `chunk` completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#append(chunk.subarray(start, end));
      lines.push(this.#finishLine());
      start = end + 1;
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
    return lines;
  }

  /** What follows the last newline, when the stream has ended. */
  end(): Line | undefined {
    return this.#length === 0 ? undefined : this.#finishLine();
  }

  #append(piece: Buffer): void {
    const before = this.#length;
    this.#length += piece.length;
    if (this.#length <= this.#maxBytes) {
      this.#pieces.push(piece);
    } else if (before <= this.#maxBytes) {
      this.#pieces = [Buffer.from(Buffer.concat([...this.#pieces, piece]).subarray(0, this.#headBytes))];
    }
  }

  #finishLine(): Line {
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    const length = this.#length;
    this.#pieces = [];
    this.#length = 0;
    return length > this.#maxBytes ? { kind: 'overlong', head: bytes, length } : { kind: 'line', bytes };
  }
}
