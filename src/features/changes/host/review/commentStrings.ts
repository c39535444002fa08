// The text of comments on agents' changes and of what marks files that are not reviewed.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../../core/text/localization.ts';

export const commentStrings = {
  /** Beside the name of a file; VS Code draws two characters at most. */
  badge: () => '◆',
  notReviewed: (agents: string) => l10n.t('Changed by {0}, not reviewed', agents),
  controller: () => l10n.t('Review of Agent Changes'),
  prompt: () => l10n.t('Comment on these changes'),
  placeholder: () => l10n.t('Write a comment for the agent; it is sent with the review.'),
  you: () => l10n.t('You'),
  notSent: () => l10n.t('Not sent'),
  queued: () => l10n.t('Queued'),
  sent: () => l10n.t('Sent'),
  resolved: () => l10n.t('Resolved'),
  forAgent: (agent: string) => l10n.t('Comment for {0}', agent),
  outdated: (code: string) => l10n.t('The code has changed since: {0}', code),
  notAdded: () =>
    l10n.t('The comment was not added: it is too long, or the session has too many. It is on the clipboard.'),
  tooLong: () => l10n.t('The comment is too long.'),
  editedNotSent: (count: number) =>
    plural(count, {
      one: l10n.t('{0} comment is being edited and was not sent.', count),
      other: l10n.t('{0} comments are being edited and were not sent.', count),
    }),
  nothingToSend: () => l10n.t('No comments to send.'),
  notSentError: () => l10n.t('The comments could not be sent, because the session is closed.'),
  reviewSent: (count: number) =>
    plural(count, {
      one: l10n.t('{0} comment sent', count),
      other: l10n.t('{0} comments sent', count),
    }),
  reviewQueued: (count: number) =>
    plural(count, {
      one: l10n.t('{0} comment queued, because a turn is running', count),
      other: l10n.t('{0} comments queued, because a turn is running', count),
    }),
};
