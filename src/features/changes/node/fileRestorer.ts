// Writes files back as they were, to the byte: on the disk, or into an editor that has unsaved changes.
import { lstat, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ChangedFile } from '../core/fileReview.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { mapInParallel } from '../../../core/base/inParallel.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { FileAccessError } from '../../../core/ports/fileAccess.ts';
import { withoutMark } from '../../../core/text/fileText.ts';
import { errorCode } from '../../../files/fileErrors.ts';
import { changeStrings } from './changeStrings.ts';
import {
  diskState,
  isUnknown,
  LINK_MODE,
  stateAt,
  storedBytes,
  untrackedState,
} from '../../../snapshots/diskState.ts';
import {
  CheckedFolders,
  writeModeToDisk,
  writeToDisk,
  type ContainedFiles,
  type Contents,
} from './diskWrite.ts';
import type { FolderSnapshots } from '../../../snapshots/folderSnapshots.ts';
import { folderOf } from '../../../snapshots/localPaths.ts';
import { contentsName } from './onlyCopies.ts';
import { documentState, type OpenEditors } from './openEditors.ts';

/** How many files are read from snapshots at once. */
const BATCH_SIZE = 100;
/** How many files are written at once. */
const MAX_IN_FLIGHT = 8;
/** How many files that have moved on, each to the place of the next, are written one after the other; the rest follow at once. */
const MAX_CHAIN = 100;

/** What undo, redo and restore left as it was. */
export interface RevertResult {
  /** Files in which the user changed the same lines since, so those were left as they are. */
  readonly conflicts: readonly string[];
  /** Files that could not be written, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** The files that are as they were, because the user has canceled before it was their turn; absent where nobody did. */
  readonly left?: readonly string[];
  /** No change stands at the lines at which one was to be undone; absent otherwise. */
  readonly isMissing?: true;
}

/** The files that are not as they were to be. */
export function notReverted({ failed, left = [] }: RevertResult): ReadonlySet<string> {
  return new Set([...failed.map(({ path }) => path), ...left]);
}

/** Follows work on many files. */
export interface RevertProgress {
  /** Aborted when the user cancels: then no further file is begun. */
  readonly signal: AbortSignal;
  readonly report: (done: number, total: number) => void;
}

/**
 * What a path has to hold, git's mode of it, and a Unix mode where that was an unusual one; where it has to hold nothing, how
 * many of the folders around it go too if they are empty.
 */
export interface Target {
  readonly state: FileState;
  readonly newFolders?: number | undefined;
  readonly mode?: string | undefined;
  readonly permissions?: number | undefined;
  /** An open document with unsaved changes takes it, and is left unsaved. */
  readonly isUnsaved?: true | undefined;
  /** What the path held when this was made from it. */
  readonly from?: FileState | undefined;
}

/** What was put at a path. */
export interface Written {
  readonly state: FileState;
  /** What an open document had before, where it was left unsaved: no snapshot has that. */
  readonly unsavedBefore?: FileState | undefined;
}

/** What items have to hold, and the name of the contents that they hold until then, where that is known. */
interface ItemStates<T> {
  readonly needed: (item: T) => FileState;
  readonly held?: (item: T) => string;
}

/** What the files have in common that are written at once. */
export interface RestoredBatch {
  /** Bytes by their hash in snapshots. */
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly folders: CheckedFolders;
}

export interface FileRestorerOptions {
  /** The session's folders, absolute. */
  readonly folders: () => readonly string[];
  /** Whether one of them is a link that leads to another folder than at first. */
  readonly leadsElsewhere?: (folder: string) => boolean;
  readonly snapshots: FolderSnapshots;
  readonly editors: OpenEditors;
  readonly disk: ContainedFiles;
  /** Called with what was written at a path, so that it does not count as an agent's change. */
  readonly onRestored: (path: string, state: FileState) => void;
}

/** Calls must not overlap. */
export class FileRestorer {
  readonly #options: FileRestorerOptions;
  #written = new Map<string, Written>();

  constructor(options: FileRestorerOptions) {
    this.#options = options;
  }

  /**
   * Works on files, with the contents they may need; resolves to the failures. What a file has that another needs is replaced
   * after that has been written, and files are removed last; but first where one stands in the way: a folder may have become
   * a file or a link, and the other way round.
   */
  async forEach<T extends { readonly path: string }>(
    items: readonly T[],
    states: ItemStates<T>,
    work: (item: T, batch: RestoredBatch) => Promise<void>,
    progress?: RevertProgress,
  ): Promise<Omit<RevertResult, 'conflicts'>> {
    const failed: { path: string; reason: string }[] = [];
    const left: string[] = [];
    let done = 0;
    for (const batch of inOrder(items, states).flatMap((part) => inBatches(part))) {
      const wanted = batch.flatMap((item) => {
        const state = states.needed(item);
        return state.kind === 'bytes' ? { path: item.path, hash: storedBytes(state.hash).hash } : [];
      });
      const contents = wanted.length === 0 ? nothingRead : await this.#options.snapshots.read(wanted);
      const shared = { contents, folders: new CheckedFolders(this.#options.disk) };
      const results = await mapInParallel(batch, MAX_IN_FLIGHT, async (item) => {
        if (progress?.signal.aborted === true) return 'left';
        const reason = await work(item, shared).then(() => undefined, reasonOf);
        progress?.report(++done, items.length);
        return reason === undefined ? undefined : { path: item.path, reason };
      });
      for (const [index, { path }] of batch.entries()) {
        const result = results[index];
        if (result === 'left') left.push(path);
        else if (result !== undefined) failed.push(result);
      }
    }
    return left.length === 0 ? { failed } : { failed, left };
  }

  /** Makes a path hold what the target says; `known` is what is recorded of the file. */
  async write(
    path: string,
    { state, mode, permissions = this.#options.snapshots.permissionsOf(path), newFolders = 0, from }: Target,
    known: ChangedFile | undefined,
    batch: RestoredBatch,
  ): Promise<void> {
    const { editors, disk } = this.#options;
    const folder = this.#folderOf(path);
    if (isUnknown(state)) throw new Error(changeStrings.contentsUnknown());
    if (isSameFile(state, untrackedState)) throw new Error(changeStrings.contentsUntracked());
    const unsaved = editors.unsavedText(path);
    const base = from?.kind === 'text' ? withoutMark(from.text) : undefined;
    const isReplaced =
      state.kind === 'text' && (await editors.replaceUnsaved(path, withoutMark(state.text), base));
    let now: FileState | undefined;
    if (!isReplaced) {
      // The editor would overwrite what is written to the disk, or lose what the user changed in it.
      if (editors.isUnsaved(path)) throw new Error(changeStrings.unsavedEditor());
      const contents = contentsOf({ state, mode }, batch.contents);
      // A redo writes it again, and what only the user could read stays that.
      await this.#options.snapshots.recordPermissionsOf(path);
      // A file is never restored through an editor: what runs when one saves would change what has to be exact.
      const written = contents && { ...contents, permissions };
      await writeToDisk(path, folder, written, disk, newFolders, batch.folders);
      now = await stateOfExactly(path, contents, known);
      if (now === undefined) throw new Error(changeStrings.notExact());
      await editors.follow(path);
    }
    now ??= await diskState(path, known);
    const isUnsaved = isReplaced && unsaved !== undefined;
    this.#written.set(
      path,
      isUnsaved ? { state, unsavedBefore: documentState(unsaved, state) } : { state: now },
    );
    this.#options.onRestored(path, now);
  }

  /** The folder of a path; throws where it is in none, or in one that is another than before. */
  #folderOf(path: string): string {
    const { folders, leadsElsewhere } = this.#options;
    const folder = folderOf(path, folders());
    if (folder === undefined) throw new Error(changeStrings.outsideSession());
    if (leadsElsewhere?.(folder) === true) throw new Error(changeStrings.leadsOutside());
    return folder;
  }

  /** Gives a file its mode back, and changes nothing else of it. */
  async writeMode(
    path: string,
    { mode, permissions = this.#options.snapshots.permissionsOf(path) }: Pick<Target, 'mode' | 'permissions'>,
    known: ChangedFile,
  ): Promise<void> {
    const folder = this.#folderOf(path);
    await this.#options.snapshots.recordPermissionsOf(path);
    await writeModeToDisk(path, folder, { mode, permissions }, this.#options.disk);
    const now = await diskState(path, known);
    this.#written.set(path, { state: now });
    this.#options.onRestored(path, now);
  }

  /** What was written since this was called last, by path. */
  drainWritten(): ReadonlyMap<string, Written> {
    const written = this.#written;
    this.#written = new Map();
    return written;
  }
}

const nothingRead: RestoredBatch['contents'] = new Map();

function inBatches<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

/** Undefined where there is to be nothing. */
function contentsOf(
  { state, mode }: Target,
  storedContents: RestoredBatch['contents'],
): Contents | undefined {
  if (state.kind === 'absent') return undefined;
  if (state.kind === 'text') return { bytes: Buffer.from(state.text), ...withoutUndefined({ mode }) };
  const stored = storedBytes(state.hash);
  const bytes = storedContents.get(stored.hash);
  if (bytes === undefined) throw new Error(changeStrings.contentsUnavailable());
  return { bytes, mode: mode ?? stored.mode };
}

/**
 * What is at a path, where that is exactly this; undefined otherwise: something that watches the folder may have changed it at
 * once.
 */
async function stateOfExactly(
  path: string,
  contents: Contents | undefined,
  known: ChangedFile | undefined,
): Promise<FileState | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile() !== true) {
    const isExact =
      contents === undefined || (stats?.isSymbolicLink() === true && contents.mode === LINK_MODE);
    return isExact ? stateAt(path, stats, known) : undefined;
  }
  if (contents === undefined) return undefined;
  const bytes = await readFile(path);
  return contents.bytes.equals(bytes) ? stateAt(path, stats, known, bytes) : undefined;
}

function reasonOf(error: unknown): string {
  const code = errorCode(error instanceof FileAccessError ? error.cause : error);
  if (code === 'EROFS') return changeStrings.diskReadOnly();
  if (code === 'EACCES' || code === 'EPERM') return changeStrings.permissionDenied();
  if (error instanceof FileAccessError) return changeStrings.writeFailed(error);
  return error instanceof Error ? error.message : String(error);
}

/** In parts: what is removed first, what is written, each after those that need what is there, and what is removed after that. */
function inOrder<T extends { readonly path: string }>(
  items: readonly T[],
  states: ItemStates<T>,
): readonly (readonly T[])[] {
  const { needed } = states;
  const [removed = [], written = []] = [true, false].map((isRemoved) =>
    items.filter((item) => (needed(item).kind === 'absent') === isRemoved),
  );
  const paths = new Set(written.map(({ path }) => path));
  const folders = new Set(written.flatMap(({ path }) => foldersOf(path)));
  const isInTheWay = ({ path }: T): boolean =>
    folders.has(path) || foldersOf(path).some((folder) => paths.has(folder));
  return [
    removed.filter(isInTheWay),
    ...afterNeeders(written, states),
    removed.filter((item) => !isInTheWay(item)),
  ];
}

/** Items in parts, so that what an item holds is written where others need it before it is replaced; in a circle, in any order. */
function afterNeeders<T>(
  items: readonly T[],
  { needed, held = () => '' }: ItemStates<T>,
): readonly (readonly T[])[] {
  const needers = Map.groupBy(items, (item) => contentsName(needed(item)));
  needers.delete('');
  /** The part in which contents may be replaced, by their name. */
  const parts = new Map<string, number>();
  const partOf = (name: string, depth: number): number => {
    const known = parts.get(name) ?? (depth > MAX_CHAIN ? 0 : undefined);
    if (known !== undefined) return known;
    parts.set(name, 0);
    const before = needers.get(name) ?? [];
    const after = before.reduce((last, item) => Math.max(last, partOf(held(item), depth + 1) + 1), 0);
    const part = Math.min(after, MAX_CHAIN);
    parts.set(name, part);
    return part;
  };
  const byPart = Map.groupBy(items, (item) => partOf(held(item), 0));
  return [...byPart].toSorted(([one], [other]) => one - other).map(([, part]) => part);
}

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}
