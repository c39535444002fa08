// The text of links and terminals that are opened.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const openedStrings = {
  // Links.
  linkRefused: (link: string) =>
    l10n.t('Only web links, mail links and files in the workspace can be opened, not {0}', link),
  fileMissing: (path: string) => l10n.t('The file {0} does not exist.', path),
  fileOutside: (path: string) => l10n.t('{0} cannot be opened because it is outside the workspace.', path),

  // Terminals.
  terminalName: () => l10n.t({ message: 'Agent Command', comment: ['The name of a terminal.'] }),
  outputDropped: (bytes: number) =>
    plural(bytes, {
      one: l10n.t('{0} byte of earlier output is no longer available', bytes),
      other: l10n.t('{0} bytes of earlier output are no longer available', bytes),
    }),
  exitedWithCode: (code: number) => l10n.t('Exited with code {0}', code),
  terminatedBy: (signal: string) => l10n.t('Terminated by {0}', signal),
  exited: () => l10n.t('Exited'),
};
