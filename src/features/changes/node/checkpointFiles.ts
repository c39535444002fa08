// The files of one session as they were at checkpoints: which of them are not so now, and how they are written back.
import type { ChangedFiles, ChangedFilesRecord } from '../core/changedFiles.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import type { Checkpoint } from './checkpointIndex.ts';
import { diskState } from '../../../snapshots/diskState.ts';
import { notReverted, type RevertProgress, type RevertResult, type Target } from './fileRestorer.ts';
import type { FileUndo } from './fileUndo.ts';
import { earlierSnapshot, type FolderSnapshots } from '../../../snapshots/folderSnapshots.ts';
import { folderOf } from '../../../snapshots/localPaths.ts';

/** The files that are not as they were at a checkpoint. */
export interface ChangesSince {
  /** What was there, by path. */
  readonly targets: ReadonlyMap<string, Target>;
  /** The folders of the checkpoint that cannot be read now, so that what changed in them is unknown. */
  readonly unread: readonly string[];
  /** Whether a path is in one of these, or cannot be compared by itself. */
  readonly isUnread: (path: string) => boolean;
  /** Whether the checkpoint says nothing of a path: its folder was not the session's then, or was not tracked. */
  readonly isUncovered: (path: string) => boolean;
}

/** What was recorded at a checkpoint, and what was at paths that tool calls had named. */
export interface PastFiles {
  readonly files: ChangedFiles;
  readonly named: ReadonlyMap<string, FileState>;
}

/** Calls must not overlap: whoever owns it makes them wait for each other. */
export class CheckpointFiles {
  readonly #snapshots: FolderSnapshots;
  readonly #record: ChangedFilesRecord;
  readonly #undo: Pick<FileUndo, 'writeBack'>;
  /** What was at paths that no snapshot holds when tool calls named them first. */
  readonly #firstAnnounced: () => ReadonlyMap<string, FileState>;
  readonly #past = new Map<string, PastFiles>();

  constructor(
    snapshots: FolderSnapshots,
    record: ChangedFilesRecord,
    undo: Pick<FileUndo, 'writeBack'>,
    firstAnnounced: () => ReadonlyMap<string, FileState>,
  ) {
    this.#snapshots = snapshots;
    this.#record = record;
    this.#undo = undo;
    this.#firstAnnounced = firstAnnounced;
  }

  /** Remembers the record, and what is in files that are in no snapshot, under the id of a checkpoint. */
  async mark(id: string): Promise<void> {
    const named = new Map<string, FileState>();
    for (const path of this.#firstAnnounced().keys()) named.set(path, await diskState(path));
    this.#past.set(id, { files: this.#record.files, named });
  }

  /** What is remembered of some files under the id of a checkpoint, so that another window can undo them too. */
  pastOf(id: string, paths: Iterable<string>): PastFiles {
    const { files = new Map(), named = new Map() } = this.#past.get(id) ?? {};
    const wanted = new Set(paths);
    const among = <T>(of: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
      new Map([...of].filter(([path]) => wanted.has(path)));
    return { files: among(files), named: among(named) };
  }

  /** Goes on with what another window remembered. */
  adopt(id: string, past: PastFiles): void {
    this.#past.set(id, past);
  }

  /** The files that are not as they were at a checkpoint, and what was there. */
  async changedSince(checkpoint: Checkpoint): Promise<ChangesSince> {
    const before = earlierSnapshot(checkpoint);
    const { trees } = before;
    const now = await this.#snapshots.takeSnapshot([...trees.keys()], trees);
    const differences = await this.#snapshots.compare(before, now);
    const targets = new Map<string, Target>();
    const announced = new Map([...this.#firstAnnounced(), ...(this.#past.get(checkpoint.id)?.named ?? [])]);
    for (const [path, state] of announced) {
      if (!isSameFile(state, await diskState(path))) targets.set(path, { state, mode: undefined });
    }
    const appeared = differences.filter(({ from }) => from.kind === 'absent').map(({ path }) => path);
    // Nobody knows whether what the ignore rules left out then was there.
    const ignored =
      appeared.length === 0 ? new Set<string>() : await this.#snapshots.ignoredBefore({ trees }, appeared);
    for (const { path, from, fromMode } of differences)
      if (!ignored.has(path)) targets.set(path, { state: from, mode: fromMode });
    const unread = [...trees.keys()].filter((folder) => !now.trees.has(folder));
    const skipped = new Set(
      [...checkpoint.gaps, ...now.gaps, ...ignored].filter((path) => !targets.has(path)),
    );
    const isUnread = (path: string): boolean =>
      skipped.has(path) || unread.includes(folderOf(path, trees.keys()) ?? '');
    const isUncovered = (path: string): boolean =>
      !announced.has(path) && folderOf(path, trees.keys()) === undefined;
    return { targets, unread, isUnread, isUncovered };
  }

  /**
   * Writes files back as they were at a checkpoint, and restores the record of all files but those that failed or are left, those
   * that cannot be read, and those of which the checkpoint says nothing.
   */
  async restore(
    id: string,
    { targets, isUnread, isUncovered }: ChangesSince,
    progress?: RevertProgress,
  ): Promise<RevertResult> {
    const result = await this.#undo.writeBack(targets, progress);
    const known = this.#record.files;
    const past: ChangedFiles = this.#past.get(id)?.files ?? new Map();
    const notDone = notReverted(result);
    for (const path of new Set([...known.keys(), ...past.keys()])) {
      const isLeft = notDone.has(path) || isUnread(path) || isUncovered(path);
      if (!isLeft) this.#record.set(path, past.get(path));
    }
    return result;
  }

  /** Writes files back as they were at a checkpoint, and restores the record of these files alone. */
  async restoreOnly(
    id: string,
    targets: ReadonlyMap<string, Target>,
    progress?: RevertProgress,
  ): Promise<RevertResult> {
    const result = await this.#undo.writeBack(targets, progress);
    const notDone = notReverted(result);
    const past = this.#past.get(id)?.files;
    for (const path of targets.keys()) {
      if (!notDone.has(path)) this.#record.set(path, past?.get(path));
    }
    return result;
  }
}
