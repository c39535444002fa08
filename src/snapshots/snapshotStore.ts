// The port through which snapshots of a folder are taken, compared and read.
import type { Disposable } from '../core/base/lifecycle.ts';
import type { WatchLimit } from './treeMessages.ts';

/** git's name of a folder without files. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A repository of the user, of which nothing but objects is read. */
export interface ObjectsOfUser {
  readonly top: string;
  readonly objects: string;
}

/** The contents of a file in a snapshot. */
export interface StoredFile {
  /** Names the contents; equal contents have equal hashes. */
  readonly hash: string;
  /** git's file mode: `100644`, `100755` (executable) or `120000` (a link, whose contents are its target). */
  readonly mode: string;
}

/** Files that a snapshot does not hold, relative to the folder, with `/`. */
interface SnapshotGaps {
  /** Larger than the limit for one file. */
  readonly tooBig: readonly string[];
  /** Files that could not be read. */
  readonly unreadable: readonly string[];
  readonly unnamed: readonly UnnamedFile[];
}

/** A file whose name is not UTF-8, so that it cannot be named. */
export interface UnnamedFile {
  /** Its path as far as it can be shown. */
  readonly path: string;
  /** Its name, size and times: another text once it has changed. */
  readonly stamp: string;
}

/** A folder at a moment. Ignored files are in no snapshot, unless the user's repository tracks them. */
export interface Snapshot {
  readonly id: string;
  readonly gaps: SnapshotGaps;
  /** Folders in it that are repositories of their own, relative, with `/`: none of their files is in the snapshot. */
  readonly nestedRepositories: readonly string[];
  /** Ignored files in it, relative, with `/`: in an earlier snapshot they may be missing though they were there. */
  readonly ignored: readonly string[];
}

/** A file that is not the same in two snapshots; undefined where there is none. */
export interface SnapshotDifference {
  /** Absolute. */
  readonly path: string;
  readonly from: StoredFile | undefined;
  readonly to: StoredFile | undefined;
}

/** A file that the next snapshot may have otherwise than the last one. */
export interface NamedFile {
  /** Absolute. */
  readonly path: string;
  /** Whether the last one does not have it. */
  readonly isNew: boolean;
  /** In epoch milliseconds, as far as its times say; undefined where it is gone. */
  readonly changedAt: number | undefined;
}

export type OnNamed = (files: readonly NamedFile[]) => void;

/** Contents by their hashes; `isCut`: whether there are more that were not read. */
export interface FirstContents {
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly isCut: boolean;
}

/** The limit that a folder exceeds; `maxFiles` is the setting of the user's. */
export type ExceededLimit = 'files' | 'maxFiles' | 'bytes' | 'time';

/** Why a folder is in no snapshot. */
export type UntrackedReason = ExceededLimit | 'home' | 'no git' | 'missing' | 'failed';

/** A folder is too large for a snapshot. */
export class SnapshotLimitError extends Error {
  override readonly name = 'SnapshotLimitError';
  readonly limit: ExceededLimit;

  constructor(limit: ExceededLimit) {
    super(`The folder is too large for a snapshot: ${limit}`);
    this.limit = limit;
  }
}

/** Stores snapshots of one folder, outside of it. Calls may overlap. */
export interface SnapshotStore extends Disposable {
  /**
   * Stores the folder as it is now. Rejects with a SnapshotLimitError when it is too large. `onNamed` is called where it takes
   * a while to read what has changed, before that.
   */
  takeSnapshot(onNamed?: OnNamed): Promise<Snapshot>;
  /** The user has saved a file: what a snapshot of it needs is read now, where that takes no look at all files. Never rejects. */
  readAhead(): Promise<void>;
  /** How much of the snapshot that is being taken is stored; undefined where that cannot be said. */
  readonly percent: number | undefined;
  /**
   * What the user may raise so that not all files are looked at for each snapshot; undefined where that takes no time to speak
   * of, or cannot be changed.
   */
  readonly watchLimit: WatchLimit | undefined;
  /**
   * Looks whether files have changed without an event of that: the next snapshot has them. No snapshot waits for this,
   * unless the index has to be written first. Resolves to whether there may be any.
   */
  verify(): Promise<boolean>;
  /** What is different in two snapshots, by path. */
  compare(from: string, to: string): Promise<readonly SnapshotDifference[]>;
  /** What is different in two of its commits or trees. */
  compareCommits(repository: ObjectsOfUser, from: string, to: string): Promise<readonly SnapshotDifference[]>;
  /** What one of its commits has changed since the last one that it has in common with another. */
  compareIncoming(
    repository: ObjectsOfUser,
    ours: string,
    theirs: string,
  ): Promise<readonly SnapshotDifference[]>;
  /** The contents with these hashes in it; those that are not there are left out. */
  readObjects(repository: ObjectsOfUser, hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** The absolute paths among these that no snapshot would hold: ignored files, and files beyond a link. */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** The absolute paths among these that the ignore rules of a snapshot left out of it. */
  ignoredIn(id: string, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** What a snapshot holds at these absolute paths; those at which there is no file are left out. */
  filesIn(id: string, paths: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
  /** Whether a snapshot holds files below an absolute path. */
  has(id: string, path: string): Promise<boolean>;
  /** The contents with these hashes; those that are not there are left out. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** The same, one after the other, those that are at most so large together, with a line of git's for each. */
  readFirst(hashes: readonly string[], most: { readonly mostBytes: number }): Promise<FirstContents>;
  /** Records who may read, write and run the files of the last snapshot but for some, for {@link permissionsOf}. */
  recordPermissions(except: ReadonlySet<string>): Promise<void>;
  /** The same for one file, at an absolute path, that may be in no snapshot. Never rejects. */
  recordPermissionsOf(path: string): Promise<void>;
  /** Who may do so with a file (a Unix mode), as recorded; undefined where that is the usual. */
  permissionsOf(path: string): number | undefined;
  /** Makes a snapshot last under a name (letters, digits, `-`); without one it may go after some days. */
  addRef(id: string, name: string): Promise<void>;
  /** Removes names. */
  removeRefs(names: readonly string[]): Promise<void>;
  /** Removes from the disk what no name holds and is older than a few days: newer snapshots may be in use. */
  prune(): Promise<void>;
}
