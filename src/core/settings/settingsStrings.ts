// The text about settings that cannot be used.
import * as l10n from '@vscode/l10n';

export const settingsStrings = {
  agentNotObject: () => l10n.t('it must be an object.'),
  agentCommandMissing: () => l10n.t('it needs a “command” or a “url”.'),
  agentUrlInvalid: () =>
    l10n.t('“url” must be an address with “wss://” or “https://”, without a user name or a password.'),
  agentHeaderInvalid: (header: string) => l10n.t('the header “{0}” is not valid.', header),
  agentHeaderReserved: (header: string) => l10n.t('the header “{0}” is set by Parley itself.', header),
  agentProtocolInvalid: () => l10n.t('“protocol” must be “acp” or “rpc”.'),
  agentValueInvalid: (path: string) => l10n.t('“{0}” has an invalid value.', path),

  // What a workspace wants to add.
  nameIsTaken: (name: string) =>
    l10n.t('“{0}” of this workspace is ignored: your settings, or Parley, already use this name.', name),
  workspaceEntryInvalid: (name: string) =>
    l10n.t('“{0}” of this workspace is ignored because its settings are invalid.', name),
  workspaceEntryTooLong: (name: string) =>
    l10n.t('“{0}” of this workspace is too long to review. To use it, add it to your own settings.', name),
  reviewDefaultAgent: (name: string) => l10n.t('Default agent: {0}', name),
  reviewCommand: (commandLine: string) => l10n.t('Command: {0}', commandLine),
  reviewUrl: (url: string) => l10n.t('URL: {0}', url),
  reviewEnvironment: () => l10n.t('Environment variables:'),
  reviewHeaders: () => l10n.t('HTTP headers:'),
  reviewOthers: () => l10n.t('Other settings:'),
  reviewFolder: (folder: string) => l10n.t('Starts in: {0}', folder),
  reviewInputs: () => l10n.t('Values that it asks for, or gets if you entered them before:'),
  reviewReads: (names: string) => l10n.t('Reads from your environment: {0}', names),
  reviewWorkspaceFolder: (folder: string) => l10n.t('Workspace folder: {0}', folder),
  reviewFile: (path: string) => l10n.t('Defined in: {0}', path),
  reviewSource: (path: string) => l10n.t('Defined in the settings of: {0}', path),
};
