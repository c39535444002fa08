// Stores snapshots of a folder in a git repository under Parley's storage. The user's own repository is only read: its
// ignore rules count, and nothing is ever written to it.
import { existsSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { SerialWork } from '../core/base/serialWork.ts';
import { ChangedPaths, type FoundPaths } from './changedPaths.ts';
import { FewChanges } from './fewChanges.ts';
import { FileSizes, snapshotLimits, type SnapshotLimits } from './fileSizes.ts';
import { runGit, zeroSeparated, type GitOptions, type GitRun } from './gitProcess.ts';
import { ignoredByRules, ignoredPaths } from './ignoredPaths.ts';
import { updateIndex } from './indexUpdate.ts';
import { foldersAround, relativeName } from './localPaths.ts';
import { fileCountOf, publishIndex, writeRef } from './shadowGitDir.ts';
import { ShadowLocation } from './shadowLocation.ts';
import { ShadowObjects } from './shadowObjects.ts';
import { SnapshotPermissions } from './permissions/snapshotPermissions.ts';
import type { WatchLimit } from './treeMessages.ts';
import { TrackedThoughIgnored } from './trackedThoughIgnored.ts';
import {
  SnapshotLimitError,
  type FirstContents,
  type NamedFile,
  type OnNamed,
  type Snapshot,
  type SnapshotDifference,
  type SnapshotStore,
  type StoredFile,
  type UnnamedFile,
} from './snapshotStore.ts';

export interface ShadowRepositoryOptions {
  /** Parley's folder for such repositories. Absolute. */
  readonly storage: string;
  /** The folder that snapshots are taken of. Absolute. */
  readonly folder: string;
  readonly limits?: SnapshotLimits;
  /** A name on the PATH, or an absolute path; `git` unless given. */
  readonly command?: string;
  /** {@link ChangedPathsOptions.watcher} */
  readonly watcher?: string | undefined;
}

/** Other windows may be using what is newer, before it has a name. */
const PRUNE = '--prune=3.days.ago';
/** How many files git is given in one run. */
const BATCH_SIZE = 5_000;
/** The most files that are examined before a prompt is sent. */
const MAX_AWAITED_FILES = 2_000;
/** So many files whose names are not UTF-8 are looked at. */
const MAX_UNNAMED = 1_000;
/** How much of a first snapshot is done, of 1, when the user's index is borrowed, and when the changed files are found. */
const BORROWED_SHARE = 0.5;
const FOUND_SHARE = 0.05;
/** The same of the rest when the sizes of the changed files are known. */
const SIZED_SHARE = 0.15;
/** How much of it all is done when their contents are stored. */
const STORED_SHARE = 0.95;
/** From this many new files in one snapshot on git packs the repository afterwards. */
const MIN_FILES_TO_PACK = 1_000;

/** To read what has changed in fewer files takes no time to speak of. */
const MIN_FILES_TO_NAME = 500;

/** To look at all of fewer files takes no time to speak of. */
const MIN_FILES_TO_FOLLOW = 5_000;

const noGaps = { tooBig: [], unreadable: [] };

interface TakeOptions {
  /** Whether the index has to have all that the snapshot has. */
  readonly isOfAll?: boolean;
  readonly onNamed?: OnNamed | undefined;
}

type FoundTracked = ReturnType<TrackedThoughIgnored['find']>;

/** One folder's shadow repository. */
export class ShadowRepository implements SnapshotStore {
  readonly #options: ShadowRepositoryOptions;
  readonly #limits: SnapshotLimits;
  readonly #disposed = new AbortController();
  readonly #location: ShadowLocation;
  readonly #queue = new SerialWork();
  /** The tree of the last snapshot, for as long as the index has not changed since. */
  #tree: string | undefined;
  /** That of a snapshot that has written much: it is packed when the turn is over, as that takes what a look needs. */
  #treeToPack: string | undefined;
  /** How many files the index had when it was last written. */
  #fileCount = 0;
  /** The files of a tree, relative to the work tree: to ask git for them takes as long as the search for changes. */
  #listed: { readonly tree: string; readonly paths: readonly string[] } | undefined;
  readonly #sizes: FileSizes;
  readonly #changed: ChangedPaths;
  /** The files that the index does not have as they are, relative to the work tree. */
  #gaps: { readonly tooBig: readonly string[]; readonly unreadable: readonly string[] } = noGaps;
  /** How much of the snapshot that is being taken is done, from 0 to 1. */
  #progress: number | undefined;
  readonly #permissions: SnapshotPermissions;
  readonly #objects: ShadowObjects;
  readonly #few: FewChanges;
  /** Whether the last snapshot has contents that the index does not have. */
  #isAhead = false;
  #isReadingAhead = false;
  #trackedThoughIgnored: TrackedThoughIgnored | undefined;

  constructor(options: ShadowRepositoryOptions) {
    this.#options = options;
    this.#limits = options.limits ?? snapshotLimits;
    this.#sizes = new FileSizes(this.#limits);
    const { signal } = this.#disposed;
    this.#location = new ShadowLocation({
      storage: options.storage,
      folder: options.folder,
      command: options.command ?? 'git',
      limits: this.#limits,
      signal,
      onBorrowed: (share) => this.#advance(BORROWED_SHARE * share),
    });
    this.#changed = new ChangedPaths({
      watcher: options.watcher,
      limits: this.#limits,
      folder: options.folder,
      scopeIn: (workTree) => this.#location.scopeIn(workTree),
      // What happened meanwhile is found now, so that no prompt has to wait for that.
      onReady: () => void this.takeSnapshot().catch(() => undefined),
    });
    this.#objects = new ShadowObjects(() => this.#location.open(), signal);
    this.#few = new FewChanges(this.#objects);
    this.#permissions = new SnapshotPermissions({
      areFew: async () => (await fileCountOf((await this.#location.open()).indexFile)) <= MAX_AWAITED_FILES,
      all: () => this.#filesOnDisk(),
      signal,
    });
  }

  /** {@link ChangedPaths.isFollowing} */
  get isFollowing(): boolean {
    return this.#changed.isFollowing;
  }

  get percent(): number | undefined {
    return this.#progress === undefined ? undefined : Math.floor(100 * this.#progress);
  }

  get watchLimit(): WatchLimit | undefined {
    return this.#fileCount < MIN_FILES_TO_FOLLOW ? undefined : this.#changed.watchLimit;
  }

  takeSnapshot(onNamed?: OnNamed): Promise<Snapshot> {
    return this.#queue.run(() => this.#takeNow({ onNamed }));
  }

  async readAhead(): Promise<void> {
    // Many files that are saved together are found by one look.
    if (this.#isReadingAhead || this.#tree === undefined) return;
    this.#isReadingAhead = true;
    const { signal } = this.#disposed;
    await this.#queue
      .run(async () => {
        const git = await this.#location.open();
        await this.#takeOfFew(git, this.#findTracked(git, signal), signal);
      })
      // A snapshot says what is wrong.
      .catch(() => undefined);
    this.#isReadingAhead = false;
  }

  async verify(): Promise<boolean> {
    if (this.#isAhead) await this.#queue.run(() => this.#takeNow({ isOfAll: true }));
    // A prompt after a change of few files asks it.
    if (this.isFollowing) void this.#objects.reader.start();
    const hasFound = await this.#changed.verify(await this.#location.open(), this.#disposed.signal);
    if (this.#treeToPack !== undefined) void this.#pack(this.#treeToPack);
    this.#treeToPack = undefined;
    return hasFound;
  }

  async compare(from: string, to: string): Promise<readonly SnapshotDifference[]> {
    if (from === to) return [];
    const { workTree } = await this.#location.open();
    return this.#few.differences(workTree, from, to) ?? this.#objects.differences(workTree, from, to);
  }

  compareCommits(
    { top, objects }: { readonly top: string; readonly objects: string },
    from: string,
    to: string,
  ): Promise<readonly SnapshotDifference[]> {
    return this.#objects.differences(top, from, to, { objects });
  }

  compareIncoming(
    { top, objects }: { readonly top: string; readonly objects: string },
    ours: string,
    theirs: string,
  ): Promise<readonly SnapshotDifference[]> {
    return this.#objects.differences(top, ours, theirs, { objects, isSinceMergeBase: true });
  }

  readObjects(
    { objects }: { readonly objects: string },
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, Buffer>> {
    return this.#objects.read(hashes, { objects });
  }

  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return this.#few.contents(hashes) ?? this.#objects.read(hashes);
  }

  async readFirst(hashes: readonly string[], most: { readonly mostBytes: number }): Promise<FirstContents> {
    const contents = this.#few.contents(hashes);
    if (contents !== undefined) return { contents, isCut: false };
    return this.#objects.readFirst(hashes, most);
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredPaths(await this.#location.open(), paths, { signal: this.#disposed.signal });
  }

  async ignoredIn(id: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const files = await this.#objects.files(['-r', id]);
    const rules = [...files].filter(([path]) => basename(path) === '.gitignore');
    const contents = await this.read(rules.map(([, { hash }]) => hash));
    const texts = rules.flatMap(([path, { hash }]): [string, Buffer][] => {
      const text = contents.get(hash);
      return text === undefined ? [] : [[path, text]];
    });
    return ignoredByRules(await this.#location.open(), new Map(texts), paths, {
      signal: this.#disposed.signal,
    });
  }

  async filesIn(id: string, paths: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const found = new Map<string, StoredFile>();
    for (const path of paths) {
      const entries = await this.#objects.files([id, '--', await this.#inWorkTree(path)]);
      for (const file of entries.values()) found.set(path, file);
    }
    return found;
  }

  async has(id: string, path: string): Promise<boolean> {
    return this.#objects.has(id, await this.#inWorkTree(path));
  }

  async #inWorkTree(path: string): Promise<string> {
    return relativeName((await this.#location.open()).workTree, path);
  }

  recordPermissions(except: ReadonlySet<string>): Promise<void> {
    return this.#permissions.recordChanged(except);
  }

  recordPermissionsOf(path: string): Promise<void> {
    return this.#permissions.recordOne(path);
  }

  permissionsOf(path: string): number | undefined {
    return this.#permissions.of(path);
  }

  async addRef(id: string, name: string): Promise<void> {
    await writeRef((await this.#location.open()).gitDir, `refs/parley/${name}`, id);
  }

  async removeRefs(names: readonly string[]): Promise<void> {
    const input = names.map((name) => `delete refs/parley/${name}\n`).join('');
    await this.#objects.git(['update-ref', '--stdin'], { input });
  }

  async prune(): Promise<void> {
    this.#objects.reader.dispose();
    // Packs that hold what nothing names are written anew without it.
    await this.#objects.git(['gc', '--quiet', PRUNE]);
  }

  dispose(): void {
    this.#disposed.abort(new Error('Parley no longer tracks the folder.'));
    this.#changed.dispose();
    const { opened } = this.#location;
    if (opened === undefined) return;
    this.#queue
      .run(async () => rm((await opened).indexFile, { force: true }))
      // What is left over is removed after a week.
      .catch(() => undefined);
  }

  async #git(args: readonly string[], run: GitRun = {}): Promise<Buffer> {
    return runGit(await this.#location.open(), args, { signal: this.#disposed.signal, ...run });
  }

  /** The absolute paths of the files of the index. */
  async #filesOnDisk(): Promise<readonly string[]> {
    const { workTree } = await this.#location.open();
    return (await this.#listedFiles(this.#disposed.signal)).map((path) => join(workTree, path));
  }

  /** The files of the index; remembered for the next prompt where they are not too many to keep. */
  async #listedFiles(signal: AbortSignal): Promise<readonly string[]> {
    const tree = this.#tree;
    if (tree !== undefined && this.#listed?.tree === tree) return this.#listed.paths;
    const paths = zeroSeparated(await this.#git(['ls-files', '-z'], { signal }));
    const isOfTree = tree !== undefined && this.#tree === tree;
    this.#listed = isOfTree && paths.length <= MAX_AWAITED_FILES ? { tree, paths } : undefined;
    return paths;
  }

  /** So much of the snapshot that is being taken, if one is, is done, or more already. Returns how much. */
  #advance(share: number): number {
    if (this.#progress === undefined) return 0;
    this.#progress = Math.min(Math.max(share, this.#progress), 1);
    return this.#progress;
  }

  async #takeNow({ isOfAll = false, onNamed }: TakeOptions): Promise<Snapshot> {
    this.#progress = 0;
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs);
    const signal = AbortSignal.any([timeout, this.#disposed.signal]);
    try {
      const git = await this.#location.open();
      const tracked = this.#findTracked(git, signal);
      const ofFew = isOfAll ? undefined : await this.#takeOfFew(git, tracked, signal);
      return ofFew ?? (await this.#takeUntil(git, tracked, signal, onNamed));
    } catch (error) {
      this.#changed.forget();
      throw timeout.aborted && !this.#disposed.signal.aborted ? new SnapshotLimitError('time') : error;
    } finally {
      this.#progress = undefined;
    }
  }

  /** A snapshot in which only a few files have other contents than in the index; undefined where more has changed. */
  async #takeOfFew(
    git: GitOptions,
    finding: FoundTracked,
    signal: AbortSignal,
  ): Promise<Snapshot | undefined> {
    const tree = this.#tree;
    if (tree === undefined) return undefined;
    const [named, tracked] = await Promise.all([this.#changed.named(git, signal), finding]);
    if (named === undefined || tracked.isMore || tracked.paths.length > 0) return undefined;
    const gaps = new Set([...this.#gaps.tooBig, ...this.#gaps.unreadable]);
    if (named.paths.some((path) => gaps.has(path))) return undefined;
    // The index says what is wrong with a file, or with the disk.
    const id = await this.#few.take(git, tree, named.paths).catch(() => undefined);
    signal.throwIfAborted();
    if (id === undefined) return undefined;
    this.#isAhead = named.paths.length > 0;
    tracked.seen();
    this.#permissions.noteChanged(named.paths.map((path) => join(git.workTree, path)));
    return this.#snapshot(git, id, named, tracked.paths);
  }

  #findTracked({ workTree }: GitOptions, signal: AbortSignal): FoundTracked {
    this.#trackedThoughIgnored ??= new TrackedThoughIgnored(workTree);
    return this.#trackedThoughIgnored.find(this.#location.scopeIn(workTree), signal);
  }

  async #snapshot(
    { workTree }: GitOptions,
    id: string,
    { nestedRepositories, others }: Pick<FoundPaths, 'nestedRepositories' | 'others'>,
    ignored: readonly string[],
  ): Promise<Snapshot> {
    const fromFolder = (path: string): string => relativeName(this.#options.folder, join(workTree, path));
    return {
      id,
      gaps: {
        tooBig: this.#gaps.tooBig.map(fromFolder),
        unreadable: this.#gaps.unreadable.map(fromFolder),
        unnamed: await unnamedFiles(workTree, others),
      },
      nestedRepositories: nestedRepositories.map(fromFolder),
      ignored: ignored.map(fromFolder),
    };
  }

  async #takeUntil(
    git: GitOptions,
    finding: FoundTracked,
    signal: AbortSignal,
    onNamed: OnNamed | undefined,
  ): Promise<Snapshot> {
    const { workTree, gitDir, indexFile } = git;
    const [found, tracked] = await Promise.all([this.#changed.look(git, signal), finding]);
    const { files, others, touched, hasLookedAt } = found;
    const before = this.#advance((this.#progress ?? 0) + FOUND_SHARE);
    const all = [...new Set([...files, ...tracked.paths])];
    const changedAt = onNamed && new Map<string, number>();
    const { stored, gone, folders, tooBig } = await this.#sizes.withinLimits(
      workTree,
      all,
      signal,
      (share) => this.#advance(before + SIZED_SHARE * share * (1 - before)),
      changedAt,
    );
    if (stored.length >= MIN_FILES_TO_NAME) onNamed?.(namedFiles(workTree, stored, found, changedAt));
    const sized = this.#progress ?? 0;
    const unreadable: string[] = [];
    // A lock of this window's index can only be left over from a run that was ended for taking too long.
    await rm(`${indexFile}.lock`, { force: true });
    // The index is updated in parts, so that the next snapshot continues where one that took too long ended.
    for (let start = 0; start < stored.length; start += BATCH_SIZE) {
      this.#tree = undefined;
      unreadable.push(...(await updateIndex(git, stored.slice(start, start + BATCH_SIZE), signal)));
      const share = Math.min(start + BATCH_SIZE, stored.length) / stored.length;
      this.#advance(sized + (STORED_SHARE - sized) * share);
    }
    this.#advance(STORED_SHARE);
    if (this.#tree === undefined) {
      const { most, limit } = this.#location.fileLimit(workTree);
      this.#fileCount = await fileCountOf(indexFile);
      if (this.#fileCount > most) throw new SnapshotLimitError(limit);
      this.#tree = (await this.#git(['write-tree'], { signal })).toString('utf8').trim();
      await publishIndex(gitDir, indexFile);
    }
    const replacing = [...folders, ...foldersAround([...gone, ...folders])].filter(isRepositoryIn(workTree));
    const nestedRepositories = await this.#changed.withReplacing(git, replacing, signal);
    this.#isAhead = false;
    tracked.seen();
    this.#changed.stored(git, tracked.isMore);
    if (stored.length >= MIN_FILES_TO_PACK) this.#treeToPack = this.#tree;
    const isLeft = (path: string): boolean => !hasLookedAt(path);
    this.#gaps = {
      tooBig: [...this.#gaps.tooBig.filter(isLeft), ...tooBig],
      unreadable: [...this.#gaps.unreadable.filter(isLeft), ...unreadable],
    };
    this.#permissions.noteChanged(touched?.map((path) => join(workTree, path)));
    return this.#snapshot(git, this.#tree, { nestedRepositories, others }, tracked.paths);
  }

  /** Packs what a large snapshot wrote and drops what no checkpoint has named for days. Failing does no harm. */
  async #pack(tree: string): Promise<void> {
    try {
      await this.addRef(tree, 'last');
      await this.prune();
    } catch {
      // The next large snapshot tries again; until then only disk space is lost.
    }
  }
}

function namedFiles(
  workTree: string,
  paths: readonly string[],
  { created }: FoundPaths,
  changedAt: ReadonlyMap<string, number> | undefined,
): readonly NamedFile[] {
  const isNew = new Set(created);
  return paths.map((path) => ({
    path: join(workTree, path),
    isNew: isNew.has(path),
    changedAt: changedAt?.get(path),
  }));
}

function isRepositoryIn(workTree: string): (path: string) => boolean {
  return (path) => existsSync(join(workTree, path, '.git'));
}

async function unnamedFiles(workTree: string, paths: readonly Buffer[]): Promise<readonly UnnamedFile[]> {
  const top = Buffer.from(workTree + sep);
  const found = await Promise.all(
    paths.slice(0, MAX_UNNAMED).map(async (path) => {
      const stats = await lstat(Buffer.concat([top, path])).catch(() => undefined);
      const stamp = [path.toString('hex'), stats?.size, stats?.mtimeMs, stats?.ctimeMs].join(' ');
      return { path: join(workTree, path.toString('utf8')), stamp };
    }),
  );
  return found;
}
