// Finds what changes in a session's folders while its agent works: in snapshots, and at paths that tool calls name.
import type { ChangedFiles } from '../core/changes/changedFiles.ts';
import { isSameFile, type FileState } from '../core/changes/fileState.ts';
import { diskState } from './diskState.ts';
import type { FolderSnapshots, FoldersSnapshot } from './folderSnapshots.ts';
import { folderOf } from './localPaths.ts';

export interface FolderWatchOptions {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly snapshots: FolderSnapshots;
  /** What is recorded of the files, which decides how they are compared. */
  readonly known: () => ChangedFiles;
  /** Called when a path holds something else than before, and nobody but an agent can have put it there. */
  readonly onFound: (path: string, from: FileState, to: FileState) => void;
}

/** Calls must not overlap, but for {@link nameFile} and {@link explain}. */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** The last snapshot; undefined while nobody but the user is at work. */
  #last: FoldersSnapshot | undefined;
  /** What the user, or Parley for them, has put at a path since the last snapshot. */
  #explained = new Map<string, FileState>();
  /** What was last found at paths that tool calls name. */
  readonly #named = new Map<string, Promise<FileState>>();
  /** What was at those paths when they were named first. */
  readonly #firstNamed = new Map<string, Promise<FileState>>();
  readonly #modes = new Map<string, string>();

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  get isWatching(): boolean {
    return this.#last !== undefined;
  }

  /** The paths that tool calls have ever named, and what was there when they were named first. */
  get firstNamed(): ReadonlyMap<string, Promise<FileState>> {
    return this.#firstNamed;
  }

  /** git's mode of a file before it was changed, where that is known. */
  modeBefore(path: string): string | undefined {
    return this.#modes.get(path);
  }

  /** Takes a snapshot before an agent starts to work. */
  async begin(): Promise<FoldersSnapshot> {
    const { folders, snapshots, known } = this.#options;
    for (const path of this.#named.keys()) this.#named.set(path, diskState(path, known().get(path)));
    if (this.#last === undefined) {
      this.#explained.clear();
      this.#last = await snapshots.takeSnapshot(folders);
    } else {
      await this.#lookSince(this.#last);
    }
    // What the agent has changed is as the agent left it.
    await snapshots.recordPermissions(this.#last, new Set(known().keys()));
    return this.#last;
  }

  /** A tool call names a file that it is about to change: what is there now may be in no snapshot. */
  nameFile(path: string): void {
    const { folders, known } = this.#options;
    if (this.#named.has(path) || folderOf(path, folders) === undefined) return;
    const state = diskState(path, known().get(path));
    this.#named.set(path, state);
    if (!this.#firstNamed.has(path)) this.#firstNamed.set(path, state);
  }

  /** The user, or Parley for them, has put this at a path. */
  explain(path: string, state: FileState): void {
    if (this.#last !== undefined) this.#explained.set(path, state);
  }

  /** Finds what changed since the last snapshot. */
  async look(): Promise<void> {
    if (this.#last !== undefined) await this.#lookSince(this.#last);
  }

  /** Ends the watch: from here on what changes is the user's doing. */
  end(): void {
    const last = this.#last;
    this.#last = undefined;
    if (last === undefined) return;
    for (const path of this.#named.keys()) {
      const isInSnapshots = folderOf(path, last.trees.keys()) !== undefined;
      if (isInSnapshots) this.#named.delete(path);
    }
  }

  async #lookSince(before: FoldersSnapshot): Promise<FoldersSnapshot> {
    const { folders, snapshots, known } = this.#options;
    const earlier = this.#explained;
    this.#explained = new Map();
    const now = await snapshots.takeSnapshot(folders);
    const differences = await snapshots.compare(before, now, known());
    // What the user saved while the folders were read may be in the snapshot or not.
    const explained = (path: string): FileState | undefined => this.#explained.get(path) ?? earlier.get(path);
    for (const { path, from, to, fromMode } of differences) {
      if (fromMode !== undefined) this.#modes.set(path, fromMode);
      this.#report(path, from, to, explained(path));
    }
    await this.#lookAtNamed(new Set(differences.map(({ path }) => path)), explained);
    // A folder that could not be read this time is compared with its last snapshot the next time.
    this.#last = { ...now, trees: new Map([...before.trees, ...now.trees]) };
    return now;
  }

  async #lookAtNamed(
    found: ReadonlySet<string>,
    explained: (path: string) => FileState | undefined,
  ): Promise<void> {
    for (const [path, last] of this.#named) {
      const from = await last;
      const to = await diskState(path, this.#options.known().get(path));
      if (isSameFile(from, to)) continue;
      this.#named.set(path, Promise.resolve(to));
      if (found.has(path)) continue;
      this.#report(path, from, to, explained(path));
      // If it is in the next snapshot after all, it is not found twice.
      this.#explained.set(path, to);
    }
  }

  #report(path: string, from: FileState, to: FileState, explained: FileState | undefined): void {
    if (explained !== undefined && isSameFile(explained, to)) return;
    this.#options.onFound(path, explained ?? from, to);
  }
}
