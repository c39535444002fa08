// Restores the files of a session to a checkpoint, and redoes what the last undo or restore reverted.
import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { mapInParallel } from '../../../core/base/inParallel.ts';
import type { RestoredFile } from '../../../core/changes/restoredFile.ts';
import type { Log } from '../../../core/ports/hostPorts.ts';
import { changeStrings } from './changeStrings.ts';
import type { CheckpointStore } from './checkpointStore.ts';
import {
  notReverted,
  type RevertProgress,
  type RevertResult,
  type Target,
  type Written,
} from './fileRestorer.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { inNaturalOrder } from '../../../core/paths/naturalOrder.ts';
import { diskState, storedBytes, textOf } from '../../../snapshots/diskState.ts';
import type { FolderSnapshots } from '../../../snapshots/folderSnapshots.ts';
import { folderOf } from '../../../snapshots/localPaths.ts';
import { documentState, type OpenEditors } from './openEditors.ts';
import type { ChangesSince } from './checkpointFiles.ts';
import { fileNames } from './sessionFileNames.ts';
import type { Redo } from './storedChanges.ts';
import type { TrackedSession } from './trackedSession.ts';

/** Asks the user whether to restore files. */
export type ConfirmRestore = (paths: readonly string[]) => Promise<boolean>;

/** Notifies the user in the session's transcript. */
export type NotifySession = (severity: 'info' | 'error', text: string) => void;

/** What a file said at a checkpoint, and whether it is there now; unknown where it is no text, or does not differ. */
export type TextBefore =
  { readonly kind: 'text'; readonly text: string; readonly isThere: boolean } | { readonly kind: 'unknown' };

export interface CheckpointRestoreOptions {
  readonly snapshots: FolderSnapshots;
  readonly checkpoints: CheckpointStore;
  readonly editors: OpenEditors;
  readonly log: Log;
}

/** How many files are read at once. */
const MAX_IN_FLIGHT = 32;

const nothingDone: RevertResult = { conflicts: [], failed: [] };

/** The caller runs every call in the session's queue. */
export class CheckpointRestore {
  readonly #options: CheckpointRestoreOptions;

  constructor(options: CheckpointRestoreOptions) {
    this.#options = options;
  }

  /** What {@link restore} would do to files, or undefined where that is not known. */
  async preview(
    session: TrackedSession,
    id: string | undefined,
  ): Promise<readonly RestoredFile[] | undefined> {
    const found = await this.#changesSince(session, id);
    if (found === undefined) return undefined;
    const nameOf = fileNames(session.folders, [...found.targets.keys()]);
    const files = await mapInParallel(
      [...found.targets],
      MAX_IN_FLIGHT,
      async ([path, { state }]): Promise<RestoredFile> => {
        const becomes = state.kind === 'absent' ? 'deleted' : (await isThere(path)) ? 'modified' : 'created';
        return { path, name: nameOf(path), becomes };
      },
    );
    return files.toSorted((one, other) => inNaturalOrder(one.path, other.path));
  }

  /** What a file said at a checkpoint: nothing where it was not there. */
  async textBefore(session: TrackedSession, id: string | undefined, path: string): Promise<TextBefore> {
    const found = await this.#changesSince(session, id);
    const state = found?.targets.get(path)?.state;
    const text = state === undefined ? undefined : await this.#textOf(path, state);
    return text === undefined ? { kind: 'unknown' } : { kind: 'text', text, isThere: await isThere(path) };
  }

  async #textOf(path: string, state: FileState): Promise<string | undefined> {
    if (state.kind === 'absent') return '';
    if (state.kind === 'text') return state.text;
    const { hash } = storedBytes(state.hash);
    const bytes = (await this.#options.snapshots.read([{ path, hash }])).get(hash);
    return bytes === undefined ? undefined : textOf(bytes);
  }

  /** Restores to a checkpoint, once the user agrees. Resolves to undefined where they do not, or nothing is known of it. */
  async restore(
    session: TrackedSession,
    id: string | undefined,
    confirm: ConfirmRestore,
    notify: NotifySession,
    progress?: RevertProgress,
  ): Promise<RevertResult | undefined> {
    const found = await this.#changesSince(session, id);
    if (id === undefined || found === undefined) {
      notify('error', changeStrings.checkpointUnavailable());
      return undefined;
    }
    const untouched = withUnread(nothingDone, found, [...session.files.files.keys()]);
    if (found.targets.size === 0 && untouched.failed.length > 0) return untouched;
    if (found.targets.size === 0) {
      notify('info', changeStrings.nothingToRestore());
      return nothingDone;
    }
    if (!(await confirm([...found.targets.keys()]))) return undefined;
    await this.#options.editors.save([...found.targets.keys()]);
    const work = async (): Promise<RevertResult> => {
      const current = (await this.#changesSince(session, id)) ?? found;
      const restored = await session.files.checkpoints.restore(id, current, progress);
      const done = current.targets.size - notReverted(restored).size;
      const isNothing = done === 0 && restored.failed.length > 0;
      if (!isNothing) notify('info', changeStrings.restored(done));
      if (restored.failed.length > 0) notify('error', changeStrings.notRestored(restored.failed.length));
      return withUnread(restored, current, [...session.files.files.keys()]);
    };
    const result = await this.withRedo(session, work, 'restore');
    await session.refresh();
    return result;
  }

  /**
   * Redoes what the last undo or restore reverted, in all its parts, but for files that have been changed since: those are
   * conflicts. They and what could not be written can be redone again. Then the Restore before it is next, at once where
   * nothing else could be redone. Resolves to undefined when there is nothing to redo.
   */
  async redo(session: TrackedSession, progress?: RevertProgress): Promise<RevertResult | undefined> {
    const { redo } = session;
    const result = await this.#redoParts(session, redo, progress);
    const before = redo?.restoredBefore;
    if (result === undefined || before === undefined) return result;
    const left = session.redo;
    session.redo = before;
    const isStuck = redoable(left).length === redoable(withoutRestores(redo)).length;
    const restored = isStuck ? await this.redo(session, progress) : undefined;
    if (left !== undefined) session.redo = { ...left, restoredBefore: session.redo };
    await session.refresh();
    return restored === undefined ? result : joined(result, restored);
  }

  async #redoParts(
    session: TrackedSession,
    redo: Redo | undefined,
    progress: RevertProgress | undefined,
  ): Promise<RevertResult | undefined> {
    const result = await this.#redoPart(session, redo, progress);
    if (redo?.earlier === undefined || result === undefined) return result;
    const left = session.redo;
    session.redo = redo.earlier;
    const earlier = (await this.#redoParts(session, redo.earlier, progress)) ?? nothingDone;
    session.redo = left === undefined ? session.redo : { ...left, earlier: session.redo };
    await session.refresh();
    return joined(result, earlier);
  }

  async #redoPart(
    session: TrackedSession,
    redo: Redo | undefined,
    progress: RevertProgress | undefined,
  ): Promise<RevertResult | undefined> {
    const found = await this.#changesSince(session, redo?.checkpoint);
    if (redo === undefined || found === undefined) return undefined;
    const changed = await changedFrom(this.#options.editors, redo.written);
    const isOurs = (path: string): boolean => redo.written.has(path) && !changed.has(path);
    const unsaved = [...redo.written].flatMap(([path, { unsavedBefore: state }]): [string, Target][] =>
      state === undefined ? [] : [[path, { state, isUnsaved: true }]],
    );
    const restored = await session.files.checkpoints.restoreOnly(
      redo.checkpoint,
      new Map([...found.targets, ...unsaved].filter(([path]) => isOurs(path))),
      progress,
    );
    const notDone = notReverted(restored);
    const isLeft = (path: string): boolean =>
      changed.has(path) || (isOurs(path) && (notDone.has(path) || found.isUnread(path)));
    const left = [...redo.written].filter(([path]) => isLeft(path));
    session.redo =
      left.length === 0
        ? undefined
        : { ...redo, written: new Map(left), earlier: undefined, restoredBefore: undefined };
    await session.refresh();
    return {
      ...withUnread(
        restored,
        found,
        left.map(([path]) => path).filter((path) => !notDone.has(path) && !changed.has(path)),
      ),
      conflicts: [...changed],
    };
  }

  /**
   * Runs work that writes files back, so that it can be redone: together with the last work where it continues that. Else
   * only a Restore can still be redone after it.
   */
  async withRedo(
    session: TrackedSession,
    work: () => Promise<RevertResult>,
    kind: 'undo' | 'restore' | 'rest' = 'undo',
  ): Promise<RevertResult> {
    const { snapshots, checkpoints } = this.#options;
    const checkpoint = randomUUID();
    await session.files.checkpoints.mark(checkpoint);
    const { folders, snapshot } = session.files;
    const now = await snapshots.takeSnapshot(folders, snapshot?.trees);
    await checkpoints.add(checkpoint, session.key, now);
    session.files.drainWritten();
    const result = await work();
    const written = session.files.drainWritten();
    if (written.size === 0) return result;
    const past = session.files.checkpoints.pastOf(checkpoint, written.keys());
    // Of what is too large to track, or ignored, there is only the text that was read.
    const uncovered = await snapshots.uncovered(now, [...written.keys()]);
    const isStored = (path: string): boolean =>
      !uncovered.has(path) || (past.named.get(path)?.kind ?? 'bytes') !== 'bytes';
    const stored = new Map(
      [...written].filter(([path, { unsavedBefore }]) => unsavedBefore !== undefined || isStored(path)),
    );
    const last = session.redo;
    const earlier = kind === 'rest' ? withoutRestores(last) : undefined;
    const restoredBefore = kind !== 'rest' && last?.isRestore === true ? last : last?.restoredBefore;
    if (stored.size > 0) {
      const isRestore = kind === 'restore' ? true : undefined;
      session.redo = { checkpoint, written: stored, past, earlier, isRestore, restoredBefore };
    } else if (kind !== 'rest') session.redo = restoredBefore;
    return result;
  }

  /** Undefined when the checkpoint cannot be found. */
  async #changesSince(session: TrackedSession, id: string | undefined): Promise<ChangesSince | undefined> {
    const checkpoint = id === undefined ? undefined : await this.#options.checkpoints.find(id);
    if (checkpoint === undefined) return undefined;
    return session.files.checkpoints.changedSince(checkpoint).catch((error: unknown) => {
      this.#options.log.warn(`Checkpoint ${checkpoint.id}: ${String(error)}`);
      return undefined;
    });
  }
}

/** What a way back leads to, in all its parts and after them: a text for each file that was written. */
export function redoable(redo: Redo | undefined): readonly { readonly id: string; readonly path: string }[] {
  if (redo === undefined) return [];
  const { checkpoint, written, earlier, restoredBefore } = redo;
  return [
    ...[...written.keys()].map((path) => ({ id: `${checkpoint} ${path}`, path })),
    ...redoable(earlier),
    ...redoable(restoredBefore),
  ];
}

function withoutRestores(redo: Redo | undefined): Redo | undefined {
  return redo && { ...redo, restoredBefore: undefined };
}

function joined(one: RevertResult, other: RevertResult): RevertResult {
  return {
    conflicts: [...one.conflicts, ...other.conflicts],
    failed: [...one.failed, ...other.failed],
    ...(one.left === undefined && other.left === undefined
      ? {}
      : { left: [...(one.left ?? []), ...(other.left ?? [])] }),
  };
}

/**
 * What could not be read counts as not restored, because silence would look like success: the files among `paths`, and the
 * folders that have no file of `paths`.
 */
function withUnread(
  result: RevertResult,
  { unread, isUnread, isUncovered }: ChangesSince,
  paths: readonly string[],
): RevertResult {
  const named = new Set(result.failed.map(({ path }) => path));
  const files = [...paths].filter((path) => isUnread(path) && !named.has(path));
  const folders = unread.filter((folder) => !files.some((path) => folderOf(path, unread) === folder));
  const uncovered = [...paths].filter((path) => isUncovered(path) && !named.has(path));
  const because =
    (reason: string) =>
    (path: string): RevertResult['failed'][number] => ({ path, reason });
  return {
    ...result,
    failed: [
      ...result.failed,
      ...[...files, ...folders].map(because(changeStrings.folderUnreadable())),
      ...uncovered.map(because(changeStrings.notInCheckpoint())),
    ],
  };
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The paths that hold something else by now than was written, unsaved changes included. */
async function changedFrom(
  editors: OpenEditors,
  written: ReadonlyMap<string, Written>,
): Promise<ReadonlySet<string>> {
  const changed = await mapInParallel(
    [...written],
    MAX_IN_FLIGHT,
    async ([path, { state, unsavedBefore }]) => {
      const onDisk = await diskState(path, { before: state, after: state });
      const unsaved = unsavedBefore && editors.unsavedText(path);
      const isAsWritten =
        unsaved === undefined
          ? !editors.isUnsaved(path) && isSameFile(state, onDisk)
          : isSameFile(state, documentState(unsaved, state));
      return isAsWritten ? [] : path;
    },
  );
  return new Set(changed.flat());
}
