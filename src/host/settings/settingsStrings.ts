// The text about settings and config options.
import * as l10n from '@vscode/l10n';

export const settingsStrings = {
  demoAgent: () => l10n.t('Demo agent'),

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
