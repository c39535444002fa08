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

  // Config options.
  sessionIsOpening: () => l10n.t('The session is still opening. Try again in a moment.'),
  noOptions: () => l10n.t('This session has no options.'),
  noOptionOfCategory: (category: string) =>
    l10n.t('This session has no option in the category “{0}”.', category),
  currentValue: (value: string) => l10n.t('Current: {0}', value),
  on: () => l10n.t({ message: 'On', comment: ['The value of an option that is switched on.'] }),
  favorites: () => l10n.t('favorites'),
};
