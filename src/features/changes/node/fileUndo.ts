// Undoes an agent's changes in files, and writes files back as they were at a checkpoint, each on its own.
import type { ChangedFilesRecord } from '../core/changedFiles.ts';
import type { ChangedFile, Undone } from '../core/fileReview.ts';
import { absent, isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import type { UndoneChange } from '../../../core/changes/undoneChanges.ts';
import { changeStrings } from './changeStrings.ts';
import type { CheckedFolders } from './diskWrite.ts';
import { diskState, modeAt } from '../../../snapshots/diskState.ts';
import {
  FileRestorer,
  type RestoredBatch,
  type FileRestorerOptions,
  type RevertProgress,
  type RevertResult,
  type Target,
  type Written,
} from './fileRestorer.ts';
import { isBelowLink } from '../../../snapshots/localPaths.ts';
import { contentsName } from './onlyCopies.ts';
import { currentState, isOutdated } from './openEditors.ts';
import type { FilePermissionsBefore } from './storedChanges.ts';

export interface FileUndoOptions extends FileRestorerOptions {
  /** Called when the user has undone something in files. */
  readonly onUndone: (changes: readonly UndoneChange[]) => void;
}

/** What is recorded of files, which undoing changes. */
export interface FileRecord {
  readonly files: ChangedFilesRecord;
  /** Who could do what with these files before they were changed; those of other files say nothing. */
  readonly permissions: Map<string, FilePermissionsBefore>;
}

/** Calls must not overlap. */
export class FileUndo {
  readonly #options: FileUndoOptions;
  readonly #record: FileRecord;
  readonly #restorer: FileRestorer;

  constructor(options: FileUndoOptions, record: FileRecord) {
    this.#options = options;
    this.#record = record;
    this.#restorer = new FileRestorer(options);
  }

  /** What a file is now; a path that leads through a link holds nothing of its own, but for what is typed there. */
  async current(path: string, file: ChangedFile, checked?: CheckedFolders): Promise<FileState> {
    const { editors, folders } = this.#options;
    const isBehindLink =
      editors.unsavedText(path) === undefined &&
      (await (checked?.isBelowLink(path, folders()) ?? isBelowLink(path, folders())));
    return isBehindLink ? absent : currentState(editors, path, file);
  }

  /** Makes of each of these files what `undone` makes of it. */
  async undo(
    paths: readonly string[],
    undone: (file: ChangedFile, current: FileState) => Undone,
    progress?: RevertProgress,
  ): Promise<RevertResult> {
    const { editors, onUndone } = this.#options;
    const known = paths.flatMap((path) => {
      const file = this.#record.files.get(path);
      return file === undefined ? [] : { path, file };
    });
    const conflicts = new Set<string>();
    const changed = new Map<string, UndoneChange>();
    const notWritten = new NotWritten();
    const rest = await this.#restorer.forEach(
      known,
      { needed: ({ file }) => file.before, held: ({ file }) => contentsName(file.after) },
      async ({ path, file }, batch) => {
        if (await isOutdated(editors, path, file)) {
          notWritten.add(file.before);
          throw new Error(changeStrings.unsavedEditor());
        }
        const current = await this.current(path, file, batch.folders);
        const result = undone(file, current);
        const isReplaced = contentsName(result.current) !== contentsName(current);
        if (isReplaced && notWritten.has(current)) {
          notWritten.add(file.before);
          throw new Error(changeStrings.onlyCopy());
        }
        if (result.hasConflict) {
          conflicts.add(path);
          notWritten.add(file.before);
        }
        const isChanged = await this.#apply(path, current, result, batch).catch((error: unknown) => {
          notWritten.add(result.current);
          throw error;
        });
        if (isChanged) changed.set(path, { path, from: current, to: result.current });
      },
      progress,
    );
    onUndone(known.flatMap(({ path }) => changed.get(path) ?? []));
    return { conflicts: paths.filter((path) => conflicts.has(path)), ...rest };
  }

  /** Makes paths hold something else; files with unsaved changes are left. */
  async writeBack(targets: ReadonlyMap<string, Target>, progress?: RevertProgress): Promise<RevertResult> {
    const notWritten = new NotWritten();
    const rest = await this.#restorer.forEach(
      [...targets].map(([path, target]) => ({ path, target })),
      { needed: ({ target }) => target.state },
      async ({ path, target }, batch) => {
        const known = this.#record.files.get(path);
        const { permissions, newFolders } = (known && this.#record.permissions.get(path)) ?? {};
        try {
          // A redo could not bring back what was not saved.
          if (target.isUnsaved !== true && this.#options.editors.isUnsaved(path))
            throw new Error(changeStrings.unsavedEditor());
          if (notWritten.hasAny && notWritten.has(await diskState(path)))
            throw new Error(changeStrings.onlyCopy());
          await this.#restorer.write(path, { ...target, permissions, newFolders }, known, batch);
        } catch (error) {
          notWritten.add(target.state);
          throw error;
        }
      },
      progress,
    );
    return { conflicts: [], ...rest };
  }

  /** {@link FileRestorer.drainWritten} */
  drainWritten(): ReadonlyMap<string, Written> {
    return this.#restorer.drainWritten();
  }

  /** Resolves to whether the contents of the path have changed. */
  async #apply(path: string, before: FileState, undone: Undone, batch: RestoredBatch): Promise<boolean> {
    const known = this.#record.files.get(path);
    const modes = undone.file.modes === undefined ? known?.modes : undefined;
    const isChange = !isSameFile(before, undone.current);
    if (isChange) {
      const target = { ...this.#record.permissions.get(path), state: undone.current, from: before };
      await this.#restorer.write(path, { ...target, mode: modes?.before ?? target.mode }, known, batch);
    } else if (known !== undefined && modes !== undefined && (await modeAt(path)) === modes.after) {
      const { permissions } = this.#record.permissions.get(path) ?? {};
      await this.#restorer.writeMode(path, { mode: modes.before, permissions }, known);
    }
    this.#record.files.set(path, undone.file);
    return isChange;
  }
}

/** What could not be written. The only copy of it may be at another path: the agent has moved it there. */
class NotWritten {
  readonly #names = new Set<string>();

  get hasAny(): boolean {
    return this.#names.size > 0;
  }

  add(state: FileState): void {
    const name = contentsName(state);
    // Nothing is lost with a file that is empty or missing.
    if (name !== '') this.#names.add(name);
  }

  has(state: FileState): boolean {
    return this.#names.has(contentsName(state));
  }
}
