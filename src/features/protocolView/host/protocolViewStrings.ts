// The text around the page that shows the protocol.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const protocolViewStrings = {
  copied: (count: number) =>
    plural(count, {
      one: l10n.t('Copied {0} message.', count),
      other: l10n.t('Copied {0} messages.', count),
    }),
  saved: () => l10n.t('Recording saved.'),
  recordings: () => l10n.t('Protocol recordings'),
  untitled: () => l10n.t('Session without a title'),
  noSession: () => l10n.t('There is no session among the messages.'),
  selectSession: () => l10n.t('Select a session to read'),
  selectAgent: () => l10n.t('Select an agent to show its protocol'),
  nothingToReport: () => l10n.t('Select a message to report. None of them breaks a rule.'),
  notOpened: (reason: string) => l10n.t('The recording could not be opened: {0}', reason),
  noMessages: () => l10n.t('There are no recorded messages in the file.'),
  fileTooLarge: () => l10n.t('The file is larger than 64 MB.'),
};
