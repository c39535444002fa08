// The text of the session options; names and values are the agent's.
import * as l10n from '@vscode/l10n';

export const configBarStrings = {
  options: () => l10n.t('Session options'),
  moreOptions: () => l10n.t('More Session Options'),
  optionValue: (option: string, value: string) =>
    l10n.t({ message: '{0}: {1}', args: [option, value], comment: ['An option and its value'] }),
  nameBeforeValue: (option: string) =>
    l10n.t({ message: '{0}:', args: [option], comment: ['An option, before its value'] }),
  nameWithId: (name: string, id: string) =>
    l10n.t({
      message: '{0} ({1})',
      args: [name, id],
      comment: ['A name and what distinguishes it from others'],
    }),
  nameWithKey: (name: string, key: string) =>
    l10n.t({ message: '{0} ({1})', args: [name, key], comment: ['A name and its keyboard shortcut'] }),
  filter: (option: string) => l10n.t('Filter {0}', option),
  typeToFilter: () => l10n.t('Type to filter'),
  noMatches: () => l10n.t('No matches'),
  favorites: () => l10n.t('Favorites'),
  addFavorite: (name: string) => l10n.t('Add {0} to Favorites', name),
  removeFavorite: (name: string) => l10n.t('Remove {0} from Favorites', name),
};
