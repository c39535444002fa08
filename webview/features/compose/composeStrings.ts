// The text of Compose in Editor in the composer.
import * as l10n from '@vscode/l10n';

export const composeStrings = {
  composeInEditor: () => l10n.t('Compose in Editor'),
  draftInEditor: () => l10n.t('Your prompt is open in an editor.'),
  showEditor: () => l10n.t('Show Editor'),
  returnToChat: () => l10n.t('Return to Chat'),
};
