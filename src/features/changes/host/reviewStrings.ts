// The text of reviewing, undoing and restoring changes in VS Code's editors, pickers and notifications.
import * as l10n from '@vscode/l10n';
import { displayLanguage, plural } from '../../../core/text/localization.ts';

function numberText(count: number): string {
  return count.toLocaleString(displayLanguage());
}

export const reviewStrings = {
  noChanges: () => l10n.t('No agent changes in this session.'),
  untitled: () => l10n.t('New session'),
  noChangeHere: () => l10n.t('No agent change at this position.'),
  nothingToRedo: () => l10n.t('Nothing to redo.'),
  noPrompts: () => l10n.t('No prompts in this session.'),
  selectPrompt: () => l10n.t('Select the prompt to rewind to'),
  rewindDiffTitle: (name: string) =>
    l10n.t({
      message: '{0} (Now ↔ After Rewind)',
      args: [name],
      comment: ['Title of a comparison: the file as it is, beside how a rewind would leave it.'],
    }),
  cannotCompare: (name: string) => l10n.t('{0} is not a text file, or has not changed.', name),
  confirmRestore: (count: number) =>
    plural(count, {
      one: l10n.t('Restore {0} file to the checkpoint before this prompt?', count),
      other: l10n.t('Restore {0} files to the checkpoint before this prompt?', count),
    }),
  restoreDetail: (files: string) =>
    l10n.t('{0}\n\nYour own edits since then are reverted too. You can redo them.', files),
  restore: () => l10n.t({ message: 'Restore', comment: ['Button that restores files to a checkpoint.'] }),
  confirmKeep: (count: number) =>
    plural(count, {
      one: l10n.t('Keep {0} file that can run code?', count),
      other: l10n.t('Keep {0} files that can run code?', count),
    }),
  changesKept: (count: number) =>
    plural(count, {
      one: l10n.t('The changes in {0} file were kept.', count),
      other: l10n.t('The changes in {0} files were kept.', count),
    }),
  keep: () => l10n.t('Keep'),
  undo: () => l10n.t('Undo'),
  confirmUndo: (count: number) =>
    plural(count, {
      one: l10n.t('Undo the changes in {0} file?', count),
      other: l10n.t('Undo the changes in {0} files?', count),
    }),
  confirmUndoDetail: (files: string) =>
    l10n.t(
      '{0}\n\nThe text that Undo restores differs from what the agent reported as the text before its changes.',
      files,
    ),
  notRedoable: (files: string) =>
    l10n.t(
      '{0}\n\nParley has no copy of what is there now, because of its size, its kind or an ignore rule. You cannot redo this undo.',
      files,
    ),
  onlyCopyDetail: (files: string) =>
    l10n.t(
      '{0}\n\nThe agent moved the contents of another file there. Undo removes the only copy, and does not restore the other file.',
      files,
    ),
  andMore: (count: number) => l10n.t('…and {0} more', count),
  runsCode: (state: string, reason: string) => l10n.t('{0}, runs code: {1}', state, reason),
  undoWaits: () => l10n.t('The changes will be undone after this turn.'),
  notUndone: (files: string) =>
    l10n.t('Not fully undone, because the same lines were changed since: {0}', files),
  notRedone: (files: string) => l10n.t('Not redone, because the files changed since: {0}', files),
  notWritten: (files: string, reason: string) => l10n.t('Could not write {0}: {1}', files, reason),
  preparingUndo: () => l10n.t('Preparing undo…'),
  undoing: () => l10n.t('Undoing changes'),
  redoing: () => l10n.t('Redoing changes'),
  restoring: () => l10n.t('Restoring files'),
  filesDone: (done: number, total: number) => l10n.t('{0} of {1} files', numberText(done), numberText(total)),
  undoCanceled: (count: number) =>
    plural(count, {
      one: l10n.t('Undo was canceled. {0} file was not undone and stays in the list.', numberText(count)),
      other: l10n.t('Undo was canceled. {0} files were not undone and stay in the list.', numberText(count)),
    }),
  undoRest: () => l10n.t('Undo the Rest'),
  redoCanceled: (count: number) =>
    plural(count, {
      one: l10n.t('Redo was canceled. {0} file was not redone.', numberText(count)),
      other: l10n.t('Redo was canceled. {0} files were not redone.', numberText(count)),
    }),
  redoRest: () => l10n.t('Redo the Rest'),
  restoreCanceled: (count: number) =>
    plural(count, {
      one: l10n.t('Restore was canceled. {0} file was not restored.', numberText(count)),
      other: l10n.t('Restore was canceled. {0} files were not restored.', numberText(count)),
    }),
  lineEndsDiffer: () =>
    l10n.t('The editor has unsaved changes and other line endings than the file. Save it, then try again.'),
  diffTitle: (name: string) => l10n.t('{0} (Agent Changes)', name),
  otherChange: (name: string) => l10n.t('{0} (Changed During the Turn)', name),
  multiDiffTitle: () => l10n.t('Agent Changes'),
  sourceControl: (session: string) =>
    l10n.t({
      message: 'Parley: {0}',
      args: [session],
      comment: ['The changes of a session among those of git, by its title'],
    }),
  keepHunk: () => l10n.t('Keep'),
  undoHunk: () => l10n.t('Undo'),
  hunkOf: (session: string, number: number, count: number) =>
    l10n.t({
      message: '{0} · {1} of {2}',
      args: [session, number, count],
      comment: ['The title of a session, and which of its changes in a file this is'],
    }),
  sourceControlGroup: () => l10n.t('Agent Changes'),
  sourceControlGroupOf: (folder: string) => l10n.t('Agent Changes in {0}', folder),
  reviewChanges: () => l10n.t('Review Changes'),
  reviewed: (reviewed: number, total: number) =>
    l10n.t('{0} of {1} reviewed', numberText(reviewed), numberText(total)),
  created: () => l10n.t('Created'),
  modified: () => l10n.t('Modified'),
  deleted: () => l10n.t('Deleted'),
};
