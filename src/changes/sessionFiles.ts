// The files of one session: what the agent changed in them, and how that is kept, undone, or taken back to a checkpoint.
import {
  openChanges,
  withAgentChange,
  withFile,
  withPersisted,
  type ChangedFiles,
  type ReviewedFile,
} from '../core/changes/changedFiles.ts';
import {
  keepFileHunk,
  reviewFile,
  undoFile,
  undoFileHunk,
  withoutAgentChanges,
  type ChangedFile,
  type Undone,
} from '../core/changes/fileReview.ts';
import { absent, isSameFile, type FileState } from '../core/changes/fileState.ts';
import type { LineRange } from '../core/changes/lines.ts';
import type { Hunk } from '../core/changes/threeWay.ts';
import { BYTE_ORDER_MARK, lineEndingOf, withLineEnding, withoutMark } from '../core/text/fileText.ts';
import type { Checkpoint } from './checkpointIndex.ts';
import { diskState, putOnDisk, storedBytes } from './diskState.ts';
import { folderOf, type FolderSnapshots, type FoldersSnapshot } from './folderSnapshots.ts';

/** The documents that are open in editors. */
export interface OpenEditors {
  /** The text of an open document with unsaved changes, without byte order mark. */
  unsavedText(path: string): string | undefined;
  /**
   * Replaces the text of an open document, and saves it if it had no unsaved changes. Resolves to false when no
   * document is open at the path, or the open one does not show what is on the disk.
   */
  replaceText(path: string, text: string): Promise<boolean>;
  /** Saves the open documents with unsaved changes among these. */
  save(paths: readonly string[]): Promise<void>;
}

/** What could not be done to the files. */
export interface Trouble {
  /** Files in which the user changed the same lines since, so those were left as they are. */
  readonly conflicts: readonly string[];
  /** Files that could not be written, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

export interface SessionFilesOptions {
  /** The session's folders, absolute. */
  readonly folders: readonly string[];
  readonly snapshots: FolderSnapshots;
  readonly editors: OpenEditors;
  /** Called when this session has put something at a path, so that it is not taken for an agent's doing. */
  readonly onPut: (path: string, state: FileState) => void;
  /** Whether a change at a path is another session's, because only that one's tool calls name it. */
  readonly isOfAnother: (path: string) => boolean;
}

/** Calls must not overlap: whoever owns it makes them wait for each other. */
export class SessionFiles {
  readonly #options: SessionFilesOptions;
  #files: ChangedFiles = new Map();
  /** The folders when they were looked at last; undefined while nobody but the user is at work. */
  #seen: FoldersSnapshot | undefined;
  /** What the user, or Parley for them, has put at a path since the folders were looked at last. */
  #explained = new Map<string, FileState>();
  /** What was last seen at paths that tool calls name. */
  #named = new Map<string, Promise<FileState>>();
  /** What was at those paths when they were named first. */
  readonly #firstNamed = new Map<string, Promise<FileState>>();
  /** The record, and what was at paths that were ever named, at the checkpoints of this window. */
  readonly #past = new Map<
    string,
    { readonly files: ChangedFiles; readonly named: ReadonlyMap<string, FileState> }
  >();
  readonly #modes = new Map<string, string>();
  #put = new Map<string, FileState>();

  constructor(options: SessionFilesOptions) {
    this.#options = options;
  }

  /** The session's folders. */
  get folders(): readonly string[] {
    return this.#options.folders;
  }

  /** What the agent changed, by path. */
  get files(): ChangedFiles {
    return this.#files;
  }

  /** Whether an agent may be at work. */
  get isWatching(): boolean {
    return this.#seen !== undefined;
  }

  /** Goes on with what was open before a reload, unless something is known already. */
  adopt(files: ChangedFiles): void {
    if (this.#files.size === 0) this.#files = files;
  }

  /** Whether a path is in one of the session's folders. */
  covers(path: string): boolean {
    return folderOf(path, this.#options.folders) !== undefined;
  }

  /** Takes down what is there before an agent starts to work. */
  async begin(): Promise<FoldersSnapshot> {
    for (const path of this.#named.keys()) this.#named.set(path, diskState(path, this.#files.get(path)));
    if (this.#seen !== undefined) {
      await this.look();
    } else {
      this.#explained.clear();
      this.#seen = await this.#options.snapshots.take(this.#options.folders);
    }
    return this.#seen;
  }

  /** Remembers the record, and what is in files that are in no snapshot, under the id of a checkpoint. */
  async mark(id: string): Promise<void> {
    const named = new Map<string, FileState>();
    for (const path of this.#firstNamed.keys()) named.set(path, await diskState(path));
    this.#past.set(id, { files: this.#files, named });
  }

  /** A tool call names a file that it is about to change: what is there now may be in no snapshot. */
  name(path: string): void {
    if (this.#named.has(path) || !this.covers(path)) return;
    const state = diskState(path, this.#files.get(path));
    this.#named.set(path, state);
    if (!this.#firstNamed.has(path)) this.#firstNamed.set(path, state);
  }

  /** The user, or Parley for them, has put this at a path. */
  explain(path: string, state: FileState): void {
    if (this.#seen !== undefined) this.#explained.set(path, state);
  }

  /** What is at a path now, unsaved changes included. */
  async stateNow(path: string): Promise<FileState> {
    const file = this.#files.get(path);
    const onDisk = await diskState(path, file);
    const unsaved = this.#options.editors.unsavedText(path);
    return unsaved === undefined ? onDisk : { kind: 'text', text: likeOnDisk(unsaved, onDisk) };
  }

  /** The agent changed a file through Parley; the change is known without looking. */
  agentWrote(path: string, before: FileState, after: FileState): void {
    const known = this.#files.get(path);
    // Looking at the files may have been faster.
    if (known !== undefined && isSameFile(known.after, after)) return;
    this.#files = withAgentChange(this.#files, path, before, after);
  }

  /** Finds out what changed since the folders were looked at last. */
  async look(): Promise<void> {
    const before = this.#seen;
    if (before === undefined) return;
    const earlier = this.#explained;
    this.#explained = new Map();
    const now = await this.#options.snapshots.take(this.#options.folders);
    const differences = await this.#options.snapshots.compare(before, now, this.#files);
    // What the user saved while the folders were read may be in the snapshot or not.
    const explained = (path: string): FileState | undefined => this.#explained.get(path) ?? earlier.get(path);
    for (const { path, from, to, fromMode } of differences) {
      if (fromMode !== undefined) this.#modes.set(path, fromMode);
      this.#found(path, from, to, explained(path));
    }
    await this.#lookAtNamed(new Set(differences.map(({ path }) => path)), explained);
    this.#seen = now;
  }

  /** Ends the watch: from here on what changes is the user's doing. */
  end(): void {
    const seen = this.#seen;
    this.#seen = undefined;
    if (seen === undefined) return;
    for (const path of this.#named.keys()) {
      const isCovered = folderOf(path, seen.trees.keys()) !== undefined;
      if (isCovered) this.#named.delete(path);
    }
  }

  /** What is open now. */
  async open(): Promise<readonly ReviewedFile[]> {
    const current = new Map<string, FileState>();
    const outdated = new Set<string>();
    for (const [path, file] of this.#files) {
      const isOutdated = await this.#isOutdated(path, file);
      if (isOutdated) outdated.add(path);
      current.set(path, await (isOutdated ? diskState(path, file) : this.#current(path, file)));
    }
    return openChanges(this.#files, (path) => current.get(path) ?? absent).map(({ path, review }) => ({
      path,
      review: outdated.has(path) ? { ...review, hasConflict: true } : review,
    }));
  }

  /** The text that would be at a path now without the agent; undefined when that is no text, or nothing is open. */
  async textWithoutAgent(path: string): Promise<string | undefined> {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    const state = withoutAgentChanges(file, await this.#current(path, file));
    if (state.kind === 'absent') return '';
    return state.kind === 'text' ? state.text : undefined;
  }

  /** Keeps everything in these files. */
  keep(paths: Iterable<string>): void {
    this.#files = withPersisted(this.#files, paths);
  }

  /** Undoes everything in these files that the user has not changed since. */
  async undo(paths: readonly string[]): Promise<Trouble> {
    const conflicts: string[] = [];
    const failed = await this.#each(paths, async (path, file, contents) => {
      if (await this.#isOutdated(path, file)) {
        conflicts.push(path);
        return;
      }
      const current = await this.#current(path, file);
      const undone = undoFile(file, current);
      if (undone.hasConflict) conflicts.push(path);
      await this.#apply(path, current, undone, contents);
    });
    return { conflicts, failed };
  }

  /** Keeps the hunks that touch these lines of the text as it is now. */
  async keepLines(path: string, lines: LineRange): Promise<void> {
    const file = this.#files.get(path);
    if (file === undefined) return;
    const current = await this.#current(path, file);
    const kept = hunksAt(file, current, lines).reduceRight(
      (now, hunk) => keepFileHunk(now, current, hunk),
      file,
    );
    this.#files = withFile(this.#files, path, kept);
  }

  /** Undoes the hunks that touch these lines of the text as it is now. */
  async undoLines(path: string, lines: LineRange): Promise<Trouble> {
    const conflicts: string[] = [];
    const failed = await this.#each([path], async (_path, file, contents) => {
      if (await this.#isOutdated(path, file)) {
        conflicts.push(path);
        return;
      }
      const current = await this.#current(path, file);
      const start: Undone = { file, current, hasConflict: false };
      const undone = hunksAt(file, current, lines).reduceRight((now, hunk) => {
        const next = undoFileHunk(now.file, now.current, hunk);
        return { ...next, hasConflict: now.hasConflict || next.hasConflict };
      }, start);
      if (undone.hasConflict) conflicts.push(path);
      await this.#apply(path, current, undone, contents);
    });
    return { conflicts, failed };
  }

  /** The files that are not as they were at a checkpoint, and what was there. */
  async changedSince(checkpoint: Checkpoint): Promise<ChangesSince> {
    const trees = new Map(Object.entries(checkpoint.trees));
    const now = await this.#options.snapshots.take([...trees.keys()]);
    const differences = await this.#options.snapshots.compare({ trees, gaps: checkpoint.gaps }, now);
    const targets = new Map<string, Target>();
    for (const [path, first] of this.#firstNamed) {
      if (folderOf(path, now.trees.keys()) !== undefined) continue;
      const state = this.#past.get(checkpoint.id)?.named.get(path) ?? (await first);
      if (!isSameFile(state, await diskState(path))) targets.set(path, { state, mode: undefined });
    }
    for (const { path, from, fromMode } of differences) targets.set(path, { state: from, mode: fromMode });
    return { targets, unread: [...trees.keys()].filter((folder) => !now.trees.has(folder)) };
  }

  /** What keeping, undoing and restoring have put at paths since this was asked last. */
  takePut(): ReadonlyMap<string, FileState> {
    const put = this.#put;
    this.#put = new Map();
    return put;
  }

  /** Of paths and states, the paths at which something else is by now, unsaved changes included. */
  async changedFrom(states: ReadonlyMap<string, FileState>): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    for (const [path, state] of states) {
      const isUnsaved = this.#options.editors.unsavedText(path) !== undefined;
      if (isUnsaved || !isSameFile(state, await this.#like(path, state))) changed.add(path);
    }
    return changed;
  }

  /** Puts files back to what they were at a checkpoint, and the record with them. */
  async restore(id: string, targets: ReadonlyMap<string, Target>): Promise<Trouble> {
    // What is to go goes first: a folder may have become a file or a link.
    const inOrder = [...targets].toSorted(([, a], [, b]) => rank(a.state) - rank(b.state));
    const failed = await this.#inGroups(
      inOrder.map(([path, target]) => ({ path, target })),
      ({ path, target }) => ({ path, state: target.state }),
      ({ path, target }, contents) => this.#putBack(path, target.state, target.mode, contents),
    );
    this.#files = this.#past.get(id)?.files ?? new Map();
    return { conflicts: [], failed };
  }

  async #lookAtNamed(
    found: ReadonlySet<string>,
    explained: (path: string) => FileState | undefined,
  ): Promise<void> {
    for (const [path, last] of this.#named) {
      const from = await last;
      const to = await diskState(path, this.#files.get(path));
      if (isSameFile(from, to)) continue;
      this.#named.set(path, Promise.resolve(to));
      if (found.has(path)) continue;
      this.#found(path, from, to, explained(path));
      // If it is in the next snapshot after all, it is not found twice.
      this.#explained.set(path, to);
    }
  }

  /** Something else is at a path than before. */
  #found(path: string, from: FileState, to: FileState, explained: FileState | undefined): void {
    if (explained !== undefined && isSameFile(explained, to)) return;
    if (this.#options.isOfAnother(path)) return;
    this.#files = withAgentChange(this.#files, path, explained ?? from, to);
  }

  #like(path: string, state: FileState): Promise<FileState> {
    return diskState(path, { before: state, after: state });
  }

  async #current(path: string, file: ChangedFile): Promise<FileState> {
    const unsaved = this.#options.editors.unsavedText(path);
    if (unsaved === undefined) return diskState(path, file);
    return { kind: 'text', text: likeOnDisk(unsaved, file.after) };
  }

  /**
   * Whether a document has unsaved changes from before the agent wrote the file, and nothing of the agent's: on the
   * disk there is something to undo, but the editor would overwrite one of the two.
   */
  async #isOutdated(path: string, file: ChangedFile): Promise<boolean> {
    if (this.#options.editors.unsavedText(path) === undefined) return false;
    if (reviewFile(file, await this.#current(path, file)) !== undefined) return false;
    return reviewFile(file, await diskState(path, file)) !== undefined;
  }

  async #each(
    paths: readonly string[],
    work: (path: string, file: ChangedFile, contents: Contents) => Promise<void>,
  ): Promise<Trouble['failed']> {
    const known = paths.flatMap((path) => {
      const file = this.#files.get(path);
      return file === undefined ? [] : { path, file };
    });
    return this.#inGroups(
      known,
      ({ path, file }) => ({ path, state: file.before }),
      ({ path, file }, contents) => work(path, file, contents),
    );
  }

  /** Works on files one after the other, with the contents they may need read for many at once. */
  async #inGroups<T extends { readonly path: string }>(
    items: readonly T[],
    needs: (item: T) => { readonly path: string; readonly state: FileState },
    work: (item: T, contents: Contents) => Promise<void>,
  ): Promise<Trouble['failed']> {
    const failed: { path: string; reason: string }[] = [];
    for (let start = 0; start < items.length; start += GROUP) {
      const group = items.slice(start, start + GROUP);
      const wanted = group.map(needs).flatMap(({ path, state }) => {
        return state.kind === 'bytes' ? { path, hash: storedBytes(state.hash).hash } : [];
      });
      const contents = await this.#options.snapshots.read(wanted);
      for (const item of group) {
        try {
          await work(item, contents);
        } catch (error) {
          failed.push({ path: item.path, reason: reasonOf(error) });
        }
      }
    }
    return failed;
  }

  async #apply(path: string, before: FileState, undone: Undone, contents: Contents): Promise<void> {
    const { current } = undone;
    if (!isSameFile(before, current)) await this.#putBack(path, current, this.#modes.get(path), contents);
    this.#files = withFile(this.#files, path, undone.file);
  }

  /** `mode` is git's, for a file that is made anew; `contents` has what bytes stand for. */
  async #putBack(
    path: string,
    state: FileState,
    mode: string | undefined,
    contents: Contents,
  ): Promise<void> {
    const folder = folderOf(path, this.#options.folders);
    if (folder === undefined) throw new Error('It is in none of the folders of the session.');
    if (state.kind === 'absent') {
      await putOnDisk(path, folder, undefined);
    } else if (state.kind === 'text') {
      const isDone = await this.#options.editors.replaceText(path, withoutMark(state.text));
      const bytes = Buffer.from(state.text);
      if (!isDone) await putOnDisk(path, folder, { bytes, ...(mode === undefined ? {} : { mode }) });
    } else {
      const stored = storedBytes(state.hash);
      const bytes = contents.get(stored.hash);
      if (bytes === undefined) throw new Error('What was there is not kept any more.');
      await putOnDisk(path, folder, { bytes, mode: mode ?? stored.mode });
    }
    const now = await diskState(path, this.#files.get(path));
    this.#put.set(path, now);
    this.#options.onPut(path, now);
  }
}

/** Bytes by their hash in snapshots. */
type Contents = ReadonlyMap<string, Buffer>;

/** How many files are read at once before they are put back. */
const GROUP = 100;

/** What is to be at a path, and git's mode of it. */
export interface Target {
  readonly state: FileState;
  readonly mode: string | undefined;
}

/** The files that are not as they were at a checkpoint. */
export interface ChangesSince {
  /** What was there, by path. */
  readonly targets: ReadonlyMap<string, Target>;
  /** The folders of the checkpoint that cannot be read now, so that nobody knows what changed in them. */
  readonly unread: readonly string[];
}

function rank({ kind }: FileState): number {
  return kind === 'absent' ? 0 : 1;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The text of a document as it would be saved: an editor has one kind of line end and hides the byte order mark. */
function likeOnDisk(text: string, disk: FileState): string {
  if (disk.kind !== 'text') return text;
  const ending = lineEndingOf(disk.text);
  const fitted = ending === undefined ? text : withLineEnding(text, ending);
  return disk.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + fitted : fitted;
}

/** The hunks that share a line with the range; where it is empty, those that touch it. All of a file without hunks. */
function hunksAt(file: ChangedFile, current: FileState, lines: LineRange): readonly Hunk[] {
  const hunks = reviewFile(file, current)?.hunks ?? [];
  const sharing = hunks.filter((hunk) => hunk.current.start < lines.end && lines.start < hunk.current.end);
  if (sharing.length > 0) return sharing;
  return hunks.filter((hunk) => hunk.current.start <= lines.end && lines.start <= hunk.current.end);
}
