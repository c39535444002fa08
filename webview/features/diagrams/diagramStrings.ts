// The text of diagrams.
import * as l10n from '@vscode/l10n';

export const diagramStrings = {
  diagram: () => l10n.t('Diagram'),
  cannotDraw: (reason: string) => l10n.t('This diagram cannot be drawn: {0}', reason),
  empty: () => l10n.t('It is empty.'),
  tooLarge: () => l10n.t('It is too large.'),
  tooLong: (limit: string) => l10n.t('It has more than {0} characters.', limit),
};
