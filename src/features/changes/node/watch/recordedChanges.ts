// What is recorded of a session's changes: the agent's, those of its turn, and those that nothing says the agent has made.
import { sep } from 'node:path';
import { ChangedFilesRecord, type ChangedFiles } from '../../core/changedFiles.ts';
import { withEarlierChange } from '../../core/fileReview.ts';
import { hasAllLines } from '../../core/textLikeness.ts';
import type { FileState } from '../../../../core/changes/fileState.ts';
import { withoutUndefined } from '../../../../core/base/withoutUndefined.ts';
import type { FolderSnapshots } from '../../../../snapshots/folderSnapshots.ts';
import type { FileRecord } from '../fileUndo.ts';
import { modesMadeAnew } from '../madeAnew.ts';
import type { ChangeOwner } from '../review/changeOwner.ts';
import type { StoredSession } from '../storedChanges.ts';
import type { AgentActivity, Period } from './agentActivity.ts';
import type { FoundChange } from './folderWatch.ts';
import type { StatedChanges } from './statedChanges.ts';

export interface RecordedChangesOptions {
  readonly snapshots: Pick<FolderSnapshots, 'permissionsOf'>;
  /** Whose a change at a path is that was made in a period. */
  readonly ownerOf: (path: string, period: Period) => ChangeOwner;
  /** What the agent of the session does. */
  readonly activity: AgentActivity;
  /** What calls state that they change. */
  readonly stated: Pick<StatedChanges, 'take'>;
  /** Called with a change that is this session's, so that no other one claims it. */
  readonly onClaimed: (path: string, state: FileState) => void;
  /** How many of the folders around a path, from the innermost on, were made since the agent began to work. */
  readonly newFoldersAround: (path: string) => number;
}

/** What the agent changed in the turn after a checkpoint. */
export interface TurnChanges {
  readonly checkpoint: string;
  readonly files: ChangedFiles;
}

export class RecordedChanges implements FileRecord {
  readonly files = new ChangedFilesRecord();
  readonly permissions: FileRecord['permissions'] = new Map();
  /** What changed during turns and is not the agent's, as far as is known. */
  readonly others = new ChangedFilesRecord();
  readonly #options: RecordedChangesOptions;
  /**
   * The text, or a part of it, in which the agent made its first change of a file, by its own account: where that was not
   * what was there then, as far as is known.
   */
  readonly #claimed = new Map<string, string>();
  /** What the agent changed since its last prompt, whether it was kept, undone or changed since or not. */
  #turn: { readonly checkpoint: string; readonly files: ChangedFilesRecord } | undefined;

  constructor(options: RecordedChangesOptions) {
    this.#options = options;
  }

  /** What the agent changed in the turn that runs, or ran last. */
  get turn(): TurnChanges | undefined {
    return this.#turn && { ...this.#turn, files: this.#turn.files.files };
  }

  /** From here on what the agent changes belongs to the turn after a checkpoint; undefined where that has none. */
  beginTurn(checkpoint: string | undefined): void {
    this.#turn = checkpoint === undefined ? undefined : { checkpoint, files: new ChangedFilesRecord() };
    for (const path of this.#claimed.keys()) if (!this.files.has(path)) this.#claimed.delete(path);
  }

  /** Continues with what was open before a reload; what is known already came later. */
  adopt({ files, others, permissions }: Pick<StoredSession, 'files' | 'others' | 'permissions'>): void {
    for (const [path, before] of permissions) this.permissions.set(path, before);
    this.files.adopt(files);
    this.others.adopt(others);
  }

  /** Records a change that was found: it is the agent's where there is evidence of that. Others are listed apart, but for what git has made. */
  found(change: FoundChange): void {
    const { path, to, period, isByGit, isGitUnread = false } = change;
    const owner = this.#options.ownerOf(path, period);
    if (owner === 'other') return;
    if (owner === 'this' && !isByGit) {
      const stated = this.#options.stated.take(path);
      // What the user keeps or changes later is no sign against it.
      if (!this.files.has(path)) this.#claim(path, change.from, stated);
      this.agentChanged(change);
      this.#options.activity.found(path, Date.now());
      this.#options.onClaimed(path, to);
    } else if (!isByGit || isGitUnread) this.#listApart(change);
  }

  /** The agent wrote a path through Parley after it had changed it otherwise: what is recorded began earlier. */
  foundBefore({ path, from, to, period, isByGit }: FoundChange): void {
    if (isByGit || this.#options.ownerOf(path, period) !== 'this') return;
    for (const files of [this.files, this.#turn?.files])
      files?.set(path, withEarlierChange(files.get(path) ?? { before: to, after: to }, from, to));
  }

  /** Records a change of the agent. */
  agentChanged({ path, from, to, modes, fromMode }: Omit<FoundChange, 'period' | 'isByGit'>): void {
    this.#recordPermissions(path, modes?.before ?? fromMode);
    const isMadeAnew = from.kind === 'absent' && this.files.get(path)?.after.kind === 'absent';
    const changed = isMadeAnew ? modesMadeAnew(path, this.permissions.get(path)) : modes;
    this.files.agentWrote(path, from, to, changed);
    this.#turn?.files.agentWrote(path, from, to);
  }

  /** Makes what changed in files during turns a change of the agent: the user says so. */
  claim(paths: readonly string[]): void {
    for (const path of paths) {
      const other = this.others.get(path);
      if (other !== undefined) this.agentChanged({ ...other, path, from: other.before, to: other.after });
    }
    this.dismiss(paths);
  }

  /** Lists files no longer that changed during turns. */
  dismiss(paths: readonly string[]): void {
    for (const path of paths) this.others.set(path, undefined);
  }

  /** The files among these of which Undo would leave less than the agent itself says was there before. */
  doubtful(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => {
      const before = this.files.get(path)?.before;
      return before !== undefined && !mayHave(before, this.#claimed.get(path));
    });
  }

  /**
   * The user has moved a file or a folder: what is recorded of it, and of what is in it, goes along, so that Undo finds it. What
   * is moved out of the folders is gone from them; what is moved over a file that is recorded counts as a change of that one.
   * Returns where each file was, and where it is.
   */
  move(from: string, to: string, covers: (path: string) => boolean): ReadonlyMap<string, string> {
    const records = [this.files, this.others, ...(this.#turn === undefined ? [] : [this.#turn.files])];
    const moved = new Map<string, string>();
    for (const record of records)
      for (const path of record.files.keys()) {
        if (path !== from && !path.startsWith(from + sep)) continue;
        const now = to + path.slice(from.length);
        if (!covers(now) || this.files.has(now) || this.others.has(now)) continue;
        moved.set(path, now);
      }
    for (const [path, now] of moved) {
      for (const record of records) if (record.has(path)) record.move(path, now);
      moveKey(this.permissions, path, now);
      moveKey(this.#claimed, path, now);
    }
    return moved;
  }

  #claim(path: string, from: FileState, stated: string | undefined): void {
    if (stated === undefined || mayHave(from, stated)) this.#claimed.delete(path);
    else this.#claimed.set(path, stated);
  }

  #listApart({ path, from, to, period, modes, fromMode }: FoundChange): void {
    if (!this.#options.activity.hadTurn(period) || this.files.has(path)) return;
    this.#recordPermissions(path, modes?.before ?? fromMode);
    this.others.agentWrote(path, from, to, modes);
  }

  /** What was before the first change that is recorded counts. */
  #recordPermissions(path: string, mode: string | undefined): void {
    const isKnown = this.files.has(path) || this.others.has(path);
    const known = isKnown ? this.permissions.get(path) : undefined;
    const permissions = known?.permissions ?? this.#options.snapshots.permissionsOf(path);
    const newFolders = known === undefined ? this.#options.newFoldersAround(path) : known.newFolders;
    this.permissions.set(path, withoutUndefined({ mode: known?.mode ?? mode, permissions, newFolders }));
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
