// The text about sounds.
import * as l10n from '@vscode/l10n';

export const soundStrings = {
  onOtherMachine: () =>
    l10n.t('Parley can’t play sounds here because it runs on the remote machine, not on this one.'),
};
