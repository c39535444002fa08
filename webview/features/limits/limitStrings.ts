// The text of the card of a limit.
import * as l10n from '@vscode/l10n';

export const limitStrings = {
  limit: () => l10n.t('Usage limit reached'),
  waitingUntil: (time: string) =>
    l10n.t({ message: 'Waiting until {0}', args: [time], comment: ['{0} is a time, such as “3:40 PM”.'] }),
  continuesAt: (time: string) =>
    l10n.t({ message: 'Continues at {0}', args: [time], comment: ['{0} is a time, such as “3:40 PM”.'] }),
  isOver: () => l10n.t('The usage limit has reset'),
  continueAt: (time: string) =>
    l10n.t({
      message: 'Continue at {0}',
      args: [time],
      comment: ['A button. {0} is a time, such as “3:40 PM”.'],
    }),
  continueLater: () => l10n.t('Continue Later…'),
  continueNow: () => l10n.t('Continue'),
  continueHint: () => l10n.t('Send the unanswered prompt once the limit resets, while this window is open'),
  /** VS Code starts the extension when it is used, and not with the window. */
  continueNeeds: () => l10n.t('Keep this window open. After a reload, open Parley before then.'),
  dontContinue: () => l10n.t('Don’t Continue'),
  switchModel: () => l10n.t('Switch Model…'),
  handOff: () => l10n.t('Continue with Another Agent…'),
  dismiss: () => l10n.t('Dismiss'),
};
