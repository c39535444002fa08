// The text that Parley adds to a text of any length.
import * as l10n from '@vscode/l10n';
import { plural } from '../../src/core/text/localization.ts';
import { numberText } from './format.ts';

export const textStrings = {
  longText: () => l10n.t('Long text'),
  charactersNotShown: (count: number) =>
    plural(count, {
      one: l10n.t('{0} more character is not shown.', numberText(count)),
      other: l10n.t('{0} more characters are not shown.', numberText(count)),
    }),
};
