// The text of commit messages and of committing a turn.
import * as l10n from '@vscode/l10n';

export const commitStrings = {
  writing: (agent: string) => l10n.t('{0} is writing a commit message…', agent),
  selectRepository: () => l10n.t('Select a repository'),
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
};
