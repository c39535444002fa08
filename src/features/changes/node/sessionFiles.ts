// The files of one session: what the agent changed in them, and how that is kept, undone or restored to a checkpoint.
import { stat } from 'node:fs/promises';
import type { ChangedFiles, ReviewedFile } from '../core/changedFiles.ts';
import { keepFileHunks, undoFile, undoFileHunks, withoutAgentChanges } from '../core/fileReview.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { hunksAtLines, hunksOfTexts, hunkTexts, type HunkText, type MeantLines } from '../core/hunkText.ts';
import type { Hunk } from '../../../core/changes/threeWay.ts';
import { isFinished } from '../../../core/session/toolCall/state.ts';
import { CheckpointFiles } from './checkpointFiles.ts';
import { diskState, isUnknown, untrackedState } from '../../../snapshots/diskState.ts';
import type { RevertProgress, RevertResult, Written } from './fileRestorer.ts';
import { FileUndo, type FileUndoOptions } from './fileUndo.ts';
import type { EarlierSnapshot, FoldersSnapshot } from '../../../snapshots/folderSnapshots.ts';
import { noActivities, type GitActivities } from './gitNote.ts';
import { RecordedChanges, type TurnChanges } from './watch/recordedChanges.ts';
import type { LookedAt, Redo, StoredSession } from './storedChanges.ts';
import { folderOf, pathInFolders, placeInFolders, realFolders } from '../../../snapshots/localPaths.ts';
import type { WatchLimit } from '../../../snapshots/treeMessages.ts';
import type { ChangeOwner } from './review/changeOwner.ts';
import { existsLocally, targetPathSync } from '../../../storage/realPath.ts';
import { CLOCK_LAG_MS, type AgentActivity, type Period } from './watch/agentActivity.ts';
import { FolderWatch } from './watch/folderWatch.ts';
import { StatedChanges, type NamedFile } from './watch/statedChanges.ts';
import type { UnlistedChanges } from './watch/unlistedChanges.ts';
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

/** Calls must not overlap: whoever owns it makes them wait for each other. */
export class SessionFiles {
  readonly #options: SessionFilesOptions;
  readonly #undo: FileUndo;
  readonly #open: OpenFiles;
  /** The files as they were at checkpoints. */
  readonly checkpoints: CheckpointFiles;
  readonly #watch: FolderWatch;
  readonly #record: RecordedChanges;
  /** What calls state that they change. */
  readonly #stated = new StatedChanges();
  /** The session's folders by their real paths, as they were found since the last look. */
  #realFolders: ReadonlyMap<string, string> | undefined;

  constructor(options: SessionFilesOptions) {
    this.#options = options;
    this.#record = new RecordedChanges({
      ...options,
      stated: this.#stated,
      newFoldersAround: (path) => this.#watch.newFoldersAround(path),
    });
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
      onFound: (found) => this.#record.found(found),
      onSeen: (state, stamp) => this.#open.see(state, stamp),
      onFoundBefore: (found) => this.#record.foundBefore(found),
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
    return this.#record.others.files;
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
  adopt(stored: StoredSession): void {
    const { unlisted, git, redo } = stored;
    for (let one = redo; one !== undefined; one = one.restoredBefore)
      for (let part: Redo | undefined = one; part !== undefined; part = part.earlier)
        this.checkpoints.adopt(part.checkpoint, part.past);
    this.#record.adopt(stored);
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
    return placeInFolders(path, (each) => this.pathOf(each));
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

  /** {@link RecordedChanges.beginTurn} */
  beginTurn(checkpoint: string | undefined): void {
    this.#record.beginTurn(checkpoint);
  }

  /** {@link FolderWatch.endTurn} */
  endTurn(): void {
    this.#watch.endTurn();
  }

  /** {@link RecordedChanges.turn} */
  get turn(): TurnChanges | undefined {
    return this.#record.turn;
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
    // What is not there is looked up first: its error takes longer, and agents name many files that they only look for.
    const paths = named.filter((path) => existsLocally(path) && this.leadsOutside(path));
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
      this.#record.agentChanged({ path, from: known.after, to: onDisk });
    this.#watch.willWrite(path, onDisk);
  }

  /** The agent changed a file through Parley; the change is known without looking. */
  agentWrote(path: string, before: FileState, after: FileState): void {
    const known = this.#record.files.get(path);
    // Looking at the files may have been faster.
    if (known !== undefined && isSameFile(known.after, after)) return;
    this.#record.agentChanged({ path, from: before, to: after });
    const other = this.#record.others.get(path);
    // A look may have found the change while it was written, when nothing said whose it was.
    if (other !== undefined && isSameFile(other.after, after)) this.dismiss([path]);
  }

  /** {@link FolderWatch.look} */
  look(onNamed?: Parameters<FolderWatch['look']>[0]): Promise<void> {
    this.#realFolders = undefined;
    return this.#stated.during(() => this.#watch.look(onNamed));
  }

  /** What is open now. */
  open(): Promise<readonly ReviewedFile[]> {
    return this.#open.find(this.#record.files.files);
  }

  /** The text that would be at a path now without the agent; undefined when that is no text, or nothing is open. */
  async textWithoutAgent(path: string): Promise<string | undefined> {
    const file = this.#record.files.get(path) ?? this.#record.others.get(path);
    if (file === undefined) return undefined;
    const state = withoutAgentChanges(file, await this.#undo.current(path, file));
    if (state.kind === 'absent') return '';
    return state.kind === 'text' ? state.text : undefined;
  }

  /** The text of a file as the agent has left it, or else as it was before others changed it; undefined where nobody did. */
  textLeft(path: string): string | undefined {
    const state = this.#record.files.get(path)?.after ?? this.#record.others.get(path)?.before;
    return state?.kind === 'text' ? state.text : undefined;
  }

  /** {@link RecordedChanges.move} */
  move(from: string, to: string): ReadonlyMap<string, string> {
    return this.#record.move(from, to, (path) => this.covers(path));
  }

  /** {@link RecordedChanges.claim} */
  claim(paths: readonly string[]): void {
    this.#record.claim(paths);
  }

  /** {@link RecordedChanges.dismiss} */
  dismiss(paths: readonly string[]): void {
    this.#record.dismiss(paths);
  }

  /** {@link RecordedChanges.doubtful} */
  doubtful(paths: readonly string[]): readonly string[] {
    return this.#record.doubtful(paths);
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
}
