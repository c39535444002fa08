// Unpacks a tar archive, plain or compressed by gzip or bzip2.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { unlessAborted } from '../../../../../process/unlessAborted.ts';
import { bunzip2 } from './bunzip2.ts';
import { unsafeArchive, type FolderWriter } from './folderWriter.ts';

export interface TarOptions {
  readonly compression: 'gzip' | 'bzip2';
  readonly writer: FolderWriter;
  readonly signal: AbortSignal;
  /** The program of `bunzip2Worker.ts`; absolute. */
  readonly bunzip2Worker: string;
}

/**
 * Writes what is in the archive, one entry after the other, as fast as the disk is; but first counts what there is, where
 * that takes little: a file takes much longer to write than to count. Rejects with a ParleyError, and as the archive's
 * format, the compression and the file system do.
 */
export async function unpackTar(archive: string, options: TarOptions): Promise<void> {
  const { compression, writer } = options;
  if (compression === 'gzip') {
    let entries = 0;
    let bytes = 0;
    await readTar(archive, options, async (entry) => {
      bytes += entry.size;
      writer.checkTotals(++entries, bytes);
      entry.resume();
    });
  }
  await readTar(archive, options, (entry) => addEntry(entry, writer));
}

/** Calls back with each entry when the one before is done. */
async function readTar(
  archive: string,
  { compression, signal, bunzip2Worker }: TarOptions,
  onEntry: (entry: ReadEntry) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  let handling: Promise<void> = Promise.resolve();
  const parser = new Parser({
    strict: true,
    // The writer counts bytes: a limit on the ratio would refuse what compresses well.
    maxDecompressionRatio: Number.POSITIVE_INFINITY,
    onReadEntry: (entry) => {
      handling = handling
        .then(() => onEntry(entry))
        .catch((error: unknown) => {
          failed.abort(error);
          entry.resume();
        });
    },
  });
  const stop = AbortSignal.any([signal, failed.signal]);
  try {
    await pipeline(
      compression === 'gzip' ? gunzipped(archive) : bunzip2(archive, bunzip2Worker, stop),
      async (chunks: AsyncIterable<Buffer>) => {
        await parseAll(parser, chunks, stop);
      },
      { signal: stop },
    );
    await handling;
  } catch (error) {
    failed.abort(error);
    throw failed.signal.reason;
  }
  failed.signal.throwIfAborted();
}

/** The content of a compressed file; what cannot be read or decompressed is an error of it. */
function gunzipped(archive: string): Gunzip {
  const file = createReadStream(archive);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
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
