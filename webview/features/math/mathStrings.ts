// The text of formulas.
import * as l10n from '@vscode/l10n';

export const mathStrings = {
  formula: () => l10n.t('Formula'),
};
