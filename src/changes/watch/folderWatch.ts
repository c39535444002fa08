// Finds what changes in a session's folders while its agent works: in snapshots, and at paths that tool calls announce.
import { existsSync } from 'node:fs';
import type { ChangedFiles } from '../../core/changes/changedFiles.ts';
import { isSameFile, type FileState } from '../../core/changes/fileState.ts';
import { announcedState } from './announcedFiles.ts';
import { diskState, isUnknown } from '../diskState.ts';
import type { FolderSnapshots, FoldersSnapshot } from '../folderSnapshots.ts';
import { folderOf } from '../localPaths.ts';

export interface FolderWatchOptions {
  /** Absolute. */
  readonly folders: () => readonly string[];
  readonly snapshots: FolderSnapshots;
  /** What is recorded of the files, which decides how they are compared. */
  readonly known: () => ChangedFiles;
  /** Called when a path holds something else than before, and neither the user nor Parley has put it there. */
  readonly onFound: (path: string, from: FileState, to: FileState) => void;
}

/** What is known of a path that tool calls announce. */
interface AnnouncedFile {
  /** What was there when it was looked at last. */
  readonly state: Promise<FileState>;
  /** Whether it was read while the first snapshot was still being taken, which then may hold the agent's text already. */
  readonly isEarly: boolean;
  /** The text before, or a part of it, as the tool call says. */
  readonly oldText: string | undefined;
}

/**
 * What was at a path before is what the last snapshot has. Only of paths that no snapshot holds, a read at the moment
 * when a tool call announces them has to do. Calls must not overlap, but for {@link announce} and {@link explain}.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** The last snapshot; undefined while nobody but the user is at work. */
  #last: FoldersSnapshot | undefined;
  /** When the agent began to work, in epoch milliseconds. */
  #beganAt = 0;
  /** What the user, or Parley for them, has put at a path since the last snapshot. */
  #explained = new Map<string, FileState>();
  readonly #announced = new Map<string, AnnouncedFile>();
  /** What was at those of these paths that are in no snapshot when they were announced first. */
  readonly #firstAnnounced = new Map<string, FileState>();
  readonly #modes = new Map<string, string>();

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  get isWatching(): boolean {
    return this.#last !== undefined;
  }

  /** The paths that tool calls have ever announced and no snapshot holds, and what was there before. */
  get firstAnnounced(): ReadonlyMap<string, FileState> {
    return this.#firstAnnounced;
  }

  /** git's mode of a file before it was changed, where that is known. */
  modeBefore(path: string): string | undefined {
    return this.#modes.get(path);
  }

  /** Takes a snapshot before an agent starts to work. */
  async begin(): Promise<FoldersSnapshot> {
    const { folders, snapshots, known } = this.#options;
    this.#beganAt = Date.now();
    for (const path of this.#announced.keys()) this.#setAnnounced(path, diskState(path, known().get(path)));
    if (this.#last === undefined) {
      this.#explained.clear();
      this.#last = await snapshots.takeSnapshot(folders());
    } else {
      await this.#lookSince(this.#last);
    }
    // What the agent has changed is as the agent left it.
    await snapshots.recordPermissions(this.#last, new Set(known().keys()));
    return this.#last;
  }

  /** A tool call names a file that it is about to change; `oldText` is what it says was there. */
  announce(path: string, oldText: string | undefined): void {
    const { folders, known } = this.#options;
    if (this.#announced.has(path) || folderOf(path, folders()) === undefined) return;
    const explained = this.#explained.get(path);
    const state =
      explained === undefined
        ? announcedState(path, { since: this.#beganAt, oldText, like: known().get(path) })
        : Promise.resolve(explained);
    this.#announced.set(path, { state, isEarly: this.#last === undefined, oldText });
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
    this.#last = undefined;
  }

  async #lookSince(before: FoldersSnapshot): Promise<FoldersSnapshot> {
    const { folders, snapshots, known } = this.#options;
    const earlier = this.#explained;
    this.#explained = new Map();
    // A repository in a folder that is one no longer is compared with what it was.
    const nested = [...before.trees.keys()].filter((folder) => existsSync(folder));
    const now = await snapshots.takeSnapshot([...new Set([...folders(), ...nested])]);
    const differences = await snapshots.compare(before, now, known());
    // What the user saved while the folders were read may be in the snapshot or not.
    const explained = (path: string): FileState | undefined => this.#explained.get(path) ?? earlier.get(path);
    const found = new Set<string>();
    for (const { path, from, to, fromMode } of differences) {
      found.add(path);
      if (fromMode !== undefined) this.#modes.set(path, fromMode);
      this.#report(path, (await this.#earlyState(path)) ?? from, to, explained(path));
    }
    await this.#lookAtAnnounced(before, now, found, explained);
    // A folder that could not be read this time is compared with its last snapshot the next time.
    this.#last = { ...now, trees: new Map([...before.trees, ...now.trees]) };
    return now;
  }

  /** What was read at a path before the first snapshot was there, if that can be trusted. */
  async #earlyState(path: string): Promise<FileState | undefined> {
    const announced = this.#announced.get(path);
    if (announced?.isEarly !== true) return undefined;
    const state = await announced.state;
    return isUnknown(state) ? undefined : state;
  }

  async #lookAtAnnounced(
    before: FoldersSnapshot,
    now: FoldersSnapshot,
    found: ReadonlySet<string>,
    explained: (path: string) => FileState | undefined,
  ): Promise<void> {
    const { snapshots, known } = this.#options;
    const gaps = [...before.gaps, ...now.gaps];
    // What is announced from here on is looked at the next time.
    const announced = [...this.#announced];
    const paths = announced.map(([path]) => path);
    const uncovered = await snapshots.uncovered({ ...before, gaps }, paths);
    for (const [path, { state, isEarly, oldText }] of announced) {
      const isCovered = !uncovered.has(path);
      if (isCovered && !isEarly) {
        this.#announced.delete(path);
        continue;
      }
      const from = await state;
      const to = await diskState(path, known().get(path));
      if (isCovered) this.#announced.delete(path);
      else this.#setAnnounced(path, Promise.resolve(to));
      if (!isCovered && !this.#firstAnnounced.has(path)) this.#firstAnnounced.set(path, from);
      const isSame = isUnknown(from)
        ? isCovered || (to.kind === 'text' && to.text === oldText)
        : isSameFile(from, to);
      if (found.has(path) || isSame) continue;
      this.#report(path, from, to, explained(path));
      // If it is in the next snapshot after all, it is not found twice.
      this.#explained.set(path, to);
    }
  }

  #setAnnounced(path: string, state: Promise<FileState>): void {
    this.#announced.set(path, { state, isEarly: false, oldText: undefined });
  }

  #report(path: string, from: FileState, to: FileState, explained: FileState | undefined): void {
    if (explained !== undefined && isSameFile(explained, to)) return;
    this.#options.onFound(path, explained ?? from, to);
  }
}
