// Reads a file of the storage that may have been replaced by something else: a link, a pipe, a device, a huge file.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** What is there is no file of Parley's: a link, a pipe, a device or a folder. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';

  constructor(path: string) {
    super(`${path} is not a file, or a link to one.`);
  }
}

/** The file is longer than anything that Parley writes. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
  readonly sizeBytes: number;

  constructor(path: string, sizeBytes: number) {
    super(`${path} has ${sizeBytes} bytes, which is more than Parley reads.`);
    this.sizeBytes = sizeBytes;
  }
}

export interface OpenedFile {
  readonly handle: FileHandle;
  /** Bytes, when it was opened. */
  readonly size: number;
}

/** Without following a link, and without waiting for a pipe's other end. */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** What opening answers for a link that is not followed, a socket, a folder, a device without driver. */
const NO_FILE = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR', 'ENODEV', 'EOPNOTSUPP']);

/** Opens a file. Rejects with a NotAFileError for anything else, and as `open` does. The caller closes it. */
export async function openRegularFile(path: string, flags = constants.O_RDONLY): Promise<OpenedFile> {
  const handle = await open(path, flags | CAREFULLY).catch((error: unknown) => {
    throw isNoFile(error) ? new NotAFileError(path) : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotAFileError(path);
    return { handle, size: stats.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes of a file. Rejects with a NotAFileError, with a FileTooLargeError, and as `open` does. */
export async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const { handle, size } = await openRegularFile(path);
  try {
    if (size > maxBytes) throw new FileTooLargeError(path, size);
    return await bytesAt(handle, 0, size);
  } finally {
    await handle.close();
  }
}

/** Reads at most `length` bytes; a file that grows meanwhile is not read further. */
export async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Like {@link readBounded}, for what is needed before anything else can happen. */
export function readBoundedSync(path: string, maxBytes: number): Buffer {
  return inRegularFileSync(path, (descriptor, size) => {
    if (size > maxBytes) throw new FileTooLargeError(path, size);
    return fillSync(descriptor, Buffer.allocUnsafe(size), 0);
  });
}

/** Hands over an open file with its size in bytes. Throws a NotAFileError for anything else, and as `open` does. */
export function inRegularFileSync<Result>(
  path: string,
  use: (descriptor: number, size: number) => Result,
): Result {
  const descriptor = openSync(path, constants.O_RDONLY | CAREFULLY);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new NotAFileError(path);
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads into a buffer from a position of a file on. Returns what of the buffer the file has filled. */
export function fillSync(descriptor: number, buffer: Buffer, position: number): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function isNoFile(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && NO_FILE.has(error.code)
  );
}
