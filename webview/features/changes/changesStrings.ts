// The text of the changed files in the dock.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const changesStrings = {
  changedFiles: () => l10n.t('Changed files'),
  files: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file', numberText(count)),
      other: l10n.t('{0} files', numberText(count)),
    }),
  undone: () => l10n.t('Changes undone'),
  reviewed: (reviewed: number, total: number) =>
    l10n.t('{0} of {1} reviewed', numberText(reviewed), numberText(total)),
  filesRunCode: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file runs code', numberText(count)),
      other: l10n.t('{0} files run code', numberText(count)),
    }),
  redo: () => l10n.t('Redo'),
  redoHint: () => l10n.t('Redo the changes that were undone or restored'),
  review: () => l10n.t('Review'),
  reviewHint: () => l10n.t('Review all changes side by side'),
  undo: () => l10n.t('Undo'),
  undoHint: () => l10n.t('Undo all changes of the agent'),
  keep: () => l10n.t('Keep'),
  keepHint: () => l10n.t('Keep all changes'),
  created: () => l10n.t({ message: 'new', comment: ['A file that the agent created'] }),
  deleted: () => l10n.t({ message: 'deleted', comment: ['A file that the agent deleted'] }),
  editedByUser: () => l10n.t('changed since'),
  editedByUserHint: () => l10n.t('The same lines were changed since. Undo keeps those changes.'),
  undoFile: (file: string) => l10n.t('Undo Changes in {0}', file),
  keepFile: (file: string) => l10n.t('Keep Changes in {0}', file),
  markFileReviewed: (file: string) => l10n.t('Mark {0} as Reviewed', file),
  markFileNotReviewed: (file: string) => l10n.t('Mark {0} as Not Reviewed', file),
  others: (count: number) =>
    plural(count, {
      one: l10n.t('{0} other file changed during the turn', numberText(count)),
      other: l10n.t('{0} other files changed during the turn', numberText(count)),
    }),
  othersHint: () =>
    l10n.t(
      'No tool call or command of the agent accounts for these changes. You, another program or Git may have made them. Undo leaves them as they are.',
    ),
  claim: () => l10n.t('Add to Agent Changes'),
  claimHint: () => l10n.t('Review, keep and undo these changes as changes of the agent'),
  claimFile: (file: string) => l10n.t('Add {0} to Agent Changes', file),
  dismiss: () => l10n.t('Dismiss'),
  dismissHint: () => l10n.t('Remove these files from the list. The files stay as they are.'),
  dismissFile: (file: string) => l10n.t('Remove {0} from the List', file),
  hideUnlisted: () => l10n.t('Hide This Notice'),
  undoWaits: (count: number) =>
    plural(count, {
      one: l10n.t('{0} file will be undone after this turn', numberText(count)),
      other: l10n.t('{0} files will be undone after this turn', numberText(count)),
    }),
  cancelUndo: () => l10n.t('Cancel Undo'),
  cancelUndoOfFile: (file: string) => l10n.t('Cancel Undo in {0}', file),
  fileUndoWaits: () => l10n.t('undone after the turn'),
  unsentComments: (count: number) =>
    plural(count, {
      one: l10n.t('{0} comment not sent', numberText(count)),
      other: l10n.t('{0} comments not sent', numberText(count)),
    }),
  sendReview: () => l10n.t('Send Review'),
  sendReviewHint: () => l10n.t('Send the comments to the agent in one prompt'),
  linesAdded: (count: number) =>
    plural(count, {
      one: l10n.t('{0} line added', numberText(count)),
      other: l10n.t('{0} lines added', numberText(count)),
    }),
  linesRemoved: (count: number) =>
    plural(count, {
      one: l10n.t('{0} line removed', numberText(count)),
      other: l10n.t('{0} lines removed', numberText(count)),
    }),
};
