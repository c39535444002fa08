// The text of errors of connections to remote agents.
import * as l10n from '@vscode/l10n';
import { plural } from './text/localization.ts';

export const remoteErrorStrings = {
  unreachable: (agent: string, address: string) => l10n.t('Could not connect to {0} at {1}.', agent, address),
  connectionLost: (agent: string) => l10n.t('The connection to {0} was lost.', agent),
  tokenMissing: (agent: string, status: number) =>
    l10n.t('{0} requires a token (HTTP status {1}). Enter one to connect.', agent, status),
  tokenRefused: (agent: string, status: number) =>
    l10n.t('{0} did not accept the credentials (HTTP status {1}). Enter another token.', agent, status),
  redirected: (agent: string, target: string) =>
    l10n.t(
      '{0} redirects to {1}. Parley does not follow redirects to other servers. If you trust it, use that address in the settings.',
      agent,
      target,
    ),
  notAcp: (agent: string, address: string) =>
    l10n.t(
      'Could not connect to {0}: the server at {1} did not respond as an ACP agent. Check the URL.',
      agent,
      address,
    ),
  refused: (agent: string, status: number) =>
    l10n.t('{0} refused the connection with HTTP status {1}.', agent, status),
  messageTooLarge: (agent: string, megabytes: number) =>
    l10n.t('{0} sent a message of more than {1} MB, so it was disconnected.', agent, megabytes),
  timedOut: (agent: string, seconds: number) =>
    plural(seconds, {
      one: l10n.t('{0} did not respond within {1} second. Check its URL.', agent, seconds),
      other: l10n.t('{0} did not respond within {1} seconds. Check its URL.', agent, seconds),
    }),
  unencrypted: (agent: string, address: string) =>
    l10n.t(
      'The connection to {0} at {1} is not encrypted: others on the network can read and change it.',
      agent,
      address,
    ),
};
