// Snapshots in which a few files have other contents than in the one before: made beside the index, which git would read and
// write as a whole while a prompt waits.
import { createHash, randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';
import { mapInParallel } from '../core/base/inParallel.ts';
import { readBoundedSync } from '../storage/boundedRead.ts';
import { makePrivateFolder, writePrivateFile } from '../storage/privateFiles.ts';
import { isMissing } from '../storage/realPath.ts';
import { modeOf, statsAtSync } from './diskState.ts';
import type { GitOptions } from './gitProcess.ts';
import { foldersAround } from './localPaths.ts';
import type { ShadowObjects } from './shadowObjects.ts';
import type { SnapshotDifference, StoredFile } from './snapshotStore.ts';

/** More are left to the index, which then no longer has to be passed over. */
const MAX_FILES = 100;
const MAX_FILE_BYTES = 1024 ** 2;
const MAX_BYTES = 8 * 1024 ** 2;
/** What they had before is read with the rest, so that git runs once. */
const MAX_READ_BYTES = 16 * 1024 ** 2;
/** How many of the last snapshots are remembered with their files. */
const REMEMBERED = 2;
/** What was written longer ago may have been removed from the disk, where no name holds it. */
const MAX_BASE_AGE_MS = 3_600_000;
/** How many objects are written at once. */
const MAX_IN_FLIGHT = 16;

const HASH_BYTES = 20;
/** git's mode of a folder in a tree. */
const TREE_MODE = '40000';
const deflated = promisify(deflate);

interface OneFile {
  readonly before: StoredFile;
  readonly after: StoredFile;
}

/** A snapshot with other contents of some files than another one. */
interface FewChanged {
  readonly id: string;
  readonly base: string;
  readonly files: ReadonlyMap<string, OneFile>;
  /** What they have, and had as far as it was read with the rest, by the hashes. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

interface Entry extends StoredFile {
  /** Where it begins in its tree, with the mode. */
  readonly start: number;
  /** Where its hash begins there. */
  readonly hashStart: number;
}

interface Tree {
  readonly bytes: Buffer;
  readonly entries: ReadonlyMap<string, Entry>;
}

/** What is known of the snapshot that changes are added to: the next look is at the same files again. */
interface Base {
  readonly id: string;
  /** In epoch milliseconds. */
  readonly since: number;
  readonly trees: Map<string, Tree>;
  /** What files had in it, by their paths; undefined where it has no such file. */
  readonly files: Map<string, Buffer | undefined>;
  /** The objects that were written since. */
  readonly stored: Set<string>;
}

/** The objects that a snapshot adds to the repository. */
class NewObjects {
  readonly all = new Map<string, Buffer>();

  add(kind: 'blob' | 'tree', contents: Buffer): string {
    const object = Buffer.concat([Buffer.from(`${kind} ${contents.length}\0`), contents]);
    const hash = createHash('sha1').update(object).digest('hex');
    this.all.set(hash, object);
    return hash;
  }
}

export class FewChanges {
  readonly #objects: ShadowObjects;
  #last: readonly FewChanged[] = [];
  #base: Base | undefined;

  constructor(objects: ShadowObjects) {
    this.#objects = objects;
  }

  /**
   * The name of a snapshot like `base`, in which the files at these paths, relative to the work tree, are as they are now: the
   * same that git would give it. Undefined where the index has to say what it is: a file is new, gone, a link, large or of git,
   * or too many are named. Rejects where the disk cannot be read or written.
   */
  async take(git: GitOptions, base: string, paths: readonly string[]): Promise<string | undefined> {
    if (paths.length === 0) return base;
    if (paths.length > MAX_FILES || !paths.every(isOrdinary)) return undefined;
    const folders = ['.', ...foldersAround(paths)];
    const known = await this.#read(base, folders, paths);
    if (known === undefined) return undefined;
    const { trees } = known;
    const added = new NewObjects();
    const files = new Map<string, OneFile>();
    const contents = new Map<string, Buffer>();
    let bytes = 0;
    for (const path of paths) {
      const before = trees.get(dirname(path))?.entries.get(basename(path));
      const found = fileAt(git.workTree, path);
      // What was made and removed again, such as the file by which an editor saves, is in neither.
      if (before === undefined && found === undefined) continue;
      if (before?.mode.startsWith('100') !== true || found === undefined || found === 'other')
        return undefined;
      bytes += found.contents.length;
      if (bytes > MAX_BYTES) return undefined;
      const hash = added.add('blob', found.contents);
      const { mode } = found;
      if (hash === before.hash && mode === before.mode) added.all.delete(hash);
      else {
        files.set(path, { before: { mode: before.mode, hash: before.hash }, after: { mode, hash } });
        contents.set(hash, found.contents);
        const replaced = known.files.get(path);
        if (replaced !== undefined) contents.set(before.hash, replaced);
      }
    }
    // Their trees are those of the folders that they lead to.
    if (!areFolders(git.workTree, folders)) return undefined;
    const id = files.size === 0 ? base : withFiles(trees, files, added);
    if (id === undefined) return undefined;
    await mapInParallel(
      [...added.all].filter(([hash]) => !known.stored.has(hash)),
      MAX_IN_FLIGHT,
      async ([hash, object]) => {
        await writeObject(git.gitDir, hash, object);
        known.stored.add(hash);
      },
    );
    this.#last = [{ id, base, files, contents }, ...this.#last.filter((last) => last.id !== id)].slice(
      0,
      REMEMBERED,
    );
    return id;
  }

  /** What is different in two snapshots that are like the same one but for files that are remembered; else undefined. */
  differences(workTree: string, from: string, to: string): readonly SnapshotDifference[] | undefined {
    const base = this.#last.find(({ id }) => id === to || id === from)?.base;
    const earlier = this.#filesOf(from, base);
    const later = this.#filesOf(to, base);
    if (earlier === undefined || later === undefined) return undefined;
    return [...new Set([...earlier.keys(), ...later.keys()])]
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((path) => ({
        path: join(workTree, path),
        from: earlier.get(path)?.after ?? later.get(path)?.before,
        to: later.get(path)?.after ?? earlier.get(path)?.before,
      }))
      .filter(
        (difference) =>
          difference.from?.hash !== difference.to?.hash || difference.from?.mode !== difference.to?.mode,
      );
  }

  /** Contents that the last snapshots have added or replaced; undefined unless all are of these. */
  contents(hashes: readonly string[]): ReadonlyMap<string, Buffer> | undefined {
    const found = new Map<string, Buffer>();
    for (const hash of hashes) {
      const contents = this.#last.find((last) => last.contents.has(hash))?.contents.get(hash);
      if (contents === undefined) return undefined;
      found.set(hash, contents);
    }
    return found;
  }

  /** Has git read, in one run, what is not known of a snapshot yet; undefined where a folder was not in it. */
  async #read(id: string, folders: readonly string[], paths: readonly string[]): Promise<Base | undefined> {
    const now = Date.now();
    if (this.#base?.id !== id || Math.abs(now - this.#base.since) > MAX_BASE_AGE_MS)
      this.#base = { id, since: now, trees: new Map(), files: new Map(), stored: new Set() };
    const base = this.#base;
    const newFolders = folders.filter((folder) => !base.trees.has(folder));
    const newFiles = paths.filter((path) => !base.files.has(path));
    const names = [...newFolders.map((folder) => (folder === '.' ? '' : folder)), ...newFiles];
    const found = await this.#objects.at(id, names, MAX_READ_BYTES);
    for (const [index, folder] of newFolders.entries()) {
      const tree = found[index];
      if (tree?.kind !== 'tree') return undefined;
      base.trees.set(folder, { bytes: tree.contents, entries: entriesOf(tree.contents) });
    }
    for (const [index, path] of newFiles.entries())
      base.files.set(path, found[newFolders.length + index]?.contents);
    return base;
  }

  #filesOf(id: string, base: string | undefined): FewChanged['files'] | undefined {
    if (id === base) return new Map();
    return this.#last.find((last) => last.id === id && last.base === base)?.files;
  }
}

/** Whether what is at a path does not decide what else is in a snapshot, and git can be asked for it in a line of text. */
function isOrdinary(path: string): boolean {
  if (/[\n\uFFFD]/.test(path)) return false;
  return path.split('/').every((name) => name !== '' && !name.toLowerCase().startsWith('.git'));
}

/** Asked of a thread, each of these would take ten times as long: only folders on a disk of this machine are followed. */
function areFolders(workTree: string, folders: readonly string[]): boolean {
  return folders.every((folder) => statsAtSync(join(workTree, folder))?.isDirectory() === true);
}

/** What has just changed is in the memory of the system. */
function fileAt(
  workTree: string,
  path: string,
): { readonly mode: string; readonly contents: Buffer } | 'other' | undefined {
  const file = join(workTree, path);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const mode = modeOf(stats);
  if (mode === undefined || stats.size > MAX_FILE_BYTES) return 'other';
  return { mode, contents: readBoundedSync(file, MAX_FILE_BYTES) };
}

/** The entries of a tree, by their names: each is its mode, a space, its name, a zero byte and a hash. */
function entriesOf(tree: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let start = 0; start < tree.length;) {
    const space = tree.indexOf(' ', start);
    const end = tree.indexOf(0, space);
    if (space === -1 || end === -1) break;
    const hashStart = end + 1;
    const mode = tree.toString('latin1', start, space);
    const hash = tree.toString('hex', hashStart, hashStart + HASH_BYTES);
    entries.set(tree.toString('utf8', space + 1, end), { mode, hash, start, hashStart });
    start = hashStart + HASH_BYTES;
  }
  return entries;
}

/** Adds the trees in which files have come in the place of others; returns the name of the uppermost. */
function withFiles(
  trees: ReadonlyMap<string, Tree>,
  files: ReadonlyMap<string, OneFile>,
  added: NewObjects,
): string | undefined {
  const changed = new Map([...files].map(([path, { after }]) => [path, after]));
  // From the deepest up, as the name of a folder's tree stands in that around it.
  for (const folder of [...trees.keys()].toSorted((a, b) => depthOf(b) - depthOf(a))) {
    const here = [...changed].filter(([path]) => path !== '.' && dirname(path) === folder);
    if (here.length === 0) continue;
    // The names are the same ones, and in the same order: only modes and hashes, which have one length, are others.
    const tree = Buffer.from(trees.get(folder)?.bytes ?? '');
    for (const [path, { mode, hash }] of here) {
      const entry = trees.get(folder)?.entries.get(basename(path));
      if (entry?.mode.length !== mode.length) return undefined;
      tree.write(mode, entry.start, 'latin1');
      tree.write(hash, entry.hashStart, 'hex');
    }
    changed.set(folder, { mode: TREE_MODE, hash: added.add('tree', tree) });
  }
  return changed.get('.')?.hash;
}

function depthOf(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length;
}

/** As git writes one: whole, or not at all. What ended before that is removed with other leftovers of git. */
async function writeObject(gitDir: string, hash: string, object: Buffer): Promise<void> {
  const folder = join(gitDir, 'objects', hash.slice(0, 2));
  const unfinished = join(folder, `tmp_obj_${randomUUID()}`);
  const bytes = await deflated(object, { level: constants.Z_BEST_SPEED });
  const write = (): Promise<void> => writePrivateFile(unfinished, bytes, { exclusive: true });
  try {
    await write().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      await makePrivateFolder(folder);
      await write();
    });
    // Also where it is there already: then git takes it for new, and leaves it alone.
    await rename(unfinished, join(folder, hash.slice(2)));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}
