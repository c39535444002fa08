// Text of editing an earlier prompt, and of switching between the branches that come of it.
import * as l10n from '@vscode/l10n';

export const branchStrings = {
  edit: () => l10n.t('Edit and Resend'),
  editedPrompt: () => l10n.t('Edited prompt'),
  restoreFiles: () => l10n.t('Restore files to this point'),
  resend: () => l10n.t('Resend'),
  resendInFork: () =>
    l10n.t('Sends it in a fork of the session that ends before this prompt. This session stays as it is.'),
  resendInNewSession: () => l10n.t('Sends it in a new session. This session stays as it is.'),
  resendInSameSession: () => l10n.t('Sends it again at the end of this session'),
  startHere: () => l10n.t('Start a New Session from Here'),
  startHereDetail: () =>
    l10n.t(
      'Sends it in a new session that starts with the transcript up to this prompt. This session stays as it is.',
    ),
  copyToComposer: () => l10n.t('Copy to Composer'),
  cancel: () => l10n.t('Cancel'),
  cannotFork: (agent: string) => l10n.t('{0} cannot fork the session at this prompt.', agent),
  afterTurn: () => l10n.t('Wait until the agent has finished, or stop it.'),

  regenerateIn: (detail: string) =>
    l10n.t({ message: 'Regenerate: {0}', args: [detail], comment: ['Then what it does, as a sentence'] }),

  branch: (position: number, count: number) => l10n.t('Branch {0} of {1}', position, count),
  position: (position: number, count: number) =>
    l10n.t({ message: '{0} of {1}', args: [position, count], comment: ['Which of the branches is shown'] }),
  previous: () => l10n.t('Previous Branch'),
  next: () => l10n.t('Next Branch'),
};
