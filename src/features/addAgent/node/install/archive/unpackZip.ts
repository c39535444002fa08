// Unpacks a zip archive.
import { crc32 } from 'node:zlib';
import { openPromise, type Entry } from 'yauzl';
import { installError } from '../../registryErrors.ts';
import { registryStrings } from '../../registryStrings.ts';
import { unsafeArchive, type FolderWriter } from './folderWriter.ts';

const UNIX = 3;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
const MAX_LINK_BYTES = 4_096;

/** Writes what is in the archive. Rejects with a ParleyError, and as the archive's format and the file system do. */
export async function unpackZip(
  archive: string,
  { writer, signal }: { readonly writer: FolderWriter; readonly signal: AbortSignal },
): Promise<void> {
  const zip = await openPromise(archive, { autoClose: false, strictFileNames: false });
  try {
    writer.checkTotals(zip.entryCount, 0);
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      await addEntry(entry, async () => zip.openReadStreamPromise(entry), writer);
    }
  } finally {
    zip.close();
  }
}

async function addEntry(
  entry: Entry,
  content: () => Promise<AsyncIterable<Uint8Array>>,
  writer: FolderWriter,
): Promise<void> {
  const { fileName } = entry;
  const mode = unixMode(entry);
  const type = mode & FILE_TYPE;
  if (fileName.endsWith('/') || type === FOLDER) {
    await writer.addFolder(fileName);
  } else if (type === SYMBOLIC_LINK) {
    writer.addLink(fileName, await linkTarget(entry, await content()));
  } else if (type === 0 || type === REGULAR_FILE) {
    await writer.addFile(fileName, mode, undamaged(entry, await content()));
  } else {
    throw unsafeArchive(fileName);
  }
}

/** The content of a file, at whose end it is compared with its checksum: the format's reader does not do that. */
async function* undamaged(
  { fileName, crc32: expected }: Entry,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let found = 0;
  for await (const chunk of content) {
    found = crc32(chunk, found);
    yield chunk;
  }
  if (found !== expected) throw installError('archive-broken', registryStrings.archiveBroken(), fileName);
}

/** Zero where the archive was not made on a system with modes. */
function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >>> 8 === UNIX ? externalFileAttributes >>> 16 : 0;
}

async function linkTarget(
  { fileName, uncompressedSize }: Entry,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (uncompressedSize > MAX_LINK_BYTES) throw unsafeArchive(fileName);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
