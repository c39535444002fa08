// Why the setting of an agent cannot be used.
import * as l10n from '@vscode/l10n';

export const agentSettingStrings = {
  agentNotObject: () => l10n.t('it must be an object.'),
  agentCommandMissing: () => l10n.t('it needs a “command” or a “url”.'),
  agentUrlInvalid: () =>
    l10n.t('“url” must be an address with “wss://” or “https://”, without a user name or a password.'),
  agentHeaderInvalid: (header: string) => l10n.t('the header “{0}” is not valid.', header),
  agentHeaderReserved: (header: string) => l10n.t('the header “{0}” is set by Parley itself.', header),
  agentProtocolInvalid: () => l10n.t('“protocol” must be “acp” or “rpc”.'),
  agentValueInvalid: (path: string) => l10n.t('“{0}” has an invalid value.', path),
};
