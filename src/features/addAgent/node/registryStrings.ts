// The errors of the registry and of installs, in the display language.
import * as l10n from '@vscode/l10n';

/** In megabytes, as the message says it. */
const MEGABYTE = 1024 * 1024;

export const registryStrings = {
  cancelled: () => l10n.t('Canceled.'),
  addressRefused: (address: string) =>
    l10n.t('Parley does not load from {0}, because the address does not use HTTPS.', address),
  requestFailed: (host: string) => l10n.t('{0} could not be reached.', host),
  timedOut: (host: string) => l10n.t('{0} did not answer in time.', host),
  status: (host: string, status: number) => l10n.t('{0} answered with HTTP status {1}.', host, status),
  tooLarge: (host: string, maxBytes: number) =>
    l10n.t('{0} sent more than {1} MB.', host, Math.round(maxBytes / MEGABYTE)),
  listMalformed: (host: string) => l10n.t('{0} did not send a list of agents.', host),
  archiveUnsupported: (address: string) =>
    l10n.t('Parley cannot install {0}: its format is not one of the ACP registry’s.', address),
  archiveUnsafe: (entry: string) =>
    l10n.t(
      'The archive was not installed, because it contains “{0}”, which would be unpacked outside of its folder or is not a file.',
      entry,
    ),
  archiveTooLarge: () =>
    l10n.t('The archive was not installed, because it contains more than an agent needs.'),
  archiveBroken: () => l10n.t('The downloaded archive cannot be unpacked.'),
  checksumWrong: () =>
    l10n.t('The download was discarded, because its SHA-256 checksum is not the one in the registry.'),
  programMissing: (program: string) =>
    l10n.t('The archive was not installed, because it does not contain the program {0}.', program),
  installFailed: () => l10n.t('The agent could not be installed.'),
};
