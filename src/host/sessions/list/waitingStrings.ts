// The text of a session in a list that waits for a limit of its account.
import * as l10n from '@vscode/l10n';

export const waitingStrings = {
  limited: () => l10n.t('usage limit reached'),
  waitingUntil: (time: string, left: string) =>
    l10n.t({
      message: 'waiting until {0} ({1})',
      args: [time, left],
      comment: ['{0} is a time, such as “3:40 PM”, and {1} how long that is from now, such as “2 hr 5 min”.'],
    }),
};
