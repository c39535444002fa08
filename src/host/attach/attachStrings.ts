// The text of adding context to a chat, outside of the panel.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const attachStrings = {
  addContext: () => l10n.t('Add context to the chat'),
  filesAndFolders: () => l10n.t('Files and Folders…'),
  image: () => l10n.t('Image…'),
  audio: () => l10n.t('Audio File…'),
  openEditors: () => l10n.t('Open Editors'),
  selection: () => l10n.t('Selection'),
  problems: () => l10n.t('Problems'),
  changes: () => l10n.t('Git Changes'),
  stagedChanges: () => l10n.t('Staged Changes'),
  terminal: () => l10n.t('Last Terminal Command'),
  terminalName: (terminal: string) => l10n.t('Terminal {0}', terminal),
  addFiles: () => l10n.t('Add to Chat'),
  images: () => l10n.t('Images'),
  audioFiles: () => l10n.t('Audio'),
  problemsIn: (file: string) => l10n.t('Problems in {0}', file),

  expected: (text: string) => l10n.t('Expected: {0}', text),
  actual: (text: string) => l10n.t('Actual: {0}', text),

  nothingSelected: () => l10n.t('There is no selection in an editor or terminal to add.'),
  nothingInTerminal: () =>
    l10n.t('There is no terminal command to add. Run one in a terminal with shell integration.'),
  nothingToAdd: () => l10n.t('There is nothing here that can be added to the chat.'),
  missing: (name: string) => l10n.t('“{0}” was not added because it cannot be found.', name),
  unreadable: (name: string) => l10n.t('“{0}” was not added because it is not text.', name),
  otherComputer: (name: string) => l10n.t('“{0}” was not added because it is on another computer.', name),
  tooLarge: (name: string, limit: string) =>
    l10n.t('“{0}” was not added because it is larger than {1}.', name, limit),
  andOthers: (first: string, count: number) =>
    plural(count, {
      one: l10n.t('{0} {1} more item was not added.', first, count),
      other: l10n.t('{0} {1} more items were not added.', first, count),
    }),
  tooMany: (limit: number) => l10n.t('Only the first {0} items were added.', limit),
};
