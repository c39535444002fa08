// The text around errors; what happened is said by the error itself.
import * as l10n from '@vscode/l10n';

export const errorStrings = {
  restartAgent: () => l10n.t('Restart Agent'),
  showLog: () => l10n.t('Show Log'),
  editSettings: () => l10n.t('Edit Settings'),
  checkAgent: () => l10n.t('Check Agent'),
  chooseAgent: () => l10n.t('Choose Another Agent…'),
  reviewAgent: () => l10n.t('Review…'),
  enterToken: () => l10n.t('Enter Token…'),
  allowUnencrypted: () => l10n.t('Connect Without Encryption…'),
  openFolder: () => l10n.t('Open Folder'),
  newSession: () => l10n.t('New Session'),
  continueInNew: () => l10n.t('Continue in New Session'),
  loadWithoutServers: () => l10n.t('Open Without MCP Servers'),
  attachTranscript: () => l10n.t('Add Transcript to Next Prompt'),
  sendWithoutTranscript: () => l10n.t('Send Without Transcript'),
  signIn: () => l10n.t('Sign In…'),
  tryAgain: () => l10n.t('Try Again'),
  switchModel: () => l10n.t('Switch Model…'),
  compact: () => l10n.t('Compact'),
  handOff: () => l10n.t('Continue with Another Agent…'),
  resetsAt: (time: string) =>
    l10n.t({
      message: 'Available again: {0}',
      args: [time],
      comment: ['{0} is a time, such as “3:40 PM”.'],
    }),
  moreActions: () => l10n.t('More Actions'),
  details: () => l10n.t('Details'),
  panelFailed: () => l10n.t('The panel could not be shown. Close and reopen it. Your session is saved.'),
};
