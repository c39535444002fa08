// The text of the budget.
import * as l10n from '@vscode/l10n';

export const usageUiStrings = {
  sendAnyway: () => l10n.t('Send the prompt anyway?'),
  changeBudget: () => l10n.t('Change Budget…'),
  send: () => l10n.t('Send Anyway'),
  sendAndStopAsking: () => l10n.t('Send and Don’t Ask Again in This Session'),
};
