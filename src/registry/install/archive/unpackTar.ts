// Unpacks a tar archive, plain or compressed by gzip or bzip2.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import bunzip2 from 'unbzip2-stream';
import { unlessAborted } from '../../../process/unlessAborted.ts';
import { unsafeArchive, type FolderWriter } from './folderWriter.ts';

export type Compression = 'gzip' | 'bzip2';

/**
 * Writes what is in the archive, one entry after the other, as fast as the disk is. Rejects with a ParleyError, and as
 * the archive's format, the compression and the file system do.
 */
export async function unpackTar(
  archive: string,
  compression: Compression,
  { writer, signal }: { readonly writer: FolderWriter; readonly signal: AbortSignal },
): Promise<void> {
  const failed = new AbortController();
  let adding: Promise<void> = Promise.resolve();
  const parser = new Parser({
    strict: true,
    // The writer counts bytes: a limit on the ratio would refuse what compresses well.
    maxDecompressionRatio: Number.POSITIVE_INFINITY,
    onReadEntry: (entry) => {
      adding = adding
        .then(() => addEntry(entry, writer))
        .catch((error: unknown) => {
          failed.abort(error);
          entry.resume();
        });
    },
  });
  const stop = AbortSignal.any([signal, failed.signal]);
  try {
    await pipeline(
      decompressed(archive, compression),
      async (chunks: AsyncIterable<Buffer>) => {
        await parseAll(parser, chunks, stop);
      },
      { signal: stop },
    );
    await adding;
  } catch (error) {
    failed.abort(error);
    throw failed.signal.reason;
  }
  failed.signal.throwIfAborted();
}

/** The content of a compressed file; what cannot be read or decompressed is an error of it. */
function decompressed(archive: string, compression: Compression): Readable {
  const file = createReadStream(archive);
  if (compression === 'gzip') {
    const gunzip = createGunzip();
    file.on('error', (error) => gunzip.destroy(error));
    return file.pipe(gunzip);
  }
  // It is a stream of Node's oldest kind, which `pipeline` does not know.
  const bunzip = bunzip2();
  // It would close on its own, and cut off what has not been read yet.
  bunzip.autoDestroy = false;
  const readable = new Readable().wrap(file.pipe(bunzip));
  file.on('error', (error) => readable.destroy(error));
  return readable;
}

async function parseAll(parser: Parser, chunks: AsyncIterable<Buffer>, stop: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  parser.on('error', ended.reject);
  parser.on('end', () => ended.resolve());
  ended.promise.catch(() => undefined);
  for await (const chunk of chunks) {
    if (!parser.write(chunk)) await drained(parser, ended.promise, stop);
  }
  parser.end();
  await unlessAborted(ended.promise, stop);
}

async function drained(parser: Parser, ended: Promise<void>, stop: AbortSignal): Promise<void> {
  const drain = Promise.withResolvers<void>();
  const onDrain = (): void => drain.resolve();
  parser.once('drain', onDrain);
  try {
    await unlessAborted(Promise.race([drain.promise, ended]), stop);
  } finally {
    parser.removeListener('drain', onDrain);
  }
}

async function addEntry(entry: ReadEntry, writer: FolderWriter): Promise<void> {
  switch (entry.type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile':
      await writer.addFile(entry.path, entry.mode ?? 0, entry);
      return;
    case 'Directory':
      entry.resume();
      await writer.addFolder(entry.path);
      return;
    case 'SymbolicLink':
      entry.resume();
      writer.addLink(entry.path, entry.linkpath ?? '');
      return;
    case 'Link':
      entry.resume();
      await writer.addHardLink(entry.path, entry.linkpath ?? '');
      return;
    default:
      throw unsafeArchive(entry.path);
  }
}
