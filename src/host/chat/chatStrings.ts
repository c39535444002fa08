// The text of chats, outside of their panels.
import * as l10n from '@vscode/l10n';

export const chatStrings = {
  newSession: () => l10n.t('New session'),
  addAgent: () => l10n.t('Add Agent…'),
  selectAgent: () => l10n.t('Select an agent for the new session'),
};
