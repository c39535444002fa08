// The text of editors, terminals and links that agents open.
import * as l10n from '@vscode/l10n';

export const editorStrings = {
  // Names of editors, beside the file's name.
  changedByAgent: (file: string) => l10n.t('{0} (changed by the agent)', file),
  proposedNewFile: (file: string) => l10n.t('{0} (proposed new file)', file),
  proposed: (file: string) => l10n.t('{0} (proposed)', file),
  editBeforeAllowing: (file: string) => l10n.t('{0} (edit on the right, then allow)', file),
  partialProposal: (file: string) =>
    l10n.t(
      '{0} cannot be edited before you allow it, because the agent proposes only a part of the file.',
      file,
    ),
  nobodyWaits: (name: string) =>
    l10n.t('The agent no longer waits for {0}. What you wrote is in an untitled editor.', name),

  // Follow mode.
};
