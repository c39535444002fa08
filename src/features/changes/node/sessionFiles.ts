// The files of one session: what the agent changed in them, and how that is kept, undone or restored to a checkpoint.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { ChangedFilesRecord, type ChangedFiles, type ReviewedFile } from '../core/changedFiles.ts';
import {
  keepFileHunks,
  undoFile,
  undoFileHunks,
  withEarlierChange,
  withoutAgentChanges,
} from '../core/fileReview.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { hunksAtLines, hunksOfTexts, hunkTexts, type HunkText, type MeantLines } from '../core/hunkText.ts';
import type { Hunk } from '../../../core/changes/threeWay.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { isFinished } from '../../../core/session/toolCall/state.ts';
import { hasAllLines } from '../core/textLikeness.ts';
import { CheckpointFiles } from './checkpointFiles.ts';
import { diskState, isUnknown, untrackedState } from '../../../snapshots/diskState.ts';
import type { RevertProgress, RevertResult, Written } from './fileRestorer.ts';
import { FileUndo, type FileRecord, type FileUndoOptions } from './fileUndo.ts';
import type { EarlierSnapshot, FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import { noActivities, type GitActivities } from './gitNote.ts';
import type { LookedAt, Redo, StoredSession } from './storedChanges.ts';
import { folderOf, pathInFolders, realFolders } from '../../../snapshots/localPaths.ts';
import type { WatchLimit } from '../../../snapshots/treeMessages.ts';
import type { ChangeOwner } from './review/changeOwner.ts';
import { targetPathSync } from '../../../storage/realPath.ts';
import { CLOCK_LAG_MS, type AgentActivity, type Period } from './watch/agentActivity.ts';
import { FolderWatch, type FoundChange } from './watch/folderWatch.ts';
import { StatedChanges, type NamedFile } from './watch/statedChanges.ts';
import type { UnlistedChanges } from './watch/unlistedChanges.ts';
import { modesMadeAnew } from './madeAnew.ts';
import { documentState } from './openEditors.ts';
import { copiesOf, onlyCopies } from './onlyCopies.ts';
import { OpenFiles } from './openFiles.ts';

export interface SessionFilesOptions extends FileUndoOptions {
  /** Whose a change at a path is that was made in a period. */
  readonly ownerOf: (path: string, period: Period) => ChangeOwner;
  /** What the agent of the session does. */
  readonly activity: AgentActivity;
  /** Called with a change that is this session's, so that no other one claims it. */
  readonly onClaimed: (path: string, state: FileState) => void;
}

/** What the agent changed in the turn after a checkpoint. */
export interface TurnChanges {
  readonly checkpoint: string;
  readonly files: ChangedFiles;
}

/** Calls must not overlap: whoever owns it makes them wait for each other. */
export class SessionFiles {
  readonly #options: SessionFilesOptions;
  readonly #undo: FileUndo;
  readonly #open: OpenFiles;
  /** The files as they were at checkpoints. */
  readonly checkpoints: CheckpointFiles;
  readonly #watch: FolderWatch;
  readonly #record: FileRecord = { files: new ChangedFilesRecord(), permissions: new Map() };
  /** What calls state that they change. */
  readonly #stated = new StatedChanges();
  /**
   * The text, or a part of it, in which the agent made its first change of a file, by its own account: where that was not
   * what was there then, as far as is known.
   */
  readonly #claimed = new Map<string, string>();
  /** What changed during turns and is not the agent's, as far as is known. */
  #others = new ChangedFilesRecord();
  /** What the agent changed since its last prompt, whether it was kept, undone or changed since or not. */
  #turn: { readonly checkpoint: string; readonly files: ChangedFilesRecord } | undefined;
  /** The session's folders by their real paths, as they were found since the last look. */
  #realFolders: ReadonlyMap<string, string> | undefined;

  constructor(options: SessionFilesOptions) {
    this.#options = options;
    this.#undo = new FileUndo(options, this.#record);
    this.#open = new OpenFiles(options);
    this.checkpoints = new CheckpointFiles(
      options.snapshots,
      this.#record.files,
      this.#undo,
      () => this.#watch.firstAnnounced,
    );
    this.#watch = new FolderWatch({
      ...options,
      known: this.#record.files,
      isUnsaved: (path) => options.editors.isUnsaved(path),
      hasWorkedSince: (at) => options.activity.hasWorkedSince(at),
      isAgents: (path, period) => options.ownerOf(path, period) === 'this',
      // Another session may have the worktree as its folder.
      isAgentsCommit: (folder, period) =>
        options.ownerOf(folder, period) !== 'other' &&
        options.folders().some((own) => options.ownerOf(own, period) === 'this'),
      onFound: (found) => this.#sort(found),
      onFoundBefore: (found) => this.#sortBefore(found),
    });
  }

  /** The session's folders. */
  get folders(): readonly string[] {
    return this.#options.folders();
  }

  /** What the agent changed, by path. */
  get files(): ChangedFiles {
    return this.#record.files.files;
  }

  /** What changed during turns and is not the agent's, by path: no tool call or command accounts for it. */
  get others(): ChangedFiles {
    return this.#others.files;
  }

  /** Whether a snapshot was taken, so that changes can be found. */
  get isWatching(): boolean {
    return this.#watch.last !== undefined;
  }

  /** The last snapshot of the folders; undefined before the first. */
  get snapshot(): EarlierSnapshot | undefined {
    return this.#watch.last;
  }

  /** What the agent may have changed beside {@link files}. */
  get unlisted(): UnlistedChanges {
    return this.#watch.unlisted;
  }

  /** {@link FolderWatch.gitActivities} */
  get gitActivities(): GitActivities {
    return this.#watch.gitActivities;
  }

  /** The folders when they were looked at last; undefined before that. */
  get lookedAt(): LookedAt | undefined {
    return this.#watch.lookedAt;
  }

  /** {@link FolderSnapshots.watchLimits} */
  get watchLimits(): ReadonlyMap<string, WatchLimit> {
    const { last } = this.#watch;
    return last === undefined ? new Map() : this.#options.snapshots.watchLimits(last);
  }

  /** Finds what changed since an earlier window, in which the agent worked, looked at the folders last. */
  async resume(lookedAt: LookedAt): Promise<void> {
    if (this.isWatching) return;
    this.#watch.resume(lookedAt);
    this.#options.activity.resume(lookedAt.at, Date.now());
    await this.look();
  }

  /** {@link FileRecord.permissions} */
  get permissions(): StoredSession['permissions'] {
    return this.#record.permissions;
  }

  /** Continues with what was open before a reload; what is known already came later. */
  adopt({ files, others, permissions, unlisted, git, redo }: StoredSession): void {
    for (let one = redo; one !== undefined; one = one.restoredBefore)
      for (let part: Redo | undefined = one; part !== undefined; part = part.earlier)
        this.checkpoints.adopt(part.checkpoint, part.past);
    for (const [path, before] of permissions) this.#record.permissions.set(path, before);
    this.#record.files.adopt(files);
    this.#others.adopt(others);
    for (const [path, reason] of unlisted)
      if (reason === 'repository-removed') this.#options.snapshots.reopen(path);
    this.#watch.unlisted = new Map([...unlisted, ...this.#watch.unlisted]);
    if (this.#watch.gitActivities === noActivities) this.#watch.gitActivities = git;
  }

  /** The path of the file that is meant, as the session's folders spell it. */
  pathOf(path: string): string {
    this.#realFolders ??= realFolders(this.#options.folders());
    return pathInFolders(path, this.#realFolders);
  }

  /** The same, but where a link is meant the link itself. */
  placeOf(path: string): string {
    return join(this.pathOf(dirname(path)), basename(path));
  }

  /** Whether a path is in one of the session's folders. */
  covers(path: string): boolean {
    return folderOf(path, this.#options.folders()) !== undefined;
  }

  /** Takes a snapshot before an agent starts to work. */
  begin(): Promise<FoldersSnapshot> {
    this.#realFolders = undefined;
    return this.#stated.duringFirst(() => this.#watch.begin());
  }

  /** From here on what the agent changes belongs to the turn after a checkpoint; undefined where that has none. */
  beginTurn(checkpoint: string | undefined): void {
    this.#turn = checkpoint === undefined ? undefined : { checkpoint, files: new ChangedFilesRecord() };
    for (const path of this.#claimed.keys()) if (!this.#record.files.has(path)) this.#claimed.delete(path);
  }

  /** What the agent changed in the turn that runs, or ran last. */
  get turn(): TurnChanges | undefined {
    return this.#turn && { ...this.#turn, files: this.#turn.files.files };
  }

  /** A tool call that changes files names them. */
  followCall(id: string, named: readonly NamedFile[], status: string | undefined): void {
    this.#stated.follow(id, named, status);
    if (isFinished(status ?? 'pending')) return;
    for (const { path, oldText } of named) this.#watch.announce(path, oldText);
  }

  /** The files that a call names, until a look has found what it did. */
  namedByCall(id: string): readonly string[] {
    return this.#stated.pathsOf(id);
  }

  /** A call has ended: what it names that is in no folder, and was changed, can only be named. */
  async findOutside(named: readonly string[], since: number): Promise<void> {
    const paths = named.filter((path) => this.leadsOutside(path));
    for (const path of paths) {
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile() === true && stats.mtimeMs + CLOCK_LAG_MS >= since) this.addOutside(path);
    }
  }

  /** The agent has changed a file that is in no folder of the session, or to which a link in one leads. */
  addOutside(path: string): void {
    this.#watch.unlisted = new Map([...this.#watch.unlisted, [path, 'outside']]);
  }

  /** Whether what a path leads to is in none of the folders. */
  leadsOutside(path: string): boolean {
    this.#realFolders ??= realFolders(this.folders);
    return folderOf(targetPathSync(path), this.#realFolders.keys()) === undefined;
  }

  /** {@link FolderWatch.willSave} */
  willSave(path: string): Promise<void> {
    return this.#watch.willSave(path);
  }

  /** The user, or Parley for them, has put this at a path. */
  explain(path: string, state: FileState): void {
    this.#watch.explain(path, state);
  }

  /** What is at a path now, unsaved changes included. */
  async stateNow(path: string): Promise<FileState> {
    const onDisk = await diskState(path, this.#record.files.get(path));
    const unsaved = this.#options.editors.unsavedText(path);
    return unsaved === undefined ? onDisk : documentState(unsaved, onDisk);
  }

  /** The agent is about to change a file through Parley, and may have changed it otherwise since it was looked at. */
  async willWrite(path: string): Promise<void> {
    const { editors, ownerOf } = this.#options;
    const onDisk = await diskState(path, this.#record.files.get(path));
    const unseen = editors.isUnsaved(path) ? undefined : await this.#watch.unseenChange(path, onDisk);
    const known = this.#record.files.get(path);
    if (known !== undefined && unseen !== undefined && ownerOf(path, unseen) === 'this')
      this.#recordChange({ path, from: known.after, to: onDisk });
    this.#watch.willWrite(path, onDisk);
  }

  /** The agent changed a file through Parley; the change is known without looking. */
  agentWrote(path: string, before: FileState, after: FileState): void {
    const known = this.#record.files.get(path);
    // Looking at the files may have been faster.
    if (known !== undefined && isSameFile(known.after, after)) return;
    this.#recordChange({ path, from: before, to: after });
    const other = this.#others.get(path);
    // A look may have found the change while it was written, when nothing said whose it was.
    if (other !== undefined && isSameFile(other.after, after)) this.dismiss([path]);
  }

  /** Finds out what changed since the folders were looked at last. */
  look(): Promise<void> {
    this.#realFolders = undefined;
    return this.#stated.during(() => this.#watch.look());
  }

  /** What is open now. */
  open(): Promise<readonly ReviewedFile[]> {
    return this.#open.find(this.#record.files.files);
  }

  /** The text that would be at a path now without the agent; undefined when that is no text, or nothing is open. */
  async textWithoutAgent(path: string): Promise<string | undefined> {
    const file = this.#record.files.get(path) ?? this.#others.get(path);
    if (file === undefined) return undefined;
    const state = withoutAgentChanges(file, await this.#undo.current(path, file));
    if (state.kind === 'absent') return '';
    return state.kind === 'text' ? state.text : undefined;
  }

  /** The text of a file as the agent has left it, or else as it was before others changed it; undefined where nobody did. */
  textLeft(path: string): string | undefined {
    const state = this.#record.files.get(path)?.after ?? this.#others.get(path)?.before;
    return state?.kind === 'text' ? state.text : undefined;
  }

  /**
   * The user has moved a file or a folder: what is recorded of it, and of what is in it, goes along, so that Undo finds it. What
   * is moved out of the folders is gone from them; what is moved over a file that is recorded counts as a change of that one.
   * Returns where each file was, and where it is.
   */
  move(from: string, to: string): ReadonlyMap<string, string> {
    const records = [
      this.#record.files,
      this.#others,
      ...(this.#turn === undefined ? [] : [this.#turn.files]),
    ];
    const moved = new Map<string, string>();
    for (const record of records)
      for (const path of record.files.keys()) {
        if (path !== from && !path.startsWith(from + sep)) continue;
        const now = to + path.slice(from.length);
        if (!this.covers(now) || this.#record.files.has(now) || this.#others.has(now)) continue;
        moved.set(path, now);
      }
    for (const [path, now] of moved) {
      for (const record of records) if (record.has(path)) record.move(path, now);
      moveKey(this.#record.permissions, path, now);
      moveKey(this.#claimed, path, now);
    }
    return moved;
  }

  /** Makes what changed in files during turns a change of the agent: the user says so. */
  claim(paths: readonly string[]): void {
    for (const path of paths) {
      const other = this.#others.get(path);
      if (other !== undefined) this.#recordChange({ ...other, path, from: other.before, to: other.after });
    }
    this.dismiss(paths);
  }

  /** Lists files no longer that changed during turns. */
  dismiss(paths: readonly string[]): void {
    for (const path of paths) this.#others.set(path, undefined);
  }

  /** The files among these of which Undo would leave less than the agent itself says was there before. */
  doubtful(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => {
      const before = this.#record.files.get(path)?.before;
      return before !== undefined && !mayHave(before, this.#claimed.get(path));
    });
  }

  /** The files among these that Undo writes although nothing has a copy of what they are now, to redo it. */
  unredoable(paths: readonly string[]): readonly string[] {
    const gaps = new Set(this.#watch.last?.gaps);
    return paths.filter((path) => {
      const file = this.#record.files.get(path);
      if (file === undefined || isUnknown(file.before) || isSameFile(file.before, untrackedState))
        return false;
      return gaps.has(path) || (file.after.kind === 'bytes' && this.#watch.firstAnnounced.has(path));
    });
  }

  /** The files among these with the only copy of what another file had, which an Undo of them alone removes. */
  onlyCopies(paths: readonly string[], open: readonly string[]): readonly string[] {
    return onlyCopies(paths, this.#record.files.files, open);
  }

  /** Keeps everything in these files that was `shown`. */
  keep(paths: readonly string[], shown?: ChangedFiles): void {
    const copies = copiesOf(paths, this.#record.files.files);
    this.#record.files.keep(paths, shown);
    this.#record.files.markOnlyCopies(copies);
    if (this.#record.files.size > 0) return;
    this.#watch.unlisted = new Map();
    this.#watch.gitActivities = noActivities;
  }

  /** Marks these files as reviewed until the agent changes them again, or as not reviewed. */
  markReviewed(paths: Iterable<string>, isReviewed: boolean): void {
    this.#record.files.mark(paths, isReviewed);
  }

  /** Keeps the hunks at these lines of the text as it is now; resolves to whether one is there. */
  async keepLines(path: string, lines: MeantLines): Promise<boolean> {
    const file = this.#record.files.get(path);
    if (file === undefined) return false;
    const current = await this.#undo.current(path, file);
    const hunks = hunksAtLines(file, current, lines);
    this.#record.files.set(path, keepFileHunks(file, current, hunks));
    return hunks.length > 0;
  }

  /** Undoes everything in these files that the user has not changed since. */
  undo(paths: readonly string[], progress?: RevertProgress): Promise<RevertResult> {
    return this.#undo.undo(paths, undoFile, progress);
  }

  /** Undoes the hunks at these lines of the text as it is now. */
  async undoLines(path: string, lines: MeantLines): Promise<RevertResult> {
    let hunks: readonly Hunk[] = [];
    const result = await this.#undo.undo([path], (file, current) => {
      hunks = hunksAtLines(file, current, lines);
      return undoFileHunks(file, current, hunks);
    });
    return hunks.length === 0 && result.failed.length === 0 ? { ...result, isMissing: true } : result;
  }

  /**
   * The hunks at these lines but for `known`, as text by which {@link undoHunks} finds them after the agent has gone on;
   * undefined where none is there.
   */
  async hunkTexts(
    path: string,
    lines: MeantLines,
    known: readonly HunkText[],
  ): Promise<readonly HunkText[] | undefined> {
    const file = this.#record.files.get(path);
    if (file === undefined) return undefined;
    const current = await this.#undo.current(path, file);
    const hunks = hunksAtLines(file, current, lines);
    if (hunks.length === 0) return undefined;
    const knownStarts = new Set(hunksOfTexts(file, current, known).map((hunk) => hunk.current.start));
    return hunkTexts(
      file,
      current,
      hunks.filter((hunk) => !knownStarts.has(hunk.current.start)),
    );
  }

  /** Undoes hunks; those that are not as they were are conflicts. */
  undoHunks(path: string, texts: readonly HunkText[]): Promise<RevertResult> {
    return this.#undo.undo([path], (file, current) => {
      const found = hunksOfTexts(file, current, texts);
      const undone = undoFileHunks(file, current, found);
      return { ...undone, hasConflict: undone.hasConflict || found.length < texts.length };
    });
  }

  /** What undoing and restoring have written since this was called last, by path. */
  drainWritten(): ReadonlyMap<string, Written> {
    return this.#undo.drainWritten();
  }

  /** A change is the agent's where there is evidence of that. Others are listed apart, but for what git has made. */
  #sort(found: FoundChange): void {
    const { path, to, period, isByGit, isGitUnread = false } = found;
    const owner = this.#options.ownerOf(path, period);
    if (owner === 'other') return;
    if (owner === 'this' && !isByGit) {
      const stated = this.#stated.take(path);
      // What the user keeps or changes later is no sign against it.
      if (!this.#record.files.has(path)) this.#claim(path, found.from, stated);
      this.#recordChange(found);
      this.#options.activity.found(path, Date.now());
      this.#options.onClaimed(path, to);
    } else if (!isByGit || isGitUnread) this.#listApart(found);
  }

  #claim(path: string, from: FileState, stated: string | undefined): void {
    if (stated === undefined || mayHave(from, stated)) this.#claimed.delete(path);
    else this.#claimed.set(path, stated);
  }

  #listApart({ path, from, to, period, modes, fromMode }: FoundChange): void {
    if (!this.#options.activity.hadTurn(period) || this.#record.files.has(path)) return;
    this.#recordPermissions(path, modes?.before ?? fromMode);
    this.#others.agentWrote(path, from, to, modes);
  }

  /** The agent wrote a path through Parley after it had changed it otherwise: what is recorded began earlier. */
  #sortBefore({ path, from, to, period, isByGit }: FoundChange): void {
    if (isByGit || this.#options.ownerOf(path, period) !== 'this') return;
    for (const files of [this.#record.files, this.#turn?.files])
      files?.set(path, withEarlierChange(files.get(path) ?? { before: to, after: to }, from, to));
  }

  #recordChange({ path, from, to, modes, fromMode }: Omit<FoundChange, 'period' | 'isByGit'>): void {
    this.#recordPermissions(path, modes?.before ?? fromMode);
    const isMadeAnew = from.kind === 'absent' && this.#record.files.get(path)?.after.kind === 'absent';
    const changed = isMadeAnew ? modesMadeAnew(path, this.#record.permissions.get(path)) : modes;
    this.#record.files.agentWrote(path, from, to, changed);
    this.#turn?.files.agentWrote(path, from, to);
  }

  /** What was before the first change that is recorded counts. */
  #recordPermissions(path: string, mode: string | undefined): void {
    const isKnown = this.#record.files.has(path) || this.#others.has(path);
    const known = isKnown ? this.#record.permissions.get(path) : undefined;
    const permissions = known?.permissions ?? this.#options.snapshots.permissionsOf(path);
    const newFolders = known === undefined ? this.#watch.newFoldersAround(path) : known.newFolders;
    this.#record.permissions.set(
      path,
      withoutUndefined({ mode: known?.mode ?? mode, permissions, newFolders }),
    );
  }
}

/** Whether a text, or the lines of a part of it, may be what was in a file. */
function mayHave(before: FileState, stated = ''): boolean {
  return before.kind === 'bytes' || hasAllLines(before.kind === 'text' ? before.text : '', stated);
}

function moveKey<Value>(map: Map<string, Value>, from: string, to: string): void {
  const value = map.get(from);
  map.delete(from);
  if (value !== undefined) map.set(to, value);
}
