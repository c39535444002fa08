// The text of sessions that cannot be stored or shown: loaded when that happens.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const unavailableStrings = {
  transcriptMissing: () => l10n.t('The transcript of this session no longer exists.'),
  transcriptNotAFile: (title: string) =>
    l10n.t(
      'The stored transcript of “{0}” was not opened because a link or special file is in its place.',
      title,
    ),
  transcriptTooLarge: (title: string) =>
    l10n.t('The stored transcript of “{0}” was not opened because it is too large.', title),
  storedSessionNotAFile: () =>
    l10n.t('The stored session was not opened because a link or special file is in its place.'),
  storedSessionTooLarge: () => l10n.t('The stored session was not opened because it is too large.'),
  transcriptMissingOf: (title: string) => l10n.t('The transcript of “{0}” no longer exists.', title),
  continueInOtherWindow: (title: string) =>
    l10n.t('“{0}” is open in another window. Continue there, or close it there first.', title),
  showTranscript: () => l10n.t('Show Transcript'),
  historyUnwritable: (reason: string) => l10n.t('Parley cannot store sessions on disk: {0}', reason),
  writtenByNewerVersion: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session was stored by a newer version of Parley and cannot be opened.', count),
      other: l10n.t('{0} sessions were stored by a newer version of Parley and cannot be opened.', count),
    }),
};
