// The text of the quick fix of problems, which is needed before anything is added.
import * as l10n from '@vscode/l10n';

export const problemStrings = {
  fixWith: (agent: string) => l10n.t('Fix with {0}', agent),
  explainWith: (agent: string) => l10n.t('Explain with {0}', agent),
  resolveWith: (agent: string) => l10n.t('Resolve Conflict with {0}', agent),
  addToChat: () => l10n.t('Add to Chat'),
};
