// What Parley asks of whatever keeps the files of a folder as they were at certain moments.
import type { Disposable } from '../core/base/lifecycle.ts';

/** The contents of a file in a snapshot. */
export interface StoredFile {
  /** Names the contents; equal contents have equal hashes. */
  readonly hash: string;
  /** git's file mode: `100644`, `100755` (executable) or `120000` (a link, whose contents are its target). */
  readonly mode: string;
}

/** Files that a snapshot does not hold, relative to the folder, with `/`. */
export interface SnapshotGaps {
  /** Bigger than what is kept. */
  readonly tooBig: readonly string[];
  /** Could not be read. */
  readonly unreadable: readonly string[];
}

/** A folder at a moment. Ignored files are in no snapshot. */
export interface Snapshot {
  readonly id: string;
  readonly gaps: SnapshotGaps;
  /** Folders in it that are repositories of their own, relative, with `/`: none of their files is in the snapshot. */
  readonly nestedRepositories: readonly string[];
}

/** A file that is not the same in two snapshots; undefined where there is none. */
export interface SnapshotDifference {
  /** Absolute. */
  readonly path: string;
  readonly from: StoredFile | undefined;
  readonly to: StoredFile | undefined;
}

/** Why a folder is not kept as a whole. */
export type TooMuchReason = 'files' | 'bytes' | 'time';

/** A folder is too big to be kept as a whole. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  readonly reason: TooMuchReason;

  constructor(reason: TooMuchReason) {
    super(`Too much to keep: ${reason}`);
    this.reason = reason;
  }
}

/** Keeps the files of one folder, outside of it. Calls may overlap. */
export interface SnapshotStore extends Disposable {
  /** Keeps the folder as it is now. Rejects with TooMuch when it is too big. */
  take(): Promise<Snapshot>;
  /** What is different in two snapshots, by path. */
  compare(from: string, to: string): Promise<readonly SnapshotDifference[]>;
  /** The contents with these hashes; those that are not there are left out. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Makes a snapshot last under a name (letters, digits, `-`); without one it may go after some days. */
  keep(id: string, name: string): Promise<void>;
  /** Takes names away. */
  forget(names: readonly string[]): Promise<void>;
}
