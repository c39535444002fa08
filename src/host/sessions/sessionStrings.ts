// The text of the sessions view, its quick picks, commands and notifications.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const sessionStrings = {
  historyUnwritable: (reason: string) => l10n.t('Parley cannot store sessions on disk: {0}', reason),
  writtenByNewerVersion: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session was stored by a newer version of Parley and cannot be opened.', count),
      other: l10n.t('{0} sessions were stored by a newer version of Parley and cannot be opened.', count),
    }),
};
