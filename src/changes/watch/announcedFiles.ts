// Reads what is at a path that a tool call announces and that no snapshot holds, and says how far that can be trusted.
import { lstat } from 'node:fs/promises';
import { isSameText } from '../../core/text/lineEndings.ts';
import type { ChangedFile } from '../../core/changes/fileReview.ts';
import type { FileState } from '../../core/changes/fileState.ts';
import { CLOCK_LAG_MS } from './agentActivity.ts';
import { diskState, unknownState } from '../diskState.ts';

export interface Announcement {
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
export async function announcedState(
  path: string,
  { since, oldText, like }: Announcement,
): Promise<FileState> {
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
