// The text of the status bar item.
import * as l10n from '@vscode/l10n';

export const statusBarStrings = {
  untitledSession: () => l10n.t('New session'),
  readOnlyMode: () =>
    l10n.t('Read-only mode: requests to edit, delete or move files or to run commands are denied'),
  // What a session is doing, beside the name of its agent.
  needsInput: () => l10n.t('Needs input'),
  needsSignIn: () => l10n.t('Needs sign-in'),
  failed: () => l10n.t('Failed'),
  silent: () => l10n.t('No response'),
  background: () => l10n.t('Working in the background'),
  switchSession: () => l10n.t('Click to switch sessions'),
};
