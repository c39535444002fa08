// Text of what is done with the code blocks of answers.
import * as l10n from '@vscode/l10n';

export const codeBlockStrings = {
  noEditor: () => l10n.t('Open the file in which the code is to be inserted.'),
  notInserted: (file: string) => l10n.t('{0} cannot be edited.', file),
  newFile: () => l10n.t('New File'),

  noTarget: () =>
    l10n.t('The answer names no file for this code. Open the file that it belongs to, and try again.'),
  missing: (file: string) => l10n.t('{0} does not exist.', file),
  createFile: () => l10n.t('Create File'),
  applyTo: (file: string) => l10n.t('Apply to {0}', file),
  /** The file is named only where users do not see it. */
  hiddenTarget: (file: string) =>
    l10n.t('The answer does not show that this code belongs to {0}. Do you want to change this file?', file),
  whichFile: (file: string, other: string) =>
    l10n.t('This code may belong to {0} or to {1}. Which file do you want to change?', file, other),
  applyToProtected: (file: string) => l10n.t('Do you want to apply this code to {0}?', file),
  outside: (file: string) => l10n.t('{0} is outside the workspace.', file),
  same: (file: string) => l10n.t('{0} has this code already.', file),
  conflict: (file: string) =>
    l10n.t('The patch does not fit {0}: the lines that it changes are not there. Nothing was changed.', file),
  whereInFile: (file: string) => l10n.t('It is not clear which lines of {0} the code replaces', file),
  replaceFile: () => l10n.t('Replace the Whole File'),
  replaceSelection: () => l10n.t('Replace the Selection'),
  insertAtCursor: () => l10n.t('Insert at the Cursor'),
  notApplied: (file: string, reason: string) => l10n.t('{0} was not changed: {1}', file, reason),

  /** The name that is offered for a file. */
  answerFile: () => l10n.t('response'),

  noCommand: () => l10n.t('There is no command in this code.'),
  notOneLine: () => l10n.t('This terminal might run the commands line by line, so they were copied instead.'),
  clipboardReplaced: () =>
    l10n.t(
      'The commands were pasted into the terminal and are still on the clipboard. Anything there that was not text was replaced.',
    ),
};
