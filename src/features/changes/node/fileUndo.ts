// Undoes an agent's changes in files, and writes files back as they were at a checkpoint: one after the other, each on its own.
import { withFile, type ChangedFiles } from '../core/changedFiles.ts';
import { undoFileHunk, type ChangedFile, type Undone } from '../core/fileReview.ts';
import { absent, isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import type { Hunk } from '../../../core/changes/threeWay.ts';
import type { UndoneChange } from '../../../core/changes/undoneChanges.ts';
import { changeStrings } from './changeStrings.ts';
import { modeAt } from '../../../snapshots/diskState.ts';
import {
  FileRestorer,
  type FileRestorerOptions,
  type RevertResult,
  type StoredContents,
  type Target,
  type Written,
} from './fileRestorer.ts';
import { isBelowLink } from '../../../snapshots/localPaths.ts';
import { currentState, isOutdated } from './openEditors.ts';
import type { FilePermissionsBefore } from './storedChanges.ts';

export interface FileUndoOptions extends FileRestorerOptions {
  /** Called when the user has undone something in a file. */
  readonly onUndone: (change: UndoneChange) => void;
}

/** What is recorded of files, which undoing changes. */
export interface FileRecord {
  files: ChangedFiles;
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
  async current(path: string, file: ChangedFile): Promise<FileState> {
    const { editors, folders } = this.#options;
    const isBehindLink = editors.unsavedText(path) === undefined && (await isBelowLink(path, folders()));
    return isBehindLink ? absent : currentState(editors, path, file);
  }

  /** Makes of each of these files what `undone` makes of it. */
  async undo(
    paths: readonly string[],
    undone: (file: ChangedFile, current: FileState) => Undone,
  ): Promise<RevertResult> {
    const { editors } = this.#options;
    const known = paths
      .flatMap((path) => {
        const file = this.#record.files.get(path);
        return file === undefined ? [] : { path, file };
      })
      .toSorted((a, b) => rank(a.file.before) - rank(b.file.before));
    const conflicts: string[] = [];
    const failed = await this.#restorer.forEach(
      known,
      ({ file }) => file.before,
      async ({ path, file }, contents) => {
        if (await isOutdated(editors, path, file)) throw new Error(changeStrings.unsavedEditor());
        const current = await this.current(path, file);
        const result = undone(file, current);
        if (result.hasConflict) conflicts.push(path);
        await this.#apply(path, current, result, contents);
      },
    );
    return { conflicts, failed };
  }

  /** Makes paths hold something else; files with unsaved changes are left. */
  async writeBack(targets: ReadonlyMap<string, Target>): Promise<RevertResult> {
    const inOrder = [...targets]
      .map(([path, target]) => ({ path, target }))
      .toSorted((a, b) => rank(a.target.state) - rank(b.target.state));
    const failed = await this.#restorer.forEach(
      inOrder,
      ({ target }) => target.state,
      async ({ path, target }, contents) => {
        // A redo could not bring back what was not saved.
        if (target.isUnsaved !== true && this.#options.editors.isUnsaved(path))
          throw new Error(changeStrings.unsavedEditor());
        const known = this.#record.files.get(path);
        const { permissions, newFolders } = (known && this.#record.permissions.get(path)) ?? {};
        await this.#restorer.write(path, { ...target, permissions, newFolders }, known, contents);
      },
    );
    return { conflicts: [], failed };
  }

  /** {@link FileRestorer.drainWritten} */
  drainWritten(): ReadonlyMap<string, Written> {
    return this.#restorer.drainWritten();
  }

  async #apply(path: string, before: FileState, undone: Undone, contents: StoredContents): Promise<void> {
    const known = this.#record.files.get(path);
    const modes = undone.file.modes === undefined ? known?.modes : undefined;
    if (!isSameFile(before, undone.current)) {
      const target = { ...this.#record.permissions.get(path), state: undone.current, from: before };
      await this.#restorer.write(path, { ...target, mode: modes?.before ?? target.mode }, known, contents);
      this.#options.onUndone({ path, from: before, to: undone.current });
    } else if (known !== undefined && modes !== undefined && (await modeAt(path)) === modes.after) {
      const { permissions } = this.#record.permissions.get(path) ?? {};
      await this.#restorer.writeMode(path, { mode: modes.before, permissions }, known);
    }
    this.#record.files = withFile(this.#record.files, path, undone.file);
  }
}

/** The modes count for as long as nobody has changed them again. */
export async function withStandingModes(path: string, file: ChangedFile): Promise<ChangedFile> {
  const isStanding = file.modes !== undefined && (await modeAt(path)) === file.modes.after;
  return isStanding || file.modes === undefined ? file : { ...file, modes: undefined };
}

/** Undoes some hunks of a file. */
export function undoneHunks(file: ChangedFile, current: FileState, hunks: readonly Hunk[]): Undone {
  const start: Undone = { file, current, hasConflict: false };
  return hunks.reduceRight((now, hunk) => {
    const next = undoFileHunk(now.file, now.current, hunk);
    return { ...next, hasConflict: now.hasConflict || next.hasConflict };
  }, start);
}

/** Files are removed first: a folder may have become a file or a link, and the other way round. */
function rank({ kind }: FileState): number {
  return kind === 'absent' ? 0 : 1;
}
