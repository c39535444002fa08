// What a command has printed, for the agent: the end of its text, within a number of bytes (R82).
import { Buffer } from 'node:buffer';

/** Pieces shorter than this, in UTF-16 code units, are joined, so that a byte at a time costs no object each. */
const SMALL_PIECE_LENGTH = 4_096;

interface Piece {
  text: string;
  bytes: number;
}

/** Keeps the end of a text. Memory stays in proportion to the limit. */
export class OutputTail {
  readonly #limit: number;
  #pieces: Piece[] = [];
  /** The bytes of all pieces. */
  #bytes = 0;
  #truncated = false;

  /** `limit` is in bytes of UTF-8. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  append(text: string): void {
    if (text === '') return;
    const bytes = Buffer.byteLength(text);
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.text.length + text.length < SMALL_PIECE_LENGTH) {
      last.text += text;
      last.bytes += bytes;
    } else {
      this.#pieces.push({ text, bytes });
    }
    this.#bytes += bytes;
    let outdated = 0;
    for (const piece of this.#pieces) {
      if (this.#bytes - piece.bytes < this.#limit) break;
      this.#bytes -= piece.bytes;
      outdated++;
    }
    if (outdated > 0) this.#truncated = true;
    this.#pieces.splice(0, outdated);
  }

  /** The end of the text, cut at a character boundary, and whether something before it was dropped. */
  read(): { readonly output: string; readonly truncated: boolean } {
    const text = this.#pieces.map((piece) => piece.text).join('');
    const bytes = Buffer.from(text);
    const output = bytes.length <= this.#limit ? text : endOf(bytes, this.#limit);
    this.#pieces = output === '' ? [] : [{ text: output, bytes: Buffer.byteLength(output) }];
    this.#bytes = this.#pieces[0]?.bytes ?? 0;
    this.#truncated ||= bytes.length > this.#limit;
    return { output, truncated: this.#truncated };
  }
}

/** At most `limit` bytes from the end, from the first whole character on. */
function endOf(bytes: Buffer, limit: number): string {
  let start = bytes.length - limit;
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return bytes.toString('utf8', start);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
