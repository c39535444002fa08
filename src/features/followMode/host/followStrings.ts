// What follow mode shows in the status bar.
import * as l10n from '@vscode/l10n';

export const followStrings = {
  on: () => l10n.t('Follow mode is on. Typing or scrolling in the editor pauses it.'),
  off: () => l10n.t('Follow mode is off.'),
};
