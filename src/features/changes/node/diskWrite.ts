// Writes and removes files on the disk, inside a folder only.
import { constants, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { changeStrings } from './changeStrings.ts';
import { LINK_MODE } from '../../../snapshots/diskState.ts';
import { isBelowLink } from '../../../snapshots/localPaths.ts';
import { writePrivateFile } from '../../../storage/privateFiles.ts';

/** How files are written safely: the room of files does it. */
export interface ContainedFiles {
  /** Follows the links of a path that need not exist, and says whether it is in the folder. */
  resolve(path: string, folder: string): Promise<{ readonly real: string; readonly inside: boolean }>;
  /** Makes bytes the content of the file at a real path, in one step; rejects where that leads through a link by then. */
  write(real: string, bytes: Uint8Array): Promise<void>;
}

/** What a file is to hold. */
export interface Contents {
  readonly bytes: Buffer;
  /** git's mode. */
  readonly mode?: string | undefined;
  /** A Unix mode, for a file that was not as other files are. */
  readonly permissions?: number | undefined;
}

/** Other systems have names that are the same in another spelling. */
const HAS_EXACT_NAMES = process.platform === 'linux';

/** Where the folders of files lead: each is looked up once while some files are written. */
export class CheckedFolders {
  readonly #files: ContainedFiles;
  readonly #real = new Map<string, Promise<string>>();
  readonly #belowLink = new Map<string, Promise<boolean>>();

  constructor(files: ContainedFiles) {
    this.#files = files;
  }

  /** The real path of the folder that a file is in; rejects where that is another one than it says, or outside `folder`. */
  realFolderOf(path: string, folder: string): Promise<string> {
    const known = this.#real.get(dirname(path)) ?? realFolderOf(path, folder, this.#files);
    this.#real.set(dirname(path), known);
    return known;
  }

  /** {@link isBelowLink} */
  isBelowLink(path: string, folders: readonly string[]): Promise<boolean> {
    const known = this.#belowLink.get(dirname(path)) ?? isBelowLink(path, folders);
    this.#belowLink.set(dirname(path), known);
    return known;
  }
}

/**
 * Writes contents at a path inside `folder`, or removes the file with so many of the folders around it as are `newFolders`
 * and empty; rejects with a reason when that would lead out of it or fails.
 */
export async function writeToDisk(
  path: string,
  folder: string,
  contents: Contents | undefined,
  files: ContainedFiles,
  newFolders: number,
  checked: CheckedFolders,
): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  // The agent may have removed it with all that was in it. What else stands in its place is found below.
  if (contents !== undefined && stats === undefined)
    await mkdir(folder, { recursive: true }).catch(() => undefined);
  const { mode, permissions } = contents ?? {};
  const isNew = stats?.isFile() !== true;
  const isOneFile = stats === undefined || (!isNew && stats.nlink === 1);
  if (contents !== undefined && isOneFile && mode !== LINK_MODE && !(isNew && permissions !== undefined)) {
    // Should the folder be replaced by a link meanwhile, nothing is written.
    const inFolder = join(await checked.realFolderOf(path, folder), basename(path));
    const real = isNew || HAS_EXACT_NAMES ? inFolder : (await files.resolve(path, folder)).real;
    await files.write(real, contents.bytes);
    await writeMode(real, { mode, permissions }, stats);
    return;
  }
  // An agent may have put a link where a folder was: nothing is written or removed through one that leads out.
  await realFolderOf(path, folder, files);
  if (contents === undefined) {
    if (stats === undefined || stats.isDirectory()) return;
    // Without permission, `rm` treats the file as a folder and reports that it is not one.
    await unlink(path);
    await removeEmptyFolders(dirname(path), newFolders);
    return;
  }
  const { bytes } = contents;
  if (stats?.isSymbolicLink() === true) await unlink(path);
  if (stats?.isDirectory() === true) await removeEmptyTree(path);
  if (mode === LINK_MODE) {
    await rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true });
    await symlink(bytes.toString('utf8'), path);
    return;
  }
  const { real } = await files.resolve(path, folder);
  // Nobody else reads it for a moment either.
  if (isNew && permissions !== undefined) await createPrivate(real);
  // Its other names are to have the same bytes again.
  if (stats?.isFile() === true && stats.nlink > 1) await writeInPlace(real, bytes);
  else await files.write(real, bytes);
  await writeMode(real, { mode, permissions });
}

/** Says who may run a file inside `folder`, and changes nothing else of it; rejects like {@link writeToDisk}. */
export async function writeModeToDisk(
  path: string,
  folder: string,
  modes: Pick<Contents, 'mode' | 'permissions'>,
  files: ContainedFiles,
): Promise<void> {
  await realFolderOf(path, folder, files);
  const stats = await lstat(path);
  if (stats.isFile()) await writeMode(path, modes);
}

/** The real path of the folder of a file; rejects where that is another one, as a link leads to it. */
async function realFolderOf(path: string, folder: string, files: ContainedFiles): Promise<string> {
  const { real, inside } = await files.resolve(dirname(path), folder);
  if (!inside) throw new Error(changeStrings.leadsOutside());
  if (await isBelowLink(path, [folder])) throw new Error(changeStrings.belowLink());
  return real;
}

/** `before`: the file that was written anew, which has kept its mode. */
async function writeMode(
  path: string,
  { mode, permissions }: Pick<Contents, 'mode' | 'permissions'>,
  before?: Stats,
): Promise<void> {
  if (process.platform === 'win32') return;
  const now = (before ?? (await lstat(path))).mode & 0o7777;
  const base = permissions ?? now;
  const isRight = mode === undefined || isRunnable(base) === isRunnable(Number.parseInt(mode, 8));
  const other = isRunnable(base) ? base & ~0o111 : base | ((base & 0o444) >> 2);
  const wanted = isRight ? base : other;
  if (wanted !== now) await chmod(path, wanted);
}

async function writeInPlace(real: string, bytes: Buffer): Promise<void> {
  const file = await open(real, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, undefined, at)).bytesWritten;
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

/** As git sees it: for the user. */
function isRunnable(permissions: number): boolean {
  return (permissions & 0o100) !== 0;
}

/** An empty file for the user alone: what is written to it next keeps its mode. */
async function createPrivate(real: string): Promise<void> {
  await mkdir(dirname(real), { recursive: true });
  await writePrivateFile(real, '', { exclusive: true });
}

/** Removes a folder in which there are no files, and of any other the folders in it of which that is true. */
async function removeEmptyTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmptyTree(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

/** A folder of the user's that was empty before stays. */
async function removeEmptyFolders(from: string, count: number): Promise<void> {
  let at = from;
  for (let left = count; left > 0; left--) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
    at = dirname(at);
  }
}
