// Snapshots of all the folders of a session together, repositories nested in them included.
import { lstat, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import type { FileStates } from '../core/changes/fileState.ts';
import type { Disposable } from '../core/base/lifecycle.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import { isMissing } from '../storage/realPath.ts';
import { diskState } from './diskState.ts';
import { GitMissing } from './gitProcess.ts';
import { folderOf } from './localPaths.ts';
import type { WatchLimit } from './treeMessages.ts';
import {
  EMPTY_TREE,
  SnapshotLimitError,
  type ObjectsOfUser,
  type OnNamed,
  type SnapshotDifference,
  type SnapshotStore,
  type UnnamedFile,
  type UntrackedReason,
} from './snapshotStore.ts';
import { statesOf, type StateDifference } from './stateDifferences.ts';

/** Compares two commits of a repository around a folder. */
export type CompareCommits = (
  folder: string,
  repository: ObjectsOfUser,
  from: string,
  to: string,
) => Promise<readonly SnapshotDifference[]>;

/** Reads contents of a repository around a folder by their hashes; those that are not there are left out. */
export type ReadObjects = (
  folder: string,
  repository: ObjectsOfUser,
  hashes: readonly string[],
) => Promise<ReadonlyMap<string, Buffer>>;

/** Folders at a moment. */
export interface FoldersSnapshot {
  /** The snapshot's id by folder. */
  readonly trees: ReadonlyMap<string, string>;
  readonly untracked: ReadonlyMap<string, UntrackedReason>;
  /** Absolute paths of files that are too large or cannot be read. */
  readonly gaps: readonly string[];
  readonly unnamed: readonly UnnamedFile[];
  /** The folders that were found to be repositories in others. */
  readonly nested: ReadonlySet<string>;
  /** {@link Snapshot.ignored}, absolute. */
  readonly ignored: ReadonlySet<string>;
}

/** One of an earlier moment, maybe of another window. Where `untracked` is absent, nobody knows what was not tracked then. */
export type EarlierSnapshot = Pick<FoldersSnapshot, 'trees' | 'gaps'> &
  Partial<Pick<FoldersSnapshot, 'untracked' | 'unnamed'>>;

/** How it is stored; the ids by folder. */
interface StoredSnapshot {
  readonly trees: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly untracked?: readonly string[];
}

export interface FolderSnapshotsOptions {
  readonly makeStore: (folder: string) => SnapshotStore;
  readonly log: Log;
}

/** A snapshot as it is stored. */
export function earlierSnapshot({ trees, gaps, untracked }: StoredSnapshot): EarlierSnapshot {
  return {
    trees: new Map(Object.entries(trees)),
    gaps,
    ...(untracked === undefined ? {} : { untracked: new Map(untracked.map((folder) => [folder, 'failed'])) }),
  };
}

/** Owns a snapshot store for every folder that was asked about. */
export class FolderSnapshots implements Disposable {
  readonly #options: FolderSnapshotsOptions;
  readonly #stores = new Map<string, SnapshotStore>();
  /** Folders that are not tried again in this window. */
  readonly #rejected = new Map<string, UntrackedReason>();

  constructor(options: FolderSnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Takes a snapshot of the folders. Never rejects: a folder that cannot be read is reported as untracked. One that is gone
   * is empty if it was in another that is there, or had files when the folders were looked at before. `onNamed`:
   * {@link SnapshotStore.takeSnapshot}, of each folder.
   */
  async takeSnapshot(
    folders: readonly string[],
    before: FoldersSnapshot['trees'] = new Map(),
    onNamed?: OnNamed,
  ): Promise<FoldersSnapshot> {
    const trees = new Map<string, string>();
    const untracked = new Map<string, UntrackedReason>();
    const gaps: string[] = [];
    const unnamed: UnnamedFile[] = [];
    const nested = new Set<string>();
    const ignored = new Set<string>();
    const waiting = [...folders];
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      if (trees.has(folder) || untracked.has(folder)) continue;
      const isInOther = trees.has(folderOf(folder, trees.keys()) ?? '');
      if (isInOther ? !(await isFolder(folder)) : await isGone(folder)) {
        if (isInOther || before.has(folder)) trees.set(folder, EMPTY_TREE);
        else untracked.set(folder, 'missing');
        continue;
      }
      const snapshot = await this.#snapshotOf(folder, onNamed);
      if (typeof snapshot === 'string') {
        untracked.set(folder, snapshot);
        continue;
      }
      const from = folder;
      trees.set(from, snapshot.id);
      gaps.push(...[...snapshot.gaps.tooBig, ...snapshot.gaps.unreadable].map((path) => join(from, path)));
      unnamed.push(...snapshot.gaps.unnamed);
      for (const path of snapshot.ignored) ignored.add(join(from, path));
      for (const path of snapshot.nestedRepositories) nested.add(join(from, path));
      waiting.push(...snapshot.nestedRepositories.map((path) => join(from, path)));
    }
    return { trees, untracked, gaps, unnamed, nested, ignored };
  }

  /** {@link SnapshotStore.readAhead}, of the folder that a path is in, if there are snapshots of one. */
  async readAhead(path: string): Promise<void> {
    const folder = holderOf(path, this.#stores.keys());
    if (folder !== undefined) await this.#stores.get(folder)?.readAhead();
  }

  /** How much of a snapshot that is being taken is stored; undefined where that cannot be said. */
  get percent(): number | undefined {
    for (const store of this.#stores.values()) if (store.percent !== undefined) return store.percent;
    return undefined;
  }

  /** {@link SnapshotStore.watchLimit}, of those of a snapshot's folders that have one. */
  watchLimits({ trees }: Pick<FoldersSnapshot, 'trees'>): ReadonlyMap<string, WatchLimit> {
    const limits = new Map<string, WatchLimit>();
    for (const folder of trees.keys()) {
      const limit = this.#stores.get(folder)?.watchLimit;
      if (limit !== undefined) limits.set(folder, limit);
    }
    return limits;
  }

  /** {@link SnapshotStore.verify}; of the folders of which there are snapshots. Never rejects. */
  async verify(): Promise<boolean> {
    let hasFound = false;
    for (const [folder, store] of this.#stores) {
      try {
        if (await store.verify()) hasFound = true;
      } catch (error) {
        this.#options.log.warn(`${folder} was not verified: ${String(error)}`);
      }
    }
    return hasFound;
  }

  /** An earlier snapshot with the repositories that were made in its folders since: nothing was there then. */
  async withNewRepositories<T extends EarlierSnapshot>(from: T, to: FoldersSnapshot): Promise<T> {
    if (from.untracked === undefined) return from;
    const known = new Set([...from.trees.keys(), ...from.untracked.keys()]);
    const trees = new Map(from.trees);
    for (const repository of to.nested) {
      const around = known.has(repository) ? undefined : folderOf(repository, known);
      const tree = around === undefined ? undefined : from.trees.get(around);
      if (around === undefined || tree === undefined) continue;
      if (!(await this.#store(around).has(tree, repository))) trees.set(repository, EMPTY_TREE);
    }
    return { ...from, trees };
  }

  /**
   * The paths among these about which a snapshot like this one says nothing: they are in none of its folders, ignored, too
   * large or unreadable.
   */
  async uncovered(
    { trees, untracked = new Map(), gaps }: EarlierSnapshot,
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const skipped = new Set(gaps);
    const byFolder = Map.groupBy(paths, (path) =>
      skipped.has(path) ? undefined : holderOf(path, [...trees.keys(), ...untracked.keys()]),
    );
    const found: string[] = [];
    for (const [folder, inFolder] of byFolder) {
      const isTracked = folder !== undefined && trees.has(folder);
      found.push(...(isTracked ? await this.#store(folder).ignored(inFolder) : inFolder));
    }
    return new Set(found);
  }

  /** The paths among these that the ignore rules of a snapshot left out of it. */
  async ignoredBefore(
    { trees }: Pick<FoldersSnapshot, 'trees'>,
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const found: string[] = [];
    for (const { folder, tree, inFolder } of byFolder(trees, paths))
      found.push(...(await this.#store(folder).ignoredIn(tree, inFolder)));
    return new Set(found);
  }

  /**
   * What is not the same in the folders that are in both snapshots, as states that can be compared with those that are
   * `known` of the same files.
   */
  async compare(
    earlier: EarlierSnapshot,
    to: FoldersSnapshot,
    known: ReadonlyMap<string, FileStates> = new Map(),
  ): Promise<readonly StateDifference[]> {
    const from = await this.withNewRepositories(earlier, to);
    const gaps = new Set([...from.gaps, ...to.gaps]);
    // A repository in a folder is its own, also when it has just become one or is one no longer.
    const folders = [...from.trees.keys(), ...(from.untracked?.keys() ?? [])];
    const all: StateDifference[] = [];
    for (const [folder, tree] of from.trees) {
      const next = to.trees.get(folder);
      if (next === undefined || next === tree) continue;
      const store = this.#store(folder);
      const differences = (await store.compare(tree, next)).filter(
        ({ path }) => !gaps.has(path) && holderOf(path, folders) === folder,
      );
      all.push(...(await statesOf(store, differences, known)));
    }
    return [...all, ...(await this.#lostBetween(from, to))];
  }

  /** The files that only the second snapshot could not hold: they have become too large or unreadable. */
  async #lostBetween(
    from: Pick<FoldersSnapshot, 'trees' | 'gaps'>,
    to: FoldersSnapshot,
  ): Promise<readonly StateDifference[]> {
    const gapsBefore = new Set(from.gaps);
    const paths = to.gaps.filter((path) => !gapsBefore.has(path));
    const lost: StateDifference[] = [];
    for (const { folder, tree, inFolder } of byFolder(from.trees, paths)) {
      const store = this.#store(folder);
      const files = await store.filesIn(tree, inFolder);
      const differences = inFolder.map((path) => ({ path, from: files.get(path), to: undefined }));
      for (const difference of await statesOf(store, differences, new Map()))
        lost.push({ ...difference, to: await diskState(difference.path) });
    }
    return lost;
  }

  /** The contents that snapshots of the paths' folders have under these hashes; those that are not there are left out. */
  async read(
    wanted: readonly { readonly path: string; readonly hash: string }[],
  ): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
    for (const [folder, store] of this.#stores) {
      const here = wanted.filter(({ path }) => holderOf(path, this.#stores.keys()) === folder);
      for (const [hash, bytes] of await store.read(here.map(({ hash }) => hash))) found.set(hash, bytes);
    }
    return found;
  }

  /** Reads from here on also what an earlier window has stored of a folder, which may be gone. */
  reopen(folder: string): void {
    this.#store(folder);
  }

  /** {@link SnapshotStore.compareCommits} */
  readonly compareCommits: CompareCommits = (folder, repository, from, to) =>
    this.#store(folder).compareCommits(repository, from, to);

  /** {@link SnapshotStore.compareIncoming} */
  readonly compareIncoming: CompareCommits = (folder, repository, ours, theirs) =>
    this.#store(folder).compareIncoming(repository, ours, theirs);

  /** {@link SnapshotStore.readObjects} */
  readonly readObjects: ReadObjects = (folder, repository, hashes) =>
    this.#store(folder).readObjects(repository, hashes);

  /** Records who may read, write and run the files of a snapshot, but for some. Never rejects. */
  async recordPermissions({ trees }: FoldersSnapshot, except: ReadonlySet<string>): Promise<void> {
    for (const [folder, tree] of trees) {
      // Of a nested repository that is gone, git would only fail.
      if (tree === EMPTY_TREE) continue;
      await this.#store(folder)
        .recordPermissions(except)
        .catch((error: unknown) => this.#options.log.warn(`No permissions of ${folder}: ${String(error)}`));
    }
  }

  /** {@link SnapshotStore.recordPermissionsOf} */
  async recordPermissionsOf(path: string): Promise<void> {
    const folder = holderOf(path, this.#stores.keys());
    if (folder !== undefined) await this.#stores.get(folder)?.recordPermissionsOf(path);
  }

  /** {@link SnapshotStore.permissionsOf} */
  permissionsOf(path: string): number | undefined {
    const folder = holderOf(path, this.#stores.keys());
    return folder === undefined ? undefined : this.#stores.get(folder)?.permissionsOf(path);
  }

  /** Makes a snapshot last under a name. */
  async addRef(snapshot: Pick<FoldersSnapshot, 'trees'>, name: string): Promise<void> {
    for (const [folder, tree] of snapshot.trees) await this.#store(folder).addRef(tree, name);
  }

  /** Removes a name. */
  async removeRef(snapshot: Pick<FoldersSnapshot, 'trees'>, name: string): Promise<void> {
    for (const folder of snapshot.trees.keys()) await this.#store(folder).removeRefs([name]);
  }

  /** Removes from the disk what no name holds any more. */
  async prune(folder: string): Promise<void> {
    await this.#store(folder).prune();
  }

  dispose(): void {
    for (const store of this.#stores.values()) store.dispose();
    this.#stores.clear();
  }

  async #snapshotOf(
    folder: string,
    onNamed: OnNamed | undefined,
  ): Promise<Awaited<ReturnType<SnapshotStore['takeSnapshot']>> | UntrackedReason> {
    const rejected = isTooWide(folder) ? 'home' : this.#rejected.get(folder);
    if (rejected !== undefined) return rejected;
    try {
      return await this.#store(folder).takeSnapshot(onNamed);
    } catch (error) {
      const reason = reasonOf(error);
      // A slow folder may be fast once the disk's cache is warm; other reasons stay.
      if (reason !== 'time' && reason !== 'failed') this.#rejected.set(folder, reason);
      this.#options.log.warn(`No snapshot of ${folder}: ${String(error)}`);
      return reason;
    }
  }

  #store(folder: string): SnapshotStore {
    const known = this.#stores.get(folder);
    if (known !== undefined) return known;
    const store = this.#options.makeStore(folder);
    this.#stores.set(folder, store);
    return store;
  }
}

interface PathsOfFolder {
  readonly folder: string;
  readonly tree: string;
  readonly inFolder: readonly string[];
}

/** The innermost of the folders that holds what is at a path: a file in the place of one is in the folder around it. */
function holderOf(path: string, folders: Iterable<string>): string | undefined {
  return folderOf(dirname(path), folders);
}

/** The paths by the innermost folder of a snapshot that they are in; those in none are left out. */
function byFolder(trees: FoldersSnapshot['trees'], paths: readonly string[]): readonly PathsOfFolder[] {
  const grouped = Map.groupBy(paths, (path) => holderOf(path, trees.keys()));
  return [...trees].flatMap(([folder, tree]) => {
    const inFolder = grouped.get(folder);
    return inFolder === undefined ? [] : { folder, tree, inFolder };
  });
}

/** A home folder or a whole disk is no project. */
function isTooWide(folder: string): boolean {
  return folder === homedir() || folder === parse(folder).root;
}

/** A link is none, whatever it leads to. */
async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(() => false, isMissing);
}

function reasonOf(error: unknown): UntrackedReason {
  if (error instanceof SnapshotLimitError) return error.limit;
  return error instanceof GitMissing ? 'no git' : 'failed';
}
