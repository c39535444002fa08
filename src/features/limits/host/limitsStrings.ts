// The text of the question when a limit resets, and of the notification after it has.
import * as l10n from '@vscode/l10n';

export const limitsStrings = {
  askTitle: () => l10n.t('When Does the Usage Limit Reset?'),
  askHint: () => l10n.t('The session continues then.'),
  askExamples: () =>
    l10n.t({
      message: '11:30 PM, 2h 30m, or Dec 1 at 9am (Europe/Berlin)',
      comment: ['Times as they are read: translate “or” alone.'],
    }),
  notATime: () =>
    l10n.t({
      message: 'Enter a future time, such as 11:30 PM, or a duration, such as 2h 30m.',
      comment: ['Do not translate the times.'],
    }),
  continuesAt: (time: string) =>
    l10n.t({ message: 'Continues at {0}', args: [time], comment: ['{0} is a time, such as “3:40 PM”.'] }),
  missed: (title: string) =>
    l10n.t({
      message:
        'The usage limit of “{0}” has reset. The session has not continued because the time was missed.',
      args: [title],
      comment: ['{0} is the title of a session.'],
    }),
  continueNow: () => l10n.t('Continue'),
};
