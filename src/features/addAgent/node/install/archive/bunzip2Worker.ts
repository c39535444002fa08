// The program of the worker that decompresses a bzip2 file: in JavaScript that takes about a second for each megabyte, in
// which its thread does nothing else.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import bunzip2 from 'unbzip2-stream';

/** Sends the content of the file whose path it was given, and each piece only when the one before was asked for. */
async function decompress(): Promise<void> {
  for await (const chunk of decompressed(String(workerData))) {
    parentPort?.postMessage(chunk);
    if (parentPort !== null) await once(parentPort, 'message');
  }
}

/** What cannot be read or decompressed is an error of it. */
function decompressed(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  // It is a stream of Node's oldest kind, which `pipeline` does not know.
  const bunzip = bunzip2();
  // It would close on its own, and cut off what has not been read yet.
  bunzip.autoDestroy = false;
  const readable = new Readable().wrap(file.pipe(bunzip));
  file.on('error', (error) => readable.destroy(error));
  return readable;
}

decompress().catch((error: unknown) => {
  // An exception ends the worker with an error, whatever the process does with rejections that nobody handles.
  queueMicrotask(() => {
    throw error;
  });
});
