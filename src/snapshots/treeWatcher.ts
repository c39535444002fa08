// The program of the worker that follows a folder by Linux's inotify: which paths have changed since it was asked last.
// A thread of its own has a queue of events of its own, so that nothing else in the window can make it overflow.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  watch,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Dirent, FSWatcher, Stats } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { treeRequest, type TreeAnswer, type TreeRequest, type WatchLimit } from './treeMessages.ts';

/** File systems of this machine, by their magic numbers: on others, what another machine changes raises no event. */
const LOCAL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2 to ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
]);

/** Milliseconds until the event of a mark must have come. */
const MARK_TIMEOUT_MS = 500;
/** Milliseconds of work after which events are read again. */
const SLICE_MS = 20;
/** From this many files with several names on, they are not looked at one by one. */
const MAX_LINKED = 500;
/** When more than this has changed since a look at everything, another one is faster. */
const MAX_EARLIER = 500;

const data = z.object({ folder: z.string(), marks: z.string() });

/** What is at the path of a watcher: a folder that is followed, or one in which only a repository may come or go. */
type FolderKind = 'followed' | 'repository' | 'dotGit';

class TreeWatcher {
  readonly #folder: string;
  readonly #marks: string;
  /** Which folder is followed: another one may have come to its path. */
  #top: string | undefined;
  #device: number | undefined;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #maxEvents = limitOf('max_queued_events') / 2;
  /** Several folders are followed, in several windows, and others follow some too. */
  readonly #maxFolders = limitOf('max_user_watches') / 8;
  /** Other windows may have the same folder for marks. */
  readonly #window = randomUUID();
  #dirty = new Set<string>();
  /** Files with several names: what is written by another name raises no event here. */
  readonly #linked = new Set<string>();
  #events = 0;
  #isUnknown = false;
  #isStarted = false;
  /** Whether something that changed before the watch began is found only by a look at everything. */
  #hasMissed = false;
  /** What else has changed before that since the look at everything. */
  #earlier = new Set<string>();
  #mark: { readonly name: string; readonly seen: () => void } | undefined;
  #marked = 0;

  constructor({ folder, marks }: z.infer<typeof data>) {
    this.#folder = folder;
    this.#marks = marks;
  }

  /** Begins to follow all of the folder. Throws where that is not possible. */
  async start(request: Extract<TreeRequest, { type: 'start' }>): Promise<Pick<TreeAnswer, 'isComplete'>> {
    if (!LOCAL_FILE_SYSTEMS.has(statfsSync(this.#folder).type))
      throw new Error('The file system does not report every change.');
    this.#top = identityOf(this.#folder);
    mkdirSync(this.#marks, { recursive: true, mode: 0o700 });
    watch(this.#marks, (_event, name) => {
      if (name !== null && name === this.#mark?.name) this.#mark.seen();
    }).on('error', () => (this.#isUnknown = true));
    const isKnown = new Set(request.repositories);
    const { since } = request;
    await this.#visit(this.#folder, { ignored: new Set(request.ignored), isKnown, since });
    if (this.#linked.size > MAX_LINKED) throw new Error('Too many files have several names.');
    this.#isStarted = true;
    const isComplete = since !== undefined && !this.#hasMissed;
    if (isComplete) for (const path of this.#earlier) this.#dirty.add(path);
    this.#earlier.clear();
    return { isComplete };
  }

  /** Follows folders that are new. Throws where a look at them is not enough, because of what is in them. */
  async follow({ folders, ignored }: Extract<TreeRequest, { type: 'follow' }>): Promise<void> {
    for (const folder of folders) await this.#visit(folder, { ignored: new Set(ignored) });
    if (this.#isUnknown) throw new Error('All has to be looked at.');
  }

  /** What may have changed since this was called last; undefined where that is not known. */
  async changes(): Promise<Pick<TreeAnswer, 'paths' | 'folders'>> {
    await this.#settle();
    // While a program works in a folder that was removed, that raises no event, nor does a move of one around it.
    if (this.#isUnknown || identityOf(this.#folder) !== this.#top) return {};
    const dirty = this.#dirty;
    this.#dirty = new Set();
    this.#events = 0;
    const folders: string[] = [];
    for (const path of dirty) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      this.#forget(path);
      if (stats?.isDirectory() === true) folders.push(path);
      else this.#noteLinks(path, stats);
    }
    if (this.#isUnknown || this.#linked.size > MAX_LINKED) return {};
    return { paths: [...dirty, ...this.#linked], folders };
  }

  /** Resolves when all events of what had happened by now have been handled: the event of a mark comes after them. */
  async #settle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#isUnknown = true;
      resolve();
    }, MARK_TIMEOUT_MS);
    const name = `mark-${this.#window}-${this.#marked++}`;
    const path = join(this.#marks, name);
    this.#mark = { name, seen: resolve };
    try {
      writeFileSync(path, '', { mode: 0o600 });
      await promise;
      rmSync(path, { force: true });
    } catch {
      this.#isUnknown = true;
    } finally {
      clearTimeout(timer);
      this.#mark = undefined;
    }
  }

  /** Watches a folder before it is read, so that what comes into it meanwhile raises an event. */
  async #visit(
    top: string,
    known: {
      readonly ignored: ReadonlySet<string>;
      readonly isKnown?: ReadonlySet<string>;
      /** What has changed since then is noted, too. */
      readonly since?: number | undefined;
    },
  ): Promise<void> {
    const { since = Infinity } = known;
    const waiting = [top];
    let began = performance.now();
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (performance.now() - began > SLICE_MS) {
        await setImmediate();
        began = performance.now();
      }
      let isRepository = known.isKnown?.has(folder) === true;
      if (!this.#watch(folder, isRepository ? 'repository' : 'followed')) continue;
      let entries = entriesOf(folder);
      if (isRepository && !entries.some(({ name }) => name === '.git')) {
        isRepository = false;
        this.#hasMissed = true;
        if (!this.#watch(folder, 'followed')) continue;
        entries = entriesOf(folder);
      }
      const isBeyondPaths = folder === this.#folder || entries.some(isSeenOnlyByAll);
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (changedAt(stats) >= since) this.#noteEarlier(folder, isBeyondPaths);
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.name === '.git') {
          if (folder === this.#folder) continue;
          // One that has just come may have been seen by git, or not yet.
          if (known.isKnown === undefined) this.#isUnknown = true;
          else if (!isRepository && changedAt(lstatSync(path, { throwIfNoEntry: false })) >= since)
            this.#hasMissed = true;
          if (entry.isDirectory()) this.#watch(path, 'dotGit');
        } else if (isRepository) continue;
        else if (entry.isDirectory()) {
          if (!known.ignored.has(path)) waiting.push(path);
        } else {
          const stats = lstatSync(path, { throwIfNoEntry: false });
          if (changedAt(stats) >= since) this.#noteEarlier(path, entry.name === '.gitignore');
          this.#noteLinks(path, stats);
        }
      }
    }
  }

  /** Notes what has changed before the watch began. */
  #noteEarlier(path: string, isSeenOnlyByAll: boolean): void {
    if (isSeenOnlyByAll || this.#earlier.size >= MAX_EARLIER) this.#hasMissed = true;
    else this.#earlier.add(path);
  }

  /** Returns whether the folder is there. */
  #watch(folder: string, kind: FolderKind): boolean {
    if (folder.includes('\uFFFD')) throw new Error('The name of a folder is not UTF-8.');
    if (this.#watchers.size >= this.#maxFolders) throw new TooManyFolders();
    try {
      const { dev } = lstatSync(folder);
      this.#device ??= dev;
      if (dev !== this.#device) throw new Error('Another file system is mounted in the folder.');
      const watcher = watch(folder, { encoding: 'buffer' }, (_event, name) => this.#note(folder, kind, name));
      watcher.on('error', () => (this.#isUnknown = true));
      this.#watchers.get(folder)?.close();
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (!isGone(error) || folder === this.#folder) throw error;
      // Its own folder has an event of that.
      return false;
    }
  }

  #note(folder: string, kind: FolderKind, name: Buffer | null): void {
    // When so many events come before they are asked for, the queue of the system may have been full.
    if (++this.#events > this.#maxEvents || name === null || !isUtf8(name)) {
      this.#isUnknown = true;
      return;
    }
    const text = name.toString('utf8');
    if (kind === 'dotGit') this.#isUnknown = true;
    else if (text === '.git') this.#isUnknown ||= folder !== this.#folder;
    else if (kind === 'repository') {
      if (text === basename(folder)) this.#dirty.add(folder);
    } else if (text === '.gitignore') this.#isUnknown = true;
    else {
      this.#dirty.add(join(folder, text));
      // An event of the folder itself has the folder's own name.
      if (text !== basename(folder)) return;
      if (folder === this.#folder) this.#isUnknown = true;
      else this.#dirty.add(folder);
    }
  }

  /** No longer follows a folder that may be gone, or another one by now. */
  #forget(path: string): void {
    if (!this.#watchers.has(path)) return;
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const file of this.#linked) if (file.startsWith(path + sep)) this.#linked.delete(file);
  }

  /** Which other names a file has got is only found by a look at all of them. */
  #noteLinks(path: string, stats: Stats | undefined): void {
    const isLinked = stats?.isFile() === true && stats.nlink > 1;
    if (isLinked && this.#isStarted && !this.#linked.has(path)) this.#isUnknown = true;
    if (isLinked) this.#linked.add(path);
    else this.#linked.delete(path);
  }
}

/** Others would have too few watches left. */
class TooManyFolders extends Error {
  override readonly name = 'TooManyFolders';
}

/** Undefined where there is no folder. */
function identityOf(folder: string): string | undefined {
  const { dev, ino } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return ino === undefined ? undefined : `${dev} ${ino}`;
}

/** None where the folder has just gone, of which its own folder has an event. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** When something was last changed in any way, in epoch milliseconds: no program can set that time back. */
function changedAt(stats: Stats | undefined): number {
  // Of what has just gone there is an event.
  return stats?.ctimeMs ?? 0;
}

/** Whether something that may be new, a repository or a name that is not UTF-8, is found only by a look at everything. */
function isSeenOnlyByAll({ name }: Dirent): boolean {
  return name === '.git' || name.includes('\uFFFD');
}

function limitOf(name: string): number {
  return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8'));
}

function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** What has to be raised before a folder can be followed; undefined where that would not help. */
function limitIn(error: unknown): WatchLimit | undefined {
  if (error instanceof TooManyFolders) return 'fs.inotify.max_user_watches';
  // A disk that is full has the same code.
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'watch')) return undefined;
  if (codeOf(error) === 'ENOSPC') return 'fs.inotify.max_user_watches';
  return codeOf(error) === 'EMFILE' ? 'fs.inotify.max_user_instances' : undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const watcher = new TreeWatcher(data.parse(workerData));

async function answer(request: TreeRequest): Promise<Omit<TreeAnswer, 'id'>> {
  try {
    if (request.type === 'changes') return await watcher.changes();
    if (request.type === 'start') return await watcher.start(request);
    await watcher.follow(request);
    return {};
  } catch (error) {
    const limit = limitIn(error);
    return { failure: String(error), ...(limit === undefined ? {} : { limit }) };
  }
}

parentPort?.on('message', (message: unknown) => {
  const request = treeRequest.parse(message);
  void answer(request).then((found) => parentPort?.postMessage({ ...found, id: request.id }));
});
