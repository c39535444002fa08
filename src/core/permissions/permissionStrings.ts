// The text of permission requests that Parley itself makes for an agent.
import * as l10n from '@vscode/l10n';

export const permissionStrings = {
  allowOnce: () => l10n.t('Allow Once'),
  allowForSession: () => l10n.t('Allow for This Session'),
  reject: () => l10n.t('Reject'),

  // What an option does, where its name does not say so.
  allowsOnce: () => l10n.t('Allows once'),
  allowsAlways: () => l10n.t('Always allows'),
  rejectsOnce: () => l10n.t('Rejects once'),
  rejectsAlways: () => l10n.t('Always rejects'),
  unknownEffect: () => l10n.t('Unknown effect'),

  run: (commandLine: string) => l10n.t('Run {0}', commandLine),
  read: (path: string) => l10n.t('Read {0}', path),
  readOutside: (path: string) => l10n.t('Read a file outside the folders of this session: {0}', path),
  write: (path: string) => l10n.t('Write {0}', path),
  writeOutside: (path: string) => l10n.t('Write a file outside the folders of this session: {0}', path),
};
