// Stores snapshots of a folder in a git repository under Parley's storage. The user's own repository is only read: its
// ignore rules count, and nothing is ever written to it.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { SerialWork } from '../core/base/serialWork.ts';
import { borrowIndex } from './borrowedIndex.ts';
import { ChangedPaths } from './changedPaths.ts';
import { FilePermissions } from './filePermissions.ts';
import { fileLimit, FileSizes, snapshotLimits, type SnapshotLimits } from './fileSizes.ts';
import {
  GitFailed,
  GitMissing,
  isInstallerStub,
  runGit,
  zeroSeparated,
  type GitOptions,
  type GitRun,
} from './gitProcess.ts';
import { ignoredByRules, ignoredPaths } from './ignoredPaths.ts';
import { ShadowObjects } from './shadowObjects.ts';
import {
  adoptIndex,
  enclosingRepository,
  fileCountOf,
  prepareGitDir,
  publishIndex,
  writeRef,
} from './shadowGitDir.ts';
import type { WatchLimit } from './treeMessages.ts';
import { TrackedThoughIgnored } from './trackedThoughIgnored.ts';
import {
  SnapshotLimitError,
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
/** git that says nothing for so long is not waited for: undo would wait with it. */
const OPEN_TIMEOUT_MS = 30_000;
/** How many files are examined at once. */
const MAX_IN_FLIGHT = 64;
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

/** To look at all of fewer files takes no time to speak of. */
const MIN_FILES_TO_FOLLOW = 5_000;

const CANNOT_WRITE =
  /No space left on device|Disk quota exceeded|Read-only file system|Unable to write new index file|\.lock':/;

const noGaps = { tooBig: [], unreadable: [] };

/** One folder's shadow repository. */
export class ShadowRepository implements SnapshotStore {
  readonly #options: ShadowRepositoryOptions;
  readonly #limits: SnapshotLimits;
  readonly #disposed = new AbortController();
  #opened: Promise<GitOptions> | undefined;
  readonly #queue = new SerialWork();
  /** The tree of the last snapshot, for as long as the index has not changed since. */
  #tree: string | undefined;
  /** How many files the index had when it was last written. */
  #fileCount = 0;
  /** The files of a tree, relative to the work tree: to ask git for them takes as long as the search for changes. */
  #listed: { readonly tree: string; readonly paths: readonly string[] } | undefined;
  readonly #sizes: FileSizes;
  readonly #changed: ChangedPaths;
  /** The files that the index does not have as they are, relative to the work tree. */
  #gaps: { readonly tooBig: readonly string[]; readonly unreadable: readonly string[] } = noGaps;
  /** The files whose permissions may have changed since they were recorded; undefined for all of them. */
  #unrecorded: Set<string> | undefined;
  /** How much of the snapshot that is being taken is done, from 0 to 1. */
  #progress: number | undefined;
  readonly #permissions = new FilePermissions();
  /** The last time that those of all files were recorded, or begun to be recorded where they are many. */
  #recordingAll: Promise<void> = Promise.resolve();
  readonly #objects: ShadowObjects;
  #trackedThoughIgnored: TrackedThoughIgnored | undefined;

  constructor(options: ShadowRepositoryOptions) {
    this.#options = options;
    this.#limits = options.limits ?? snapshotLimits;
    this.#sizes = new FileSizes(this.#limits);
    this.#changed = new ChangedPaths({
      watcher: options.watcher,
      limits: this.#limits,
      folder: options.folder,
      scopeIn: (workTree) => this.#scopeIn(workTree),
      // What happened meanwhile is found now, so that no prompt has to wait for that.
      onReady: () => void this.takeSnapshot().catch(() => undefined),
    });
    this.#objects = new ShadowObjects(() => this.#open(), this.#disposed.signal);
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

  takeSnapshot(): Promise<Snapshot> {
    return this.#queue.run(() => this.#takeNow());
  }

  async verify(): Promise<boolean> {
    return this.#changed.verify(await this.#open(), this.#disposed.signal);
  }

  async compare(from: string, to: string): Promise<readonly SnapshotDifference[]> {
    if (from === to) return [];
    return this.#objects.differences((await this.#open()).workTree, from, to);
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

  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    return this.#objects.read(hashes);
  }

  sizesBytes(hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#objects.sizesBytes(hashes);
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return ignoredPaths(await this.#open(), paths, { signal: this.#disposed.signal });
  }

  async ignoredIn(id: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const files = await this.#objects.files(['-r', id]);
    const rules = [...files].filter(([path]) => basename(path) === '.gitignore');
    const contents = await this.read(rules.map(([, { hash }]) => hash));
    const texts = rules.flatMap(([path, { hash }]): [string, Buffer][] => {
      const text = contents.get(hash);
      return text === undefined ? [] : [[path, text]];
    });
    return ignoredByRules(await this.#open(), new Map(texts), paths, { signal: this.#disposed.signal });
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
    return relativeName((await this.#open()).workTree, path);
  }

  async recordPermissions(except: ReadonlySet<string>): Promise<void> {
    const unrecorded = this.#unrecorded;
    this.#unrecorded = new Set(except);
    if (unrecorded === undefined) this.#recordingAll = this.#recordAll(except);
    else await this.#record([...unrecorded], except);
    // They may still be examined since they were recorded ahead.
    await this.#recordingAll;
  }

  /** Resolves before those of a large folder are all examined: a prompt does not wait for these. */
  async #recordAll(except: ReadonlySet<string>): Promise<void> {
    const { workTree, indexFile } = await this.#open();
    const isAwaited = (await fileCountOf(indexFile)) <= MAX_AWAITED_FILES;
    const recorded = this.#listedFiles(this.#disposed.signal).then((paths) =>
      this.#record(
        paths.map((path) => join(workTree, path)),
        except,
      ),
    );
    // The next prompt tries again.
    recorded.catch(() => (this.#unrecorded = undefined));
    if (isAwaited) await recorded;
  }

  #record(paths: readonly string[], except: ReadonlySet<string>): Promise<void> {
    return this.#permissions.record(
      paths.filter((path) => !except.has(path)),
      this.#disposed.signal,
    );
  }

  recordPermissionsOf(path: string): Promise<void> {
    return this.#permissions.record([path], this.#disposed.signal);
  }

  permissionsOf(path: string): number | undefined {
    return this.#permissions.of(path);
  }

  async addRef(id: string, name: string): Promise<void> {
    await writeRef((await this.#open()).gitDir, `refs/parley/${name}`, id);
  }

  async removeRefs(names: readonly string[]): Promise<void> {
    const input = names.map((name) => `delete refs/parley/${name}\n`).join('');
    await this.#objects.git(['update-ref', '--stdin'], { input });
  }

  async prune(): Promise<void> {
    // Packs that hold what nothing names are written anew without it.
    await this.#objects.git(['gc', '--quiet', PRUNE]);
  }

  dispose(): void {
    this.#disposed.abort(new Error('Parley no longer tracks the folder.'));
    this.#changed.dispose();
    const opened = this.#opened;
    if (opened === undefined) return;
    this.#queue
      .run(async () => rm((await opened).indexFile, { force: true }))
      // What is left over is removed after a week.
      .catch(() => undefined);
  }

  async #git(args: readonly string[], run: GitRun = {}): Promise<Buffer> {
    return runGit(await this.#open(), args, { signal: this.#disposed.signal, ...run });
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

  /** Where the repository is; makes it on first use. A repository that could not be made is tried again. */
  #open(): Promise<GitOptions> {
    if (this.#opened !== undefined) return this.#opened;
    const timeout = AbortSignal.timeout(Math.min(OPEN_TIMEOUT_MS, this.#limits.timeoutMs));
    const signal = AbortSignal.any([timeout, this.#disposed.signal]);
    this.#opened = this.#openNow(signal).catch((error: unknown) => {
      this.#opened = undefined;
      throw timeout.aborted ? new SnapshotLimitError('time') : error;
    });
    return this.#opened;
  }

  async #openNow(signal: AbortSignal): Promise<GitOptions> {
    const { folder, command = 'git' } = this.#options;
    if (await isInstallerStub(command)) throw new GitMissing('The developer tools are not installed.');
    const enclosing = await enclosingRepository(folder);
    // One that was a repository keeps what was stored of it, whatever is around it.
    const isOwn = enclosing === folder || existsSync(this.#gitDir(folder));
    if (enclosing === undefined || isOwn) return this.#openFor(folder, signal);
    const git = await this.#openFor(enclosing, signal);
    // A folder that the repository around it ignores, such as a scratch folder, is tracked on its own.
    return (await isIgnoredIn(git, folder, signal)) ? this.#openFor(folder, signal) : git;
  }

  /** Each work tree has a repository of its own, because paths in snapshots are relative to it. */
  async #openFor(workTree: string, signal: AbortSignal): Promise<GitOptions> {
    const { storage, command = 'git' } = this.#options;
    const gitDir = this.#gitDir(workTree);
    // An index per window, so that two windows on one folder never wait for each other's lock.
    const indexFile = join(gitDir, `index-${randomUUID()}`);
    await prepareGitDir({ gitDir, workTree, storage, command, signal });
    const git = { gitDir, workTree, indexFile, command };
    if (!(await adoptIndex(gitDir, indexFile))) await this.#borrowIndex(git);
    return git;
  }

  /** So much of the snapshot that is being taken, if one is, is done, or more already. Returns how much. */
  #advance(share: number): number {
    if (this.#progress === undefined) return 0;
    this.#progress = Math.min(Math.max(share, this.#progress), 1);
    return this.#progress;
  }

  /** Where it cannot be borrowed, the first snapshot reads all files. */
  async #borrowIndex(git: GitOptions): Promise<void> {
    const { maxBinaryBytes, maxBytes, timeoutMs } = this.#limits;
    await borrowIndex({
      git,
      scope: this.#scopeIn(git.workTree),
      maxFileBytes: maxBinaryBytes,
      maxBytes,
      maxFiles: this.#fileLimit(git.workTree).most,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#disposed.signal]),
      onProgress: (share) => this.#advance(BORROWED_SHARE * share),
    }).catch(() => undefined);
  }

  #fileLimit(workTree: string): ReturnType<typeof fileLimit> {
    return fileLimit(this.#limits, existsSync(join(workTree, '.git')));
  }

  /** The part of a work tree that the folder is, relative, with `/`; empty where it is all of it. */
  #scopeIn(workTree: string): string {
    return relativeName(workTree, this.#options.folder);
  }

  #gitDir(workTree: string): string {
    const { folder, storage } = this.#options;
    return join(storage, createHash('sha256').update(`${folder}\0${workTree}`).digest('hex').slice(0, 24));
  }

  async #takeNow(): Promise<Snapshot> {
    this.#progress = 0;
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs);
    const signal = AbortSignal.any([timeout, this.#disposed.signal]);
    try {
      return await this.#takeUntil(signal);
    } catch (error) {
      this.#changed.forget();
      throw timeout.aborted && !this.#disposed.signal.aborted ? new SnapshotLimitError('time') : error;
    } finally {
      this.#progress = undefined;
    }
  }

  async #takeUntil(signal: AbortSignal): Promise<Snapshot> {
    const git = await this.#open();
    const { workTree, gitDir, indexFile } = git;
    this.#trackedThoughIgnored ??= new TrackedThoughIgnored(workTree);
    const [found, tracked] = await Promise.all([
      this.#changed.look(git, signal),
      this.#trackedThoughIgnored.find(this.#scopeIn(workTree), signal),
    ]);
    const { files, others, touched, hasLookedAt } = found;
    const before = this.#advance((this.#progress ?? 0) + FOUND_SHARE);
    const all = [...new Set([...files, ...tracked.paths])];
    const { stored, tooBig, folders } = await this.#withinLimits(workTree, all, signal, (share) =>
      this.#advance(before + SIZED_SHARE * share * (1 - before)),
    );
    const sized = this.#progress ?? 0;
    const nestedRepositories = this.#changed.withReplacing(folders.filter(isRepositoryIn(workTree)));
    const unreadable: string[] = [];
    // A lock of this window's index can only be left over from a run that was ended for taking too long.
    await rm(`${indexFile}.lock`, { force: true });
    // The index is updated in parts, so that the next snapshot continues where one that took too long ended.
    for (let start = 0; start < stored.length; start += BATCH_SIZE) {
      this.#tree = undefined;
      await this.#updateIndex(stored.slice(start, start + BATCH_SIZE), unreadable, signal);
      const share = Math.min(start + BATCH_SIZE, stored.length) / stored.length;
      this.#advance(sized + (STORED_SHARE - sized) * share);
    }
    this.#advance(STORED_SHARE);
    if (this.#tree === undefined) {
      const { most, limit } = this.#fileLimit(workTree);
      this.#fileCount = await fileCountOf(indexFile);
      if (this.#fileCount > most) throw new SnapshotLimitError(limit);
      this.#tree = (await this.#git(['write-tree'], { signal })).toString('utf8').trim();
      await publishIndex(gitDir, indexFile);
    }
    tracked.seen();
    this.#changed.stored(git, tracked.isMore);
    if (stored.length >= MIN_FILES_TO_PACK) void this.#pack(this.#tree);
    const isLeft = (path: string): boolean => !hasLookedAt(path);
    this.#gaps = {
      tooBig: [...this.#gaps.tooBig.filter(isLeft), ...tooBig],
      unreadable: [...this.#gaps.unreadable.filter(isLeft), ...unreadable],
    };
    if (touched === undefined) this.#unrecorded = undefined;
    else for (const path of touched) this.#unrecorded?.add(join(workTree, path));
    const fromFolder = (path: string): string => relativeName(this.#options.folder, join(workTree, path));
    return {
      id: this.#tree,
      gaps: {
        tooBig: this.#gaps.tooBig.map(fromFolder),
        unreadable: this.#gaps.unreadable.map(fromFolder),
        unnamed: await unnamedFiles(workTree, others),
      },
      nestedRepositories: nestedRepositories.map(fromFolder),
      ignored: tracked.paths.map(fromFolder),
    };
  }

  /**
   * The files to store, those that are too large, and those that folders have replaced. What is neither a file nor a link nor
   * deleted is left out.
   */
  async #withinLimits(
    workTree: string,
    files: readonly string[],
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Readonly<Record<'stored' | 'tooBig' | 'folders', readonly string[]>>> {
    const stored: string[] = [];
    const tooBig: string[] = [];
    const folders: string[] = [];
    let bytes = 0;
    for (let start = 0; start < files.length; start += MAX_IN_FLIGHT) {
      signal.throwIfAborted();
      const some = files.slice(start, start + MAX_IN_FLIGHT);
      const sizes = await Promise.all(some.map((path) => this.#sizes.sizeBytes(join(workTree, path))));
      for (const [index, size] of sizes.entries()) {
        const path = some[index];
        if (path === undefined || size === undefined) continue;
        if (size === 'too big') {
          tooBig.push(path);
          continue;
        }
        stored.push(path);
        if (size === 'folder') folders.push(path);
        else bytes += size;
      }
      if (bytes > this.#limits.maxBytes) throw new SnapshotLimitError('bytes');
      onProgress(start / files.length);
    }
    return { stored, tooBig, folders };
  }

  /** One file that git cannot read makes it refuse all: then halves are tried, until that one is alone. */
  async #updateIndex(paths: readonly string[], unreadable: string[], signal: AbortSignal): Promise<void> {
    const input = paths.map((path) => `${path}\0`).join('');
    try {
      await this.#git(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { input, signal });
    } catch (error) {
      if (!(error instanceof GitFailed) || isOfAllFiles(error)) throw error;
      const [only] = paths;
      if (paths.length === 1 && only !== undefined) {
        // A file whose folder has become a link is gone, whatever the link leads to.
        if (!error.message.includes('beyond a symbolic link')) unreadable.push(only);
        else await this.#git(['update-index', '--force-remove', '-z', '--stdin'], { input, signal });
        return;
      }
      const middle = Math.ceil(paths.length / 2);
      await this.#updateIndex(paths.slice(0, middle), unreadable, signal);
      await this.#updateIndex(paths.slice(middle), unreadable, signal);
    }
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

/** Whether git would fail with any file: something has ended it, or it cannot write. */
function isOfAllFiles({ code, message }: GitFailed): boolean {
  return code === undefined || CANNOT_WRITE.test(message);
}

function isRepositoryIn(workTree: string): (path: string) => boolean {
  return (path) => existsSync(join(workTree, path, '.git'));
}

async function isIgnoredIn(git: GitOptions, folder: string, signal: AbortSignal): Promise<boolean> {
  try {
    await runGit(git, ['check-ignore', '--quiet', folder], { signal });
    return true;
  } catch (error) {
    // It fails when the folder is not ignored, and that is the usual case.
    if (error instanceof GitFailed) return false;
    throw error;
  }
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

/** A path as git spells it, relative to a folder. */
function relativeName(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
