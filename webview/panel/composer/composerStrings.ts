// The text of the composer.
import * as l10n from '@vscode/l10n';
import { numberText } from '../../text/format.ts';

export const composerStrings = {
  ask: (agent: string) => l10n.t('Ask {0}', agent),
  placeholder: () => l10n.t('Ask, @ for context, / for commands'),
  commands: () => l10n.t('Commands'),
  mentions: () => l10n.t('Files and other context'),
  searching: () => l10n.t('Searching…'),
  noMatchingFiles: () => l10n.t('No matching files'),
  noMatches: () => l10n.t('No matches'),
  typeAddress: () => l10n.t('Type the address of a web page'),
  mentionCount: (count: number) =>
    count === 1 ? l10n.t('1 suggestion') : l10n.t('{0} suggestions', numberText(count)),
  send: () => l10n.t('Send'),
  queue: () => l10n.t('Add to Queue'),
  readingContext: () => l10n.t('Reading context…'),
  cancelSending: () => l10n.t('Cancel Sending'),
  stop: () => l10n.t('Stop'),
  readOnly: () => l10n.t('Read-only'),
  readOnlyHint: () =>
    l10n.t(
      'Requests to edit, delete or move files or to run commands are denied. Click to turn off read-only mode.',
    ),

  sentWithNextPrompt: () => l10n.t('With next prompt'),
  removeAttached: () => l10n.t('Remove'),
  removeTranscript: () => l10n.t('Remove Transcript'),
};
