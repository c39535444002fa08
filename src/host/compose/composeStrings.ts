// The text of prompts that are written in an editor.
import * as l10n from '@vscode/l10n';

export const composeStrings = {
  prompt: () => l10n.t({ message: 'Prompt', comment: ['The name of an editor.'] }),
  promptOf: (title: string) =>
    l10n.t({ message: 'Prompt - {0}', args: [title], comment: ['The name of an editor; a session.'] }),
  nothingToSend: () => l10n.t('Write a prompt to send.'),
  readOnly: () => l10n.t('This session is read-only. Your prompt is still in the editor.'),
  sessionGone: () =>
    l10n.t('The session of this prompt no longer exists. You can send the prompt in a new session.'),
  sendInNewSession: () => l10n.t('Send in New Session'),
};
