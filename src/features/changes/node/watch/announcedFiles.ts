// The paths that tool calls announce. Of those that no snapshot holds, what is read then has to do, as far as it can be trusted.
import { lstat } from 'node:fs/promises';
import { isSameText } from '../../../../core/text/lineEndings.ts';
import type { ChangedFilesRecord } from '../../core/changedFiles.ts';
import type { ChangedFile } from '../../core/fileReview.ts';
import { isSameFile, type FileState } from '../../../../core/changes/fileState.ts';
import { CLOCK_LAG_MS } from './agentActivity.ts';
import { diskState, isUnknown, unknownState } from '../../../../snapshots/diskState.ts';

interface Announcement {
  /** When the agent began to work, in epoch milliseconds: what was written later may be its own doing. */
  readonly since: number;
  /** The text before the change, or a part of it, as the tool call says. It only confirms or contradicts what is read. */
  readonly oldText: string | undefined;
  /** What is recorded of the file, which decides how it is compared. */
  readonly like: ChangedFile | undefined;
}

/**
 * What was at a path before the agent changed it. The agent may be writing already, so that a read finds an empty file
 * or half of one: what it finds counts only where the file was not written since the agent began, and stood still.
 */
async function announcedState(path: string, { since, oldText, like }: Announcement): Promise<FileState> {
  const stamp = await stampOf(path);
  const state = await diskState(path, like);
  if (stamp === undefined) {
    return state.kind === 'absent' && !oldText ? state : unknownState;
  }
  if ((await stampOf(path))?.text !== stamp.text) return unknownState;
  if (stamp.writtenAt < since - CLOCK_LAG_MS) return state;
  // An empty text confirms nothing: a write that has just begun looks the same.
  const isConfirmed = state.kind === 'text' && !!oldText && isSameText(state.text, oldText);
  return isConfirmed ? state : unknownState;
}

/** What is known of a path that tool calls announce. */
interface AnnouncedFile {
  /** What was there when it was looked at last. */
  readonly state: Promise<FileState>;
  /** Whether it was read while the first snapshot was still being taken, which then may hold the agent's text already. */
  readonly isEarly: boolean;
  /** The text before, or a part of it, as the tool call says. */
  readonly oldText: string | undefined;
}

export class AnnouncedFiles {
  readonly #known: Pick<ChangedFilesRecord, 'get'>;
  readonly #announced = new Map<string, AnnouncedFile>();
  readonly #first = new Map<string, FileState>();

  constructor(known: Pick<ChangedFilesRecord, 'get'>) {
    this.#known = known;
  }

  /** The paths that tool calls have ever announced and no snapshot holds, and what was there before. */
  get first(): ReadonlyMap<string, FileState> {
    return this.#first;
  }

  has(path: string): boolean {
    return this.#announced.has(path);
  }

  /** A tool call names a file that it is about to change; `explained` is what the user is known to have put there. */
  announce(
    path: string,
    {
      explained,
      isEarly,
      ...announcement
    }: Omit<Announcement, 'like'> & { readonly explained: FileState | undefined; readonly isEarly: boolean },
  ): void {
    const { oldText } = announcement;
    const state =
      explained === undefined
        ? announcedState(path, { ...announcement, like: this.#known.get(path) })
        : Promise.resolve(explained);
    this.#announced.set(path, { state, isEarly, oldText });
  }

  /** Reads all anew before the agent starts to work. */
  begin(): void {
    for (const path of this.#announced.keys()) this.#set(path, diskState(path, this.#known.get(path)));
  }

  /** What was read at a path that no snapshot held at the time, if that can be trusted. */
  async before(path: string, wasElsewhere: boolean): Promise<FileState | undefined> {
    const announced = this.#announced.get(path);
    if (announced === undefined || !(announced.isEarly || wasElsewhere)) return undefined;
    const state = await announced.state;
    return isUnknown(state) ? undefined : state;
  }

  /** What has changed at those that no snapshot covers; others are no longer followed from here on. */
  async changes(
    uncoveredOf: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<readonly { readonly path: string; readonly from: FileState; readonly to: FileState }[]> {
    // What is announced from here on is looked at the next time.
    const announced = [...this.#announced];
    const uncovered = await uncoveredOf(announced.map(([path]) => path));
    const changes: { path: string; from: FileState; to: FileState }[] = [];
    for (const [path, { state, isEarly, oldText }] of announced) {
      const isCovered = !uncovered.has(path);
      if (isCovered && !isEarly) {
        this.#announced.delete(path);
        continue;
      }
      const from = await state;
      const to = await diskState(path, this.#known.get(path));
      if (isCovered) this.#announced.delete(path);
      else this.#set(path, Promise.resolve(to));
      if (!isCovered && !this.#first.has(path)) this.#first.set(path, from);
      const isSame = isUnknown(from)
        ? isCovered || (to.kind === 'text' && to.text === oldText)
        : isSameFile(from, to);
      if (!isSame) changes.push({ path, from, to });
    }
    return changes;
  }

  #set(path: string, state: Promise<FileState>): void {
    this.#announced.set(path, { state, isEarly: false, oldText: undefined });
  }
}

interface Stamp {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

async function stampOf(path: string): Promise<Stamp | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return undefined;
  const { ino, size, mtimeNs, ctimeNs } = stats;
  // The time of a change cannot be set, unlike that of a write.
  const writtenAt = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n);
  return { text: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, writtenAt };
}
