// The text around the tabs of plans.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const planStrings = {
  tab: (agent: string) =>
    l10n.t({ message: 'Plan: {0}', args: [agent], comment: ['Title of a tab; {0} is an agent'] }),
  /** The name of the file that an export suggests. */
  file: () => l10n.t('plan'),
  unreadableFile: (file: string) => l10n.t('The file of the plan cannot be read: {0}', file),
  fileTooLarge: (file: string) => l10n.t('The file of the plan is larger than 4 MB: {0}', file),
  tooManyComments: () => l10n.t('The plan has too many comments. Send them first.'),
  notSent: () => l10n.t('The comments could not be sent, because the session is closed.'),
  sent: (count: number) =>
    plural(count, {
      one: l10n.t('{0} comment sent', count),
      other: l10n.t('{0} comments sent', count),
    }),
};
