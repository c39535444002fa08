// The text of commit messages and of committing a turn.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';
import type { LeftOutReason } from './stageTurn.ts';

const leftOutText: Readonly<Record<LeftOutReason, (files: string) => string>> = {
  edited: (files) => l10n.t('Edited since the turn: {0}', files),
  conflict: (files) => l10n.t('The same lines hold other changes: {0}', files),
  untracked: (files) => l10n.t('Created in an earlier turn and not staged yet: {0}', files),
  ignored: (files) => l10n.t('Ignored by git: {0}', files),
  outside: (files) => l10n.t('Outside of the repository: {0}', files),
  submodule: (files) => l10n.t('In a submodule: {0}', files),
  converted: (files) => l10n.t('Stored through a filter such as Git LFS: {0}', files),
  unmerged: (files) => l10n.t('Has merge conflicts: {0}', files),
  special: (files) => l10n.t('A link, or too large: {0}', files),
};

export const commitStrings = {
  writing: (agent: string) => l10n.t('{0} is writing a commit message…', agent),
  selectRepository: () => l10n.t('Select a repository'),
  selectRepositories: () => l10n.t('Select the repositories in which this turn is staged'),
  filesOfTurn: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file of this turn', count),
      other: l10n.t('{0} files of this turn', count),
    }),
  noGit: () =>
    l10n.t(
      'Git is turned off or not installed, so there is no commit message to write. Check the setting “git.enabled”.',
    ),
  noRepository: () => l10n.t('There is no git repository in this window.'),
  nothingToCommit: () => l10n.t('There are no changes to write a commit message for.'),
  gitFailed: (reason: string) => l10n.t('The changes could not be read: {0}', reason),
  failed: (agent: string, reason: string) => l10n.t('{0} wrote no commit message. {1}', agent, reason),
  noAnswer: (agent: string) => l10n.t('{0} wrote no commit message.', agent),
  timedOut: (agent: string, seconds: number) =>
    l10n.t('{0} wrote no commit message within {1} seconds.', agent, seconds),
  cut: (agent: string) => l10n.t('The changes are long: {0} was given the start of each file.', agent),
  edited: (agent: string) =>
    l10n.t('You edited the commit message while {0} was writing, so it was left as it is.', agent),
  replace: () => l10n.t('Use the Agent’s Message'),
  tryAgain: () => l10n.t('Try Again'),
  showLog: () => l10n.t('Show Log'),
  editSettings: () => l10n.t('Edit Settings'),
  reviewAgent: () => l10n.t('Review…'),
  enterToken: () => l10n.t('Enter Token…'),
  checkAgent: () => l10n.t('Check Agent'),
  signIn: () => l10n.t('Sign In…'),
  nothingToUndo: () => l10n.t('There is no generated commit message to undo.'),
  changedSince: () => l10n.t('The commit message was changed after it was generated.'),
  restoreAnyway: () => l10n.t('Restore the Old Message'),
  untrusted: () => l10n.t('Trust this workspace to commit a turn.'),
  noTurn: () => l10n.t('There is no turn in this session to commit.'),
  turnRuns: () => l10n.t('The turn is still running. Commit it when it has ended.'),
  turnUnknown: () => l10n.t('What this turn changed is not known, so nothing was staged.'),
  turnChangedNothing: () =>
    l10n.t('There is nothing of this turn to commit: it changed no files, or they were undone or committed.'),
  turnOutside: () => l10n.t('The files of this turn are in no git repository of this window.'),
  stageFailed: (reason: string) => l10n.t('The turn could not be staged: {0}', reason),
  othersStaged: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file is staged with other changes, which would be committed too.', count),
      other: l10n.t('{0} files are staged with other changes, which would be committed too.', count),
    }),
  othersDetail: () => l10n.t('Parley does not unstage them. To commit this turn alone, unstage them first.'),
  stageTurn: () => l10n.t('Stage This Turn Too'),
  staged: (count: number) =>
    plural(count, {
      one: l10n.t('Staged {0} file of this turn.', count),
      other: l10n.t('Staged {0} files of this turn.', count),
    }),
  stagedBefore: () => l10n.t('This turn is staged already.'),
  nothingStaged: () => l10n.t('Nothing of this turn was staged.'),
  unstage: () => l10n.t('Unstage'),
  notUnstaged: (files: string) => l10n.t('Left staged, because they changed since: {0}', files),
  partly: (files: string) => l10n.t('Left out because you edited them: {0}', files),
  leftOut: (reason: LeftOutReason, files: string) => leftOutText[reason](files),
};
