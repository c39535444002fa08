// The text of comments on agents' changes and of what marks files that are not reviewed.
import * as l10n from '@vscode/l10n';

export const commentStrings = {
  /** Beside the name of a file; VS Code draws two characters at most. */
  badge: () => '◆',
  notReviewed: (agents: string) => l10n.t('Changed by {0}, not reviewed', agents),
};
