// Writes files that only the user may read, and makes private what an earlier version wrote.
import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What users say to their agents is nobody else's business: only the user may read the files. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The bits of a mode that let others in. */
const OTHERS = 0o077;
/** In a folder of which everything is known to be private. */
const DONE_MARK = '.private';
const MAX_IN_FLIGHT = 32;

/** Makes a folder, and those above it that are missing; one that is there is closed to others. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (isWindows()) return;
  const { mode } = await stat(path);
  if ((mode & 0o777) !== PRIVATE_FOLDER) await chmod(path, PRIVATE_FOLDER);
}

/** Writes a file anew; `exclusive`: rejects with EEXIST where there is one. Its folder has to be there. */
export async function writePrivateFile(
  path: string,
  contents: string | Uint8Array,
  { exclusive = false }: { readonly exclusive?: boolean } = {},
): Promise<void> {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_EXCL } = constants;
  const handle = await openPrivate(path, O_WRONLY | O_CREAT | (exclusive ? O_EXCL : O_TRUNC));
  try {
    await handle.writeFile(contents);
  } finally {
    await handle.close();
  }
}

/** Replaces a file as a whole, so that either the old one or the new one is there; makes its folder. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`;
  await makePrivateFolder(dirname(path));
  try {
    await writePrivateFile(beside, text, { exclusive: true });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Opens a file so that only the user may read it, whatever the umask. Rejects at a link and at what is no file. */
export async function openPrivate(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(
    path,
    flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    PRIVATE_FILE,
  );
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${path} is not a file.`);
    if (isWindows()) return handle;
    if ((stats.mode & 0o777) !== PRIVATE_FILE) await handle.chmod(PRIVATE_FILE);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Closes a folder of an earlier version, and everything in it, to others. Done once: from then on everything is written
 * like that. Links are left alone. Never rejects: what cannot be changed is left as it is.
 */
export async function tightenStorage(folder: string): Promise<void> {
  const mark = join(folder, DONE_MARK);
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true || isWindows()) return;
  await tightenOne(folder).catch(() => undefined);
  if ((await lstat(mark).catch(() => undefined)) !== undefined) return;
  await tightenInside(folder);
  await writeFile(mark, '', { mode: PRIVATE_FILE, flag: 'wx' }).catch(() => undefined);
}

async function tightenInside(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  for (let start = 0; start < entries.length; start += MAX_IN_FLIGHT) {
    await Promise.all(
      entries.slice(start, start + MAX_IN_FLIGHT).map(async (entry) => {
        if (entry.isDirectory() || entry.isFile()) {
          await tightenOne(join(folder, entry.name)).catch(() => undefined);
        }
      }),
    );
  }
  for (const entry of entries) if (entry.isDirectory()) await tightenInside(join(folder, entry.name));
}

/** Takes the rights of others away; the user's own stay as they are. */
async function tightenOne(path: string): Promise<void> {
  if (isWindows()) return;
  const stats = await lstat(path);
  if (stats.isSymbolicLink() || (stats.mode & OTHERS) === 0) return;
  await chmod(path, stats.mode & 0o777 & ~OTHERS);
}

function isWindows(): boolean {
  return process.platform === 'win32';
}
