// Messages about prompts that are sent from an editor.
import * as l10n from '@vscode/l10n';

export const composeStrings = {
  nothingToSend: () => l10n.t('Write a prompt to send.'),
  readOnly: () => l10n.t('This session is read-only. Your prompt is still in the editor.'),
  sessionGone: () =>
    l10n.t('The session of this prompt no longer exists. You can send the prompt in a new session.'),
  sendInNewSession: () => l10n.t('Send in New Session'),
};
