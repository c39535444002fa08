// The text about settings and config options.
import * as l10n from '@vscode/l10n';

export const settingsStrings = {
  demoAgent: () => l10n.t('Demo agent'),

  // Settings that do not hold as they are written.
  openSettings: () => l10n.t('Open Settings'),
  belowMinimum: (setting: string, value: string, used: string) =>
    l10n.t('“{0}” is {1}, which is below the minimum. Parley uses {2} instead.', setting, value, used),
  aboveMaximum: (setting: string, value: string, used: string) =>
    l10n.t('“{0}” is {1}, which is above the maximum. Parley uses {2} instead.', setting, value, used),
  unusableValue: (setting: string, value: string, used: string) =>
    l10n.t('“{0}” has an invalid value: {1}. Parley uses {2} instead.', setting, value, used),

  // Agents in lists.
  defaultAgent: () =>
    l10n.t({ message: 'default', comment: ['Beside the agent of new sessions, in a list.'] }),
  agentOfSession: () =>
    l10n.t({ message: 'this session', comment: ['Beside the agent of the shown session, in a list.'] }),
  noModel: () => l10n.t('built-in, no AI model'),
  fromWorkspace: () => l10n.t('from this workspace'),
  needsConfirmation: () => l10n.t('from this workspace, needs confirmation'),

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

  // Config options.
  sessionIsOpening: () => l10n.t('The session is still opening. Try again in a moment.'),
  noOptions: () => l10n.t('This session has no options.'),
  noOptionOfCategory: (category: string) =>
    l10n.t('This session has no option in the category “{0}”.', category),
  selectOption: () => l10n.t('Select an option to change'),
  currentValue: (value: string) => l10n.t('Current: {0}', value),
  on: () => l10n.t({ message: 'On', comment: ['The value of an option that is switched on.'] }),
  off: () => l10n.t({ message: 'Off', comment: ['The value of an option that is switched off.'] }),
  favorites: () => l10n.t('favorites'),
  addToFavorites: () => l10n.t('Add to Favorites'),
  removeFromFavorites: () => l10n.t('Remove from Favorites'),
};
