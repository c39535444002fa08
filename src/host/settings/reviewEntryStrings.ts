// The text of dialogs that ask about a setting of a workspace.
import * as l10n from '@vscode/l10n';

export const reviewEntryStrings = {
  // What a workspace wants to add.
  allowAgent: (name: string) =>
    l10n.t('Allow the agent “{0}” from the settings of this workspace to run on your machine?', name),
  allowMcpServer: (name: string) =>
    l10n.t('Allow the MCP server “{0}” from the settings of this workspace in your sessions?', name),
  allowDefaultAgent: (name: string) =>
    l10n.t('Allow the settings of this workspace to make “{0}” the default agent here?', name),
  tooLongToReview: () => l10n.t('It is too long to review here. To use it, add it to your own settings.'),
  allow: () => l10n.t('Allow'),
  doNotAllow: () => l10n.t('Don’t Allow'),
  revoke: () => l10n.t('Revoke'),
  nextPage: () => l10n.t('Next Page'),
  page: (page: number, pages: number) => l10n.t('Page {0} of {1}', page, pages),
};
