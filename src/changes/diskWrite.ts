// Writes and removes files on the disk, inside a folder only.
import { chmod, lstat, mkdir, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { changeStrings } from './changeStrings.ts';
import { LINK_MODE } from './diskState.ts';
import { pathInFolder } from './localPaths.ts';
import { writePrivateFile } from '../storage/privateFiles.ts';

const EXECUTABLE_MODE = '100755';

/** How files are written safely: the room of files does it. */
export interface ContainedFiles {
  /** Follows the links of a path that need not exist, and says whether it is in the folder. */
  resolve(path: string, folder: string): Promise<{ readonly real: string; readonly inside: boolean }>;
  /** Makes bytes the content of the file at a real path, in one step. */
  write(real: string, bytes: Uint8Array): Promise<void>;
}

/** What a file is to hold. */
export interface Contents {
  readonly bytes: Buffer;
  /** git's mode. */
  readonly mode?: string;
  /** A Unix mode, for a file that was not as other files are. */
  readonly permissions?: number;
}

/** Writes contents at a path inside `folder`; rejects with a reason when that would lead out of it or fails. */
export async function writeToDisk(
  path: string,
  folder: string,
  contents: Contents | undefined,
  files: ContainedFiles,
): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  // An agent may have put a link where a folder was: nothing is written or removed through one that leads out.
  const { inside } = await files.resolve(dirname(path), folder);
  if (!inside) throw new Error(changeStrings.leadsOutside());
  if (contents === undefined) {
    if (stats === undefined || stats.isDirectory()) return;
    await rm(path);
    await removeEmptyFolders(dirname(path), folder);
    return;
  }
  const { bytes, mode, permissions } = contents;
  if (stats?.isSymbolicLink() === true) await rm(path);
  if (mode === LINK_MODE) {
    await rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true });
    await symlink(bytes.toString('utf8'), path);
    return;
  }
  const { real } = await files.resolve(path, folder);
  const isNew = stats === undefined || stats.isSymbolicLink();
  // Nobody else reads it for a moment either.
  if (isNew && permissions !== undefined) await createPrivate(real);
  await files.write(real, bytes);
  if (process.platform === 'win32') return;
  if (permissions !== undefined) {
    await chmod(real, permissions);
    return;
  }
  if (mode === undefined) return;
  const { mode: now } = await lstat(real);
  const wanted = mode === EXECUTABLE_MODE ? now | 0o111 : now & ~0o111;
  if (wanted !== now) await chmod(real, wanted & 0o7777);
}

/** An empty file for the user alone: what is written to it next keeps its mode. */
async function createPrivate(real: string): Promise<void> {
  await mkdir(dirname(real), { recursive: true });
  await writePrivateFile(real, '', { exclusive: true });
}

/** As git does: a folder in which nothing is left goes too. */
async function removeEmptyFolders(from: string, folder: string): Promise<void> {
  for (let at = from; at !== folder && pathInFolder(folder, at) !== undefined; at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
