// Cuts what a CLI prints into lines at LF only (other line ends may stand inside strings), in bounded memory.
import { Buffer } from 'node:buffer';

const NEWLINE = 0x0a;

/** Takes chunks cut anywhere, even inside a character. A line over the limit is handed out as its beginning. */
export class LineCutter {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #length = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Hands out each line that `chunk` completes, without its line end. */
  push(chunk: Buffer, take: (line: string) => void): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#keep(chunk.subarray(start, end));
      take(this.#line());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The stream has ended: hands out what stands after the last line end. */
  end(take: (line: string) => void): void {
    if (this.#length > 0) take(this.#line());
  }

  #keep(piece: Buffer): void {
    const room = this.#limit - this.#length;
    if (room <= 0 || piece.length === 0) return;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#pieces.push(kept);
    this.#length += kept.length;
  }

  #line(): string {
    const line = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
