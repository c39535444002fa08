// The text of editors, terminals and links that agents open.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const editorStrings = {
  // Names of editors, beside the file's name.
  answer: () => l10n.t({ message: 'Answer (save to send)', comment: ['The name of an editor.'] }),
  changedByAgent: (file: string) => l10n.t('{0} (changed by the agent)', file),
  proposedNewFile: (file: string) => l10n.t('{0} (proposed new file)', file),
  proposed: (file: string) => l10n.t('{0} (proposed)', file),
  editBeforeAllowing: (file: string) => l10n.t('{0} (edit on the right, then allow)', file),
  partialProposal: (file: string) =>
    l10n.t(
      '{0} cannot be edited before you allow it, because the agent proposes only a part of the file.',
      file,
    ),

  // Follow mode.
  followOn: () => l10n.t('Follow mode is on. Typing or scrolling in the editor pauses it.'),
  followOff: () => l10n.t('Follow mode is off.'),

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
