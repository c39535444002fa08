// The text of editors in which users answer questions of agents.
import * as l10n from '@vscode/l10n';

export const answerStrings = {
  answer: () => l10n.t({ message: 'Answer (save to send)', comment: ['The name of an editor.'] }),
};
