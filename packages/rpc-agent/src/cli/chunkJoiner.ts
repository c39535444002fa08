// Frames that oh-my-pi's protocol 2 sends in pieces, because they are longer than one line may be.
import { Buffer } from 'node:buffer';
import * as z from 'zod';

const chunkFrame = z.object({
  type: z.literal('rpc_chunk'),
  chunkId: z.string(),
  index: z.int().min(0),
  count: z.int().min(1),
  data: z.string(),
});

/** Joins the pieces, which come one after the other. A piece out of order loses its frame. */
export class ChunkJoiner {
  #id = '';
  #pieces: Buffer[] = [];

  /** The text of the whole frame once its last piece has come; undefined before, and for what is no piece. */
  push(frame: unknown): string | undefined {
    const parsed = chunkFrame.safeParse(frame);
    if (!parsed.success) return undefined;
    const { chunkId, index, count, data } = parsed.data;
    if (index === 0) {
      this.#id = chunkId;
      this.#pieces = [];
    }
    if (chunkId !== this.#id || index !== this.#pieces.length) return undefined;
    this.#pieces.push(Buffer.from(data, 'base64'));
    if (this.#pieces.length < count) return undefined;
    const whole = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    return whole;
  }
}
