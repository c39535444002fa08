// The text of the lists of a session's options.
import * as l10n from '@vscode/l10n';

export const configPickerStrings = {
  // Config options.
  selectOption: () => l10n.t('Select an option to change'),
  off: () => l10n.t({ message: 'Off', comment: ['The value of an option that is switched off.'] }),
  addToFavorites: () => l10n.t('Add to Favorites'),
  removeFromFavorites: () => l10n.t('Remove from Favorites'),
};
