// How a setting of a workspace is described before the user allows it.
import * as l10n from '@vscode/l10n';

export const reviewStrings = {
  // What a workspace wants to add.
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
