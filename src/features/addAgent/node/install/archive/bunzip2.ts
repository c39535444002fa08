// Decompresses a bzip2 file in a thread of its own.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The content, piece by piece, no faster than it is read; `worker`: the program of `bunzip2Worker.ts`. Rejects where the
 * file cannot be read or decompressed, and with an `AbortError`.
 */
export async function* bunzip2(file: string, worker: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const thread = new Worker(worker, { workerData: file });
  try {
    const messages: AsyncIterable<readonly unknown[]> = on(thread, 'message', { close: ['exit'], signal });
    for await (const [chunk] of messages) {
      if (!(chunk instanceof Uint8Array)) continue;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      thread.postMessage('next');
    }
  } finally {
    await thread.terminate();
  }
}
