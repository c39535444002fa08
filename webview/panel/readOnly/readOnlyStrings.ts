// The text in the composer's place in a read-only session; the reason comes from the host.
import * as l10n from '@vscode/l10n';

export const readOnlyStrings = {
  readOnlySession: () => l10n.t('Read-only session'),
  continueInNewSession: () => l10n.t('Continue in New Session'),
  tryAgain: () => l10n.t('Try Again'),
  continueHint: () => l10n.t('The new session gets this transcript with your first prompt'),
};
