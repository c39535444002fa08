// What git has to do with a difference between two snapshots, and whether a file could be run before and after it.
import type { FileState } from '../../../../core/changes/fileState.ts';
import { withLineFeeds } from '../../../../core/text/lineEndings.ts';
import { mergedTexts } from '../../../../core/changes/threeWay.ts';
import {
  hashWithLineFeeds,
  LINK_MODE,
  sha256NamesOf,
  unknownState,
} from '../../../../snapshots/diskState.ts';
import type { StateDifference } from '../../../../snapshots/stateDifferences.ts';
import { folderOf } from '../../../../snapshots/localPaths.ts';
import type { ChangedModes } from '../../core/fileReview.ts';
import type { FoundChange } from './folderWatch.ts';
import type { GitMoves } from './gitMoves.ts';

const SHA1_LENGTH = 40;
export const nothingMoved: GitMoves = { byPath: new Map(), unread: [] };

/** What git has to do with a difference: it may have made it, or have written the file before somebody else did. */
export function withGit(
  { byPath, unread }: GitMoves,
  { path, to, fromHash, toHash }: StateDifference,
  from: FileState,
): Pick<FoundChange, 'from' | 'isByGit' | 'isGitUnread'> {
  if (folderOf(path, unread) !== undefined) return { from, isByGit: true, isGitUnread: true };
  const git = byPath.get(path);
  if (git === undefined) return { from, isByGit: false };
  // What git writes may have other line ends than what it stores.
  const isSha256 = [...git.hashes].some((hash) => hash !== undefined && hash.length > SHA1_LENGTH);
  // What is no text has other names here than there.
  if (isSha256 && (to.kind === 'bytes' || from.kind === 'bytes'))
    return { from, isByGit: true, isGitUnread: true };
  const namesOf = (text: string): readonly string[] =>
    isSha256 ? sha256NamesOf(text) : [hashWithLineFeeds(text)];
  const isOfGit = (state: FileState, hash: string | undefined): boolean =>
    git.hashes.has(hash) ||
    (state.kind === 'text' && namesOf(state.text).some((name) => git.hashes.has(name)));
  if (isOfGit(to, toHash)) return { from, isByGit: true };
  const merged = mergedBefore(git.merged, from, to);
  if (merged !== undefined) return { from: merged, isByGit: merged === to };
  const written = git.written === undefined ? undefined : withLineEndsOf(to, git.written);
  if (written !== undefined) return { from: written, isByGit: false };
  const isOutdated = git.isWritten && !isOfGit(from, fromHash);
  return { from: isOutdated ? unknownState : from, isByGit: false };
}

/**
 * What git made of a text before somebody else went on with it: the last of what it may have made that is in what is there
 * now; `to` itself where nobody went on. Undefined where that cannot be said.
 */
function mergedBefore(merged: readonly string[], from: FileState, to: FileState): FileState | undefined {
  if (from.kind !== 'text' || to.kind !== 'text') return undefined;
  const [before, after] = [withLineFeeds(from.text), withLineFeeds(to.text)];
  if (merged.includes(after)) return to;
  const last = merged.findLast((text) => mergedTexts(before, after, text) === after);
  return last === undefined ? undefined : withLineEndsOf(to, last);
}

/** A text with the line ends of what is there now; undefined where those differ. */
function withLineEndsOf(now: FileState, text: string): FileState | undefined {
  if (now.kind !== 'text') return undefined;
  const feeds = withLineFeeds(now.text);
  if (now.text === feeds) return { kind: 'text', text };
  const isOther = now.text !== feeds.replaceAll('\n', '\r\n');
  return isOther ? undefined : { kind: 'text', text: text.replaceAll('\n', '\r\n') };
}

/** The modes of a file that was one before and is one now, where they differ. */
export function modesBetween(
  before: string | undefined,
  after: string | undefined,
): ChangedModes | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return before === LINK_MODE || after === LINK_MODE ? undefined : { before, after };
}
