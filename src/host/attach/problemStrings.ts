// The text of the quick fix of problems, which is needed before anything is added.
import * as l10n from '@vscode/l10n';

export const problemStrings = {
  addToChat: () => l10n.t('Add to Chat'),
};
