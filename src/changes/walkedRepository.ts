// Keeps the files of a folder where git is not installed: walks the folder itself and stores what it finds in git's own
// format, so that nothing is lost when git is there one day.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type * as IsomorphicGit from 'isomorphic-git';
import type { TreeEntry } from 'isomorphic-git';
import { FileSizes, snapshotLimits, type SnapshotLimits } from './fileSizes.ts';
import { innerLevels, isIgnored, outerLevels, type IgnoreLevels } from './ignoreRules.ts';
import { prepareGitDir } from './shadowGitDir.ts';
import {
  TooMuch,
  type Snapshot,
  type SnapshotDifference,
  type SnapshotStore,
  type StoredFile,
} from './snapshotStore.ts';

export interface WalkedRepositoryOptions {
  /** Parley's folder for such repositories. Absolute. */
  readonly storage: string;
  /** The folder whose files are kept. Absolute. */
  readonly folder: string;
  readonly limits?: SnapshotLimits;
}

/** How many files of a folder are looked at at once. */
const AT_ONCE = 64;
/** A file this young may change without its time changing, in milliseconds. */
const YOUNG = 50;

type Git = typeof IsomorphicGit;

/** A file as it was when it was stored. */
interface Known extends StoredFile {
  readonly stamp: string;
}

/** One reading of the folder. */
interface Walk {
  readonly began: number;
  readonly seen: Map<string, Known>;
  readonly tooBig: string[];
  readonly unreadable: string[];
  readonly nested: string[];
  files: number;
  bytes: number;
}

/** One folder's repository. Much slower than git for a first reading, and good enough for all later ones. */
export class WalkedRepository implements SnapshotStore {
  readonly #options: WalkedRepositoryOptions;
  readonly #limits: SnapshotLimits;
  readonly #sizes: FileSizes;
  readonly #gitdir: string;
  readonly #trees = new Map<string, string>();
  #known = new Map<string, Known>();
  #opened: Promise<Git> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(options: WalkedRepositoryOptions) {
    this.#options = options;
    this.#limits = options.limits ?? snapshotLimits;
    this.#sizes = new FileSizes(this.#limits);
    const name = createHash('sha256').update(options.folder).digest('hex').slice(0, 24);
    this.#gitdir = join(options.storage, `${name}-walked`);
  }

  take(): Promise<Snapshot> {
    const taken = this.#queue.then(() => this.#takeNow());
    this.#queue = taken.catch(() => undefined);
    return taken;
  }

  async compare(from: string, to: string): Promise<readonly SnapshotDifference[]> {
    const found: SnapshotDifference[] = [];
    await this.#compareTrees(this.#options.folder, from, to, found);
    return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const git = await this.#open();
    const found = new Map<string, Buffer>();
    for (const oid of new Set(hashes)) {
      const read = await git.readBlob({ fs, gitdir: this.#gitdir, oid }).catch(() => undefined);
      if (read !== undefined) found.set(oid, Buffer.from(read.blob));
    }
    return found;
  }

  async keep(id: string, name: string): Promise<void> {
    const git = await this.#open();
    await git.writeRef({ fs, gitdir: this.#gitdir, ref: `refs/parley/${name}`, value: id, force: true });
  }

  async forget(names: readonly string[]): Promise<void> {
    const git = await this.#open();
    for (const name of names) await git.deleteRef({ fs, gitdir: this.#gitdir, ref: `refs/parley/${name}` });
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #open(): Promise<Git> {
    this.#opened ??= this.#openNow().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #openNow(): Promise<Git> {
    const { folder, storage } = this.#options;
    await prepareGitDir({ gitDir: this.#gitdir, workTree: folder, storage, command: undefined });
    return import('isomorphic-git');
  }

  async #takeNow(): Promise<Snapshot> {
    const { folder, storage } = this.#options;
    const git = await this.#open();
    const walk: Walk = {
      began: Date.now(),
      seen: new Map(),
      tooBig: [],
      unreadable: [],
      nested: [],
      files: 0,
      bytes: 0,
    };
    const tree = await this.#walkFolder(git, folder, await outerLevels(folder, storage), walk);
    this.#known = walk.seen;
    const fromFolder = (path: string): string => relative(folder, path).split(sep).join('/');
    return {
      id: tree ?? (await git.writeTree({ fs, gitdir: this.#gitdir, tree: [] })),
      gaps: { tooBig: walk.tooBig.map(fromFolder), unreadable: walk.unreadable.map(fromFolder) },
      nestedRepositories: walk.nested.map(fromFolder),
    };
  }

  /** Stores a folder; resolves to its tree, or to undefined when nothing in it is kept. */
  async #walkFolder(git: Git, folder: string, outer: IgnoreLevels, walk: Walk): Promise<string | undefined> {
    this.#assertGoingOn(walk);
    const levels = await innerLevels(outer, folder);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const wanted = entries.filter(
      (entry) => entry.name !== '.git' && !isIgnored(levels, join(folder, entry.name), entry.isDirectory()),
    );
    const tree: TreeEntry[] = [];
    const files = wanted.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    for (let start = 0; start < files.length; start += AT_ONCE) {
      const some = files.slice(start, start + AT_ONCE);
      const stored = await Promise.all(some.map((name) => this.#storeFile(git, join(folder, name), walk)));
      for (const [index, file] of stored.entries()) {
        const path = some[index];
        if (file === undefined || path === undefined) continue;
        tree.push({ mode: file.mode, path, oid: file.hash, type: 'blob' });
      }
    }
    for (const { name } of wanted.filter((entry) => entry.isDirectory())) {
      const path = join(folder, name);
      if (await isRepository(path)) {
        walk.nested.push(path);
        continue;
      }
      const oid = await this.#walkFolder(git, path, levels, walk);
      if (oid !== undefined) tree.push({ mode: '040000', path: name, oid, type: 'tree' });
    }
    return tree.length === 0 ? undefined : this.#storeTree(git, tree);
  }

  /** Undefined for what is not kept. What was kept and is too big or unreadable now stays as it was. */
  async #storeFile(git: Git, path: string, walk: Walk): Promise<StoredFile | undefined> {
    const known = this.#known.get(path);
    if (++walk.files > this.#limits.files) throw new TooMuch('files');
    this.#assertGoingOn(walk);
    const stats = await lstat(path).catch(() => undefined);
    const size = await this.#sizes.toKeepOf(path, stats);
    if (stats === undefined || size === undefined) return undefined;
    if (size === 'too big') {
      walk.tooBig.push(path);
      return this.#remember(path, known, walk);
    }
    walk.bytes += size;
    if (walk.bytes > this.#limits.bytes) throw new TooMuch('bytes');
    try {
      const { mtimeMs, ino, size: bytes, mode } = stats;
      const stamp = `${mtimeMs} ${ino} ${bytes} ${mode}`;
      if (known?.stamp === stamp) return this.#remember(path, known, walk);
      const isLink = (mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK;
      const blob = isLink ? await readlink(path, { encoding: 'buffer' }) : await readFile(path);
      const hash = await git.writeBlob({ fs, gitdir: this.#gitdir, blob });
      const isYoung = Date.now() - mtimeMs < YOUNG;
      const stored = {
        hash,
        mode: isLink ? '120000' : (mode & 0o100) === 0 ? '100644' : '100755',
        stamp: isYoung ? '' : stamp,
      };
      // Kept at once, so that a reading that takes too long is not begun anew the next time.
      this.#known.set(path, stored);
      return this.#remember(path, stored, walk);
    } catch {
      walk.unreadable.push(path);
      return this.#remember(path, known, walk);
    }
  }

  #remember(path: string, known: Known | undefined, walk: Walk): StoredFile | undefined {
    if (known !== undefined) walk.seen.set(path, known);
    return known;
  }

  async #storeTree(git: Git, tree: TreeEntry[]): Promise<string> {
    const key = createHash('sha256').update(JSON.stringify(tree)).digest('hex');
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const oid = await git.writeTree({ fs, gitdir: this.#gitdir, tree });
    this.#trees.set(key, oid);
    return oid;
  }

  async #compareTrees(
    folder: string,
    from: string | undefined,
    to: string | undefined,
    found: SnapshotDifference[],
  ): Promise<void> {
    if (from === to) return;
    const before = await this.#entries(from);
    const after = await this.#entries(to);
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [old, next] = [before.get(name), after.get(name)];
      if (old?.oid === next?.oid && old?.mode === next?.mode) continue;
      const path = join(folder, name);
      const [oldFile, nextFile] = [fileOf(old), fileOf(next)];
      if (oldFile !== undefined || nextFile !== undefined) found.push({ path, from: oldFile, to: nextFile });
      await this.#compareTrees(path, treeOf(old), treeOf(next), found);
    }
  }

  async #entries(oid: string | undefined): Promise<ReadonlyMap<string, TreeEntry>> {
    if (oid === undefined) return new Map();
    const git = await this.#open();
    const { tree } = await git.readTree({ fs, gitdir: this.#gitdir, oid });
    return new Map(tree.map((entry) => [entry.path, entry]));
  }

  #assertGoingOn({ began }: Walk): void {
    if (this.#isDisposed) throw new Error('Parley no longer watches the folder.');
    if (Date.now() - began >= this.#limits.time) throw new TooMuch('time');
  }
}

function fileOf(entry: TreeEntry | undefined): StoredFile | undefined {
  return entry?.type === 'blob' ? { hash: entry.oid, mode: entry.mode.padStart(6, '0') } : undefined;
}

function treeOf(entry: TreeEntry | undefined): string | undefined {
  return entry?.type === 'tree' ? entry.oid : undefined;
}

async function isRepository(folder: string): Promise<boolean> {
  return lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
}
