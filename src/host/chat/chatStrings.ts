// The text of chats, outside of their panels.
import * as l10n from '@vscode/l10n';

export const chatStrings = {
  queuedPromptSent: () => l10n.t('This prompt was sent before your change was saved.'),
  newSession: () => l10n.t('New session'),
  selectFolder: () => l10n.t('Select the folder for the new session'),
  addAgent: () => l10n.t('Add Agent…'),
  promptNotSent: (reason: string) =>
    l10n.t({
      message: 'The prompt was not sent. {0}',
      args: [reason],
      comment: ['{0} is a sentence with the reason.'],
    }),
  promptInterrupted: () => l10n.t('The prompt was not sent because the window was closed or reloaded.'),
  editInterrupted: () =>
    l10n.t('Your change to a queued prompt was not saved because the window was closed or reloaded.'),
  attachmentMissing: () =>
    l10n.t('The prompt was not sent because an attachment is no longer available. Attach it again.'),
  insertedMissing: () => l10n.t('The attachment is no longer available. Attach it again.'),
  promptStopped: () => l10n.t('The prompt was not sent because you stopped it.'),
  selectAgent: () => l10n.t('Select an agent for the new session'),
};
