// Cuts a stream of bytes into lines, in linear time and bounded memory (R2).

const NEWLINE = 0x0a;

/** How much of an over-long line is kept to say what it was, in bytes. */
const HEAD_BYTES = 256;

export type Line =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** A line longer than the limit: only its first bytes were kept. */
  | { readonly kind: 'overlong'; readonly head: Buffer; readonly length: number };

/** Takes chunks cut anywhere, even inside a character, and hands out whole lines without their newline. */
export class LineSplitter {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #length = 0;

  /** `limit` is the longest line that is kept, in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that `chunk` completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What stands after the last newline, when the stream has ended. */
  end(): Line | undefined {
    return this.#length === 0 ? undefined : this.#take();
  }

  #keep(piece: Buffer): void {
    const before = this.#length;
    this.#length += piece.length;
    if (this.#length <= this.#limit) {
      this.#pieces.push(piece);
    } else if (before <= this.#limit) {
      this.#pieces = [Buffer.from(Buffer.concat([...this.#pieces, piece]).subarray(0, HEAD_BYTES))];
    }
  }

  #take(): Line {
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    const length = this.#length;
    this.#pieces = [];
    this.#length = 0;
    return length > this.#limit ? { kind: 'overlong', head: bytes, length } : { kind: 'line', bytes };
  }
}
