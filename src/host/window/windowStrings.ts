// The text of what belongs to the window as a whole.
import * as l10n from '@vscode/l10n';

export const windowStrings = {
  activationFailed: () => l10n.t('Parley could not start. The log has the details.'),
  showLog: () => l10n.t('Show Log'),
};
