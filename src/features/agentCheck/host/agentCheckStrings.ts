// The text around the page that checks an agent.
import * as l10n from '@vscode/l10n';

export const agentCheckStrings = {
  copied: () => l10n.t('Report copied.'),
  selectAgent: () => l10n.t('Select an agent to check'),
};
