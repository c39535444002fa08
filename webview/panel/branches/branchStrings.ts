// Text of editing an earlier prompt, and of switching between the branches that come of it.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const branchStrings = {
  edit: () => l10n.t('Edit and Resend'),
  editedPrompt: () => l10n.t('Edited prompt'),
  restoreFiles: () => l10n.t('Restore files to this point'),
  resend: () => l10n.t('Resend'),
  resendInFork: () =>
    l10n.t('Sends it in a fork of the session that ends before this prompt. This session stays as it is.'),
  resendInNewSession: () => l10n.t('Sends it in a new session. This session stays as it is.'),
  resendInSameSession: () => l10n.t('Sends it again at the end of this session'),
  startHere: () => l10n.t('Start a New Session from Here'),
  startHereDetail: () =>
    l10n.t(
      'Sends it in a new session that starts with the transcript up to this prompt. This session stays as it is.',
    ),
  copyToComposer: () => l10n.t('Copy to Composer'),
  cancelEdit: () => l10n.t('Cancel Edit'),
  cannotFork: (agent: string) => l10n.t('{0} cannot fork the session at this prompt.', agent),
  afterTurn: () => l10n.t('Wait until the agent has finished, or stop it.'),

  regenerateIn: (detail: string) =>
    l10n.t({ message: 'Regenerate: {0}', args: [detail], comment: ['Then what it does, as a sentence'] }),

  rewind: () => l10n.t('Rewind…'),
  rewindTo: () => l10n.t('Rewind to before this prompt'),
  codeAndConversation: () => l10n.t('Code and Conversation'),
  onlyCode: () => l10n.t('Only Code'),
  onlyConversation: () => l10n.t('Only Conversation'),
  restoresFiles: (count: number) =>
    plural(count, {
      one: l10n.t('Restores {0} file', numberText(count)),
      other: l10n.t('Restores {0} files', numberText(count)),
    }),
  removesPrompts: (count: number) =>
    plural(count, {
      one: l10n.t('Removes {0} prompt', numberText(count)),
      other: l10n.t('Removes {0} prompts', numberText(count)),
    }),
  comparingFiles: () => l10n.t('Comparing files…'),
  noFileChanged: () => l10n.t('No file has changed since this prompt.'),
  noCheckpoint: () => l10n.t('There is no checkpoint of the files before this prompt.'),
  rewindsInFork: () =>
    l10n.t('The conversation continues in a fork of the session that ends before this prompt.'),
  rewindsInNewSession: () => l10n.t('The conversation starts again in a new session.'),
  rewindsWithTranscript: (agent: string) =>
    l10n.t(
      '{0} cannot fork the session at this prompt. The conversation continues in a new session that starts with the transcript up to it.',
      agent,
    ),
  sessionStays: () => l10n.t('This session stays as it is, and you can redo the rewind.'),
  filesToRestore: () => l10n.t('Files to restore'),
  ownEditsToo: () => l10n.t('Your own edits since then are reverted too.'),
  stillRunning: (count: number) =>
    plural(count, {
      one: l10n.t(
        '{0} background task is still running, and can change files after the rewind:',
        numberText(count),
      ),
      other: l10n.t(
        '{0} background tasks are still running, and can change files after the rewind:',
        numberText(count),
      ),
    }),
  untitledTask: () => l10n.t('Background task'),
  more: (count: number) =>
    l10n.t({ message: '{0} more', args: [numberText(count)], comment: ['At the end of a list of names'] }),
  fileCreated: () => l10n.t('Created'),
  fileDeleted: () => l10n.t('Deleted'),
  conversationRewound: () => l10n.t('The conversation was rewound.'),
  allRewound: () => l10n.t('The code and the conversation were rewound.'),
  redo: () => l10n.t('Redo'),
  redoConversation: () => l10n.t('Go back to the session before the rewind'),
  redoAll: () => l10n.t('Go back to the session before the rewind, and redo its changes'),

  branch: (position: number, count: number) => l10n.t('Branch {0} of {1}', position, count),
  position: (position: number, count: number) =>
    l10n.t({ message: '{0} of {1}', args: [position, count], comment: ['Which of the branches is shown'] }),
  previous: () => l10n.t('Previous Branch'),
  next: () => l10n.t('Next Branch'),
};
