// The text about changes that the panel and notifications show.
import * as l10n from '@vscode/l10n';
import type { FileAccessError } from '../../../core/ports/fileAccess.ts';
import { listText, plural } from '../../../core/text/localization.ts';
import type { GitActivityKind } from './watch/gitActivity.ts';
import type { UntrackedReason } from '../../../snapshots/snapshotStore.ts';
import type { WatchLimit } from '../../../snapshots/treeMessages.ts';

export const changeStrings = {
  stopTurnFirst: () => l10n.t('Stop the running turn before you restore files.'),
  checkpointUnavailable: () => l10n.t('The checkpoint of this prompt is no longer available.'),
  nothingToRestore: () => l10n.t('The files already match this checkpoint.'),
  restored: (count: number) =>
    plural(count, {
      one: l10n.t('Restored {0} file to the checkpoint.', count),
      other: l10n.t('Restored {0} files to the checkpoint.', count),
    }),
  noCheckpoint: () =>
    l10n.t('This prompt has no checkpoint, because it was sent before all files had been read.'),
  mayHaveMissed: () =>
    l10n.t(
      'This prompt has no checkpoint, because it was sent before all files had been read. Changes that were made before that may not be listed.',
    ),
  untracked: (folder: string, reason: UntrackedReason) => {
    switch (reason) {
      case 'files':
        return l10n.t(
          '{0} has too many files to track. Only files that tool calls name are tracked. Exclude folders in .gitignore, then reload the window.',
          folder,
        );
      case 'maxFiles':
        return l10n.t(
          '{0} has more files than you allow to track. Only files that tool calls name are tracked. Raise “parley.changes.maxFiles” or exclude folders in .gitignore, then reload the window.',
          folder,
        );
      case 'bytes':
        return l10n.t(
          '{0} is too large to track. Only files that tool calls name are tracked. Exclude large files in .gitignore, then reload the window.',
          folder,
        );
      case 'time':
        return l10n.t('Reading {0} took too long. Only files that tool calls name are tracked.', folder);
      case 'home':
        return l10n.t(
          'Home folders and whole disks are not tracked. Only files that tool calls name are tracked.',
        );
      case 'no git':
        return l10n.t(
          'Git was not found. Only files that tool calls name are tracked. Install Git or set “git.path”, then reload the window.',
        );
      case 'missing':
        return l10n.t('{0} was not found on the disk and is not tracked.', folder);
      case 'failed':
        return l10n.t(
          '{0} could not be read; see the log. Only files that tool calls name are tracked.',
          folder,
        );
    }
  },
  /** `more`: how many files there are beside the named ones. */
  skippedFiles: (names: readonly string[], more: number) =>
    more === 0
      ? l10n.t('Not tracked (too large or unreadable): {0}.', listText(names))
      : l10n.t('Not tracked (too large or unreadable): {0} and {1} more.', listText(names), more),
  notUtf8: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file is not tracked, because its name is not UTF-8. Rename it to track it.', count),
      other: l10n.t(
        '{0} files are not tracked, because their names are not UTF-8. Rename them to track them.',
        count,
      ),
    }),
  /** `more`: how many folders there are beside the named ones, not more than 0 when there are none. */
  notFollowed: (names: readonly string[], more: number, limit: WatchLimit) =>
    more <= 0
      ? l10n.t(
          'Prompts wait until all files of {0} have been checked, because Linux has too few file watches. Raise “{1}”, then reload the window.',
          listText(names),
          limit,
        )
      : l10n.t(
          'Prompts wait until all files of {0} and {1} more have been checked, because Linux has too few file watches. Raise “{2}”, then reload the window.',
          listText(names),
          more,
          limit,
        ),
  repositoriesMade: (names: readonly string[], more: number) =>
    more === 0
      ? l10n.t('Undo does not remove new Git repositories (.git): {0}.', listText(names))
      : l10n.t('Undo does not remove new Git repositories (.git): {0} and {1} more.', listText(names), more),
  repositoriesRemoved: (names: readonly string[], more: number) =>
    more === 0
      ? l10n.t(
          'Undo restores files, but not deleted Git repositories with their commits (.git): {0}.',
          listText(names),
        )
      : l10n.t(
          'Undo restores files, but not deleted Git repositories with their commits (.git): {0} and {1} more.',
          listText(names),
          more,
        ),
  /** `more`: how many files there are beside the named ones, not more than 0 when there are none. */
  unlistedChanged: (names: readonly string[], more: number) =>
    more <= 0
      ? l10n.t(
          'Files that can run code changed during this turn and are not listed with the changes: {0}. Check them.',
          listText(names),
        )
      : l10n.t(
          'Files that can run code changed during this turn and are not listed with the changes: {0} and {1} more. Check them.',
          listText(names),
          more,
        ),
  undoNotDone: (names: readonly string[], more: number) =>
    more <= 0
      ? l10n.t(
          'An undo that waited for the end of the turn may not have been done: {0}. Check the files.',
          listText(names),
        )
      : l10n.t(
          'An undo that waited for the end of the turn may not have been done: {0} and {1} more. Check the files.',
          listText(names),
          more,
        ),
  outsideChanged: (names: readonly string[], more: number) =>
    more <= 0
      ? l10n.t(
          'Files outside of the folders of the session were changed. They are not tracked, and Undo leaves them: {0}.',
          listText(names),
        )
      : l10n.t(
          'Files outside of the folders of the session were changed. They are not tracked, and Undo leaves them: {0} and {1} more.',
          listText(names),
          more,
        ),
  foldersMade: (names: readonly string[], more: number) =>
    more <= 0
      ? l10n.t(
          'Folders of the workspace that were missing were created. Undo does not remove what was put there first: {0}.',
          listText(names),
        )
      : l10n.t(
          'Folders of the workspace that were missing were created. Undo does not remove what was put there first: {0} and {1} more.',
          listText(names),
          more,
        ),
  gitBefore: (what: readonly string[], repository: string | undefined) =>
    repository === undefined
      ? l10n.t('Git activity before the last prompt: {0}.', listText(what))
      : l10n.t('Git activity in {1} before the last prompt: {0}.', listText(what), repository),
  gitSince: (what: readonly string[], repository: string | undefined) =>
    repository === undefined
      ? l10n.t('Git activity since the last prompt: {0}.', listText(what))
      : l10n.t('Git activity in {1} since the last prompt: {0}.', listText(what), repository),
  repositories: (names: readonly string[], max: number) =>
    names.length <= max
      ? listText(names)
      : l10n.t('{0} and {1} more', listText(names.slice(0, max)), names.length - max),
  gitFilesNotListed: () => l10n.t('Files that Git changed are not listed, and Undo leaves them.'),
  undoLeavesCommits: () => l10n.t('Undo changes files, but no commits.'),
  gitDid,
  notInCheckpoint: () => l10n.t('This folder did not belong to the session at the checkpoint.'),
  outsideSession: () => l10n.t('The file is outside the folders of the session.'),
  belowLink: () => l10n.t('A link has taken the place of a folder of the path.'),
  leadsOutside: () => l10n.t('The path leads out of the folder by a link.'),
  contentsUnavailable: () => l10n.t('The earlier contents are no longer stored.'),
  contentsUntracked: () =>
    l10n.t('The earlier contents are not stored: the file was too large to track or could not be read.'),
  contentsUnknown: () =>
    l10n.t(
      'The earlier contents are unknown: the file was written before they could be read, or Git changed it as well.',
    ),
  onlyCopy: () => l10n.t('It is the only copy of a file that could not be written back.'),
  unsavedEditor: () =>
    l10n.t('The file has unsaved changes in an editor. Save or revert them, then try again.'),
  notExact: () => l10n.t('Another program changed the file while it was written.'),
  folderUnreadable: () => l10n.t('The folder could not be read.'),
  notRestored: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file could not be restored to the checkpoint.', count),
      other: l10n.t('{0} files could not be restored to the checkpoint.', count),
    }),
  permissionDenied: () => l10n.t('Permission denied.'),
  diskReadOnly: () => l10n.t('The disk is read-only.'),
  writeFailed,
};

/** One thing that git has done, as part of a list; `name`: of a branch or commit, empty where it is unknown. */
function gitDid(kind: GitActivityKind, name: string): string {
  switch (kind) {
    case 'switched':
      return l10n.t('switched to {0}', name);
    case 'committed':
      return l10n.t('committed');
    case 'pulled':
      return l10n.t('pulled');
    case 'merged':
      return name === '' ? l10n.t('merged') : l10n.t('merged {0}', name);
    case 'merging':
      return l10n.t('began to merge');
    case 'aborted':
      return l10n.t('aborted a merge');
    case 'rebased':
      return l10n.t('rebased');
    case 'reset':
      return l10n.t('reset to {0}', name);
    case 'picked':
      return l10n.t('cherry-picked');
    case 'reverted':
      return l10n.t('reverted a commit');
    case 'stashed':
      return l10n.t('stashed changes');
    case 'unstashed':
      return l10n.t('applied or dropped a stash');
    case 'other':
      return l10n.t('changed files');
  }
}

/** Why a file was not written, for the user: the error's own message is meant for agents. */
function writeFailed({ refusal, message }: FileAccessError): string {
  switch (refusal) {
    case 'no-permission':
      return l10n.t('Permission denied.');
    case 'disk-full':
      return l10n.t('No space is left on the disk.');
    case 'folder':
      return l10n.t('A folder of this name exists.');
    case 'special':
      return l10n.t('It is not a regular file.');
    case 'too-large':
      return l10n.t('The file is too large.');
    case 'ambiguous':
      return l10n.t('The file was replaced at the same time. Try again.');
    default:
      return message;
  }
}
