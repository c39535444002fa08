// The text about the servers of remote agents: tokens, and connections without encryption.
import * as l10n from '@vscode/l10n';

export const remoteStrings = {
  tokenTitle: (agent: string) => l10n.t('Token for {0}', agent),
  tokenPrompt: (server: string) =>
    l10n.t('Sent as a bearer token to {0} only, and stored encrypted. Leave empty to remove it.', server),
  tokenInvalid: () => l10n.t('A token cannot contain spaces or special characters.'),
  confirmUnencrypted: (agent: string) => l10n.t('Connect to {0} without encryption?', agent),
  unencryptedDetail: (address: string) =>
    l10n.t(
      'Others on the network can read and change what is sent to {0}: prompts, files, commands and tokens. Use “wss://” or “https://” where the server supports it.',
      address,
    ),
  connectUnencrypted: () => l10n.t('Connect Without Encryption'),
};
