// The names of the editors in which prompts are written.
import * as l10n from '@vscode/l10n';

export const promptNameStrings = {
  prompt: () => l10n.t({ message: 'Prompt', comment: ['The name of an editor.'] }),
  promptOf: (title: string) =>
    l10n.t({ message: 'Prompt - {0}', args: [title], comment: ['The name of an editor; a session.'] }),
};
