// The text of the status bar item.
import * as l10n from '@vscode/l10n';

export const statusBarStrings = {
  untitledSession: () => l10n.t('New session'),
  readOnlyMode: () =>
    l10n.t('Read-only mode: requests to edit, delete or move files or to run commands are denied'),
  // What a session is doing, beside the name of its agent.
  needsInput: () => l10n.t('Needs input'),
  needsSignIn: () => l10n.t('Needs sign-in'),
  limited: () => l10n.t('Usage limit reached'),
  waitingUntil: (time: string, left: string) =>
    l10n.t({
      message: 'Waiting until {0} ({1})',
      args: [time, left],
      comment: ['{0} is a time, such as “3:40 PM”, and {1} how long that is from now, such as “2 hr 5 min”.'],
    }),
  failed: () => l10n.t('Failed'),
  silent: () => l10n.t('No response'),
  background: () => l10n.t('Working in the background'),
  switchSession: () => l10n.t('Click to switch sessions'),
};
