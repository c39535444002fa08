// Reads and writes whole files on the disk: regular ones, of bounded size, the one that was checked. Pure Node; no `vscode` import.
import { randomUUID } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { access, lstat, open, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { FileAccessError, LARGEST_FILE } from '../core/ports/fileAccess.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';
import { errorCode, refusalOf } from './fileErrors.ts';
import { changedMeanwhile, VerifiedFolder, verifyHandle } from './verifiedFolder.ts';

// Missing on Windows, where opening neither follows a link that realpath did not nor waits for a pipe.
const SAFELY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** How often a file that others keep replacing is tried. */
const MAX_ATTEMPTS = 3;

/**
 * The bytes of the regular file at a real path. Rejects with a FileAccessError: `folder`, `special`, `too-large`,
 * `ambiguous` when it is being replaced, `not-found`, `no-permission`.
 */
export async function readDiskFile(real: string): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(real);
    } catch (error) {
      const refused = refusalOf(error, real);
      // A program that saves by renaming looks like an attack for a moment; a real attack goes on.
      if (refused.refusal !== 'ambiguous' || attempt === MAX_ATTEMPTS) throw refused;
    }
  }
}

/**
 * Makes `bytes` the content of the file at a real path, in one step: whoever reads meanwhile gets the old or the new
 * content whole, and a failure leaves the old one. The mode and, where allowed, the owner stay; missing folders are
 * made. Rejects like {@link readDiskFile}, and with `disk-full`.
 */
export async function writeDiskFile(real: string, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength > LARGEST_FILE) throw tooLarge(real);
  try {
    const folder = await VerifiedFolder.make(dirname(real));
    try {
      await replace(folder, basename(real), real, bytes);
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw refusalOf(error, real);
  }
}

/**
 * Makes a file with several names (hard links) one of its own. Editors save in place, so what is written to one of the names
 * would be in the others, which may be outside of the folders or run by themselves.
 */
export async function separateNames(real: string): Promise<void> {
  try {
    const { nlink, atime, mtime } = await lstat(real);
    if (nlink < 2) return;
    await writeDiskFile(real, await readDiskFile(real));
    // An editor that has read the file takes it for the same one.
    await utimes(real, atime, mtime);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw refusalOf(error, real);
  }
}

async function readOnce(real: string): Promise<Buffer> {
  // The file is examined before it is opened, because opening some devices has effects.
  const before = await regularFile(real, real);
  const handle = await open(real, constants.O_RDONLY | SAFELY);
  try {
    const held = await handle.stat({ bigint: true });
    if (held.dev !== before.dev || held.ino !== before.ino) throw changedMeanwhile(real);
    await verifyHandle(handle, real);
    return await readAll(handle, real, Number(held.size));
  } finally {
    await handle.close();
  }
}

/** The entry at `path`, which the agent knows as `real`; rejects unless it is a regular file of bounded size. */
async function regularFile(path: string, real: string): Promise<BigIntStats> {
  const entry = await lstat(path, { bigint: true });
  if (entry.isSymbolicLink()) throw changedMeanwhile(real);
  if (entry.isDirectory()) throw new FileAccessError('folder', `${visiblePath(real)} is a folder.`);
  if (!entry.isFile()) {
    throw new FileAccessError(
      'special',
      `${visiblePath(real)} is a pipe, socket or device and not a regular file.`,
    );
  }
  if (entry.size > LARGEST_FILE) throw tooLarge(real, entry.size);
  return entry;
}

/** Reads to the end, but no more than is allowed: the size may be wrong or grow. */
async function readAll(handle: FileHandle, real: string, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const room = Buffer.allocUnsafe(Math.max(size + 1 - total, 64 * 1024));
    const { bytesRead } = await handle.read(room, 0, room.length);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > LARGEST_FILE) throw tooLarge(real);
    chunks.push(room.subarray(0, bytesRead));
  }
}

async function replace(folder: VerifiedFolder, name: string, real: string, bytes: Uint8Array): Promise<void> {
  const target = folder.at(name);
  const existing = await regularFile(target, real).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  // Renaming over a file asks for no right to write it.
  if (existing !== undefined) await access(target, constants.W_OK);
  const temporary = folder.at(`.parley-${randomUUID()}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | SAFELY;
  const handle = await open(temporary, flags, existing === undefined ? 0o666 : 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      if (existing !== undefined) await keepRights(handle, existing);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await folder.verify();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Gives the new file the owner and mode of the old one. */
async function keepRights(handle: FileHandle, existing: BigIntStats): Promise<void> {
  const made = await handle.stat({ bigint: true });
  if (made.uid !== existing.uid || made.gid !== existing.gid) {
    // Only root may give files away; whoever may write the file may keep it readable as it was.
    await handle.chown(Number(existing.uid), Number(existing.gid)).catch(() => undefined);
  }
  // After the owner, because changing that clears special bits.
  await handle.chmod(Number(existing.mode & 0o7777n));
}

function tooLarge(real: string, size?: bigint): FileAccessError {
  const limit = `${LARGEST_FILE / 1024 / 1024} MB`;
  const found = size === undefined ? '' : ` (${size} bytes)`;
  return new FileAccessError(
    'too-large',
    `${visiblePath(real)} is larger than the ${limit} that are read or written in one go${found}.`,
  );
}
