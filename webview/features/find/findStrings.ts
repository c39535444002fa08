// The text of the find bar.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const findStrings = {
  findInChat: () => l10n.t('Find in Chat'),
  find: () => l10n.t('Find'),
  matchCase: () => l10n.t('Match Case'),
  previousMatch: () => l10n.t('Previous Match'),
  nextMatch: () => l10n.t('Next Match'),
  close: () => l10n.t('Close'),
  withKey: (label: string, key: string) =>
    l10n.t({ message: '{0} ({1})', args: [label, key], comment: ['A label and its keyboard shortcut'] }),
  /** `index` is 0-based; undefined when no match is the current one. */
  position: (index: number | undefined, count: number) =>
    l10n.t('{0} of {1}', index === undefined ? '?' : numberText(index + 1), numberText(count)),
  positionWithExcerpt: (index: number, count: number, excerpt: string) =>
    l10n.t('{0} of {1}: {2}', numberText(index + 1), numberText(count), excerpt),
  noResults: () => l10n.t('No results'),
  noResultsFor: (text: string) => l10n.t('No results for “{0}”', text),
  resultsFor: (count: number, text: string) =>
    plural(count, {
      one: l10n.t('{0} result for “{1}”', numberText(count), text),
      other: l10n.t('{0} results for “{1}”', numberText(count), text),
    }),
};
