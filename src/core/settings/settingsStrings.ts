// The text about settings that cannot be used.
import * as l10n from '@vscode/l10n';

export const settingsStrings = {
  // What a workspace wants to add.
  nameIsTaken: (name: string) =>
    l10n.t('“{0}” of this workspace is ignored: your settings, or Parley, already use this name.', name),
  workspaceEntryInvalid: (name: string) =>
    l10n.t('“{0}” of this workspace is ignored because its settings are invalid.', name),
  workspaceEntryTooLong: (name: string) =>
    l10n.t('“{0}” of this workspace is too long to review. To use it, add it to your own settings.', name),
};
