// The text of the tab about usage.
import * as l10n from '@vscode/l10n';

export const usagePageStrings = {
  usage: () => l10n.t('Usage'),
  untitledSession: () => l10n.t('New session'),
};
