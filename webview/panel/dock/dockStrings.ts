// The text of the dock: permission requests, the queue, and what the agent's extensions show.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const dockStrings = {
  asksForPermissionTo: (agent: string, title: string) => l10n.t('{0} asks for permission: {1}', agent, title),
  asks: (agent: string, question: string) => l10n.t('{0} asks: {1}', agent, question),
  wantsToRun: (agent: string) => l10n.t('{0} wants to run:', agent),
  wantsToEdit: (agent: string, file: string) => l10n.t('{0} wants to edit {1}', agent, file),
  wantsToWrite: (agent: string, file: string) => l10n.t('{0} wants to write {1}', agent, file),
  forSubagent: (title: string) => l10n.t('For the sub-agent “{0}”', title),
  numberOf: (number: number, count: number) => l10n.t('{0} of {1}', numberText(number), numberText(count)),
  askedByRule: (rule: string) => l10n.t('Asked by rule: {0}', rule),
  moreProtectedFiles: (count: number) =>
    plural(count, {
      one: l10n.t('{0} more file can run code.', numberText(count)),
      other: l10n.t('{0} more files can run code.', numberText(count)),
    }),
  allowsOtherFiles: (option: string, agent: string) =>
    l10n.t('“{0}” may also let {1} change other files without asking you.', option, agent),
  fileChanged: () => l10n.t('The file has changed since this was asked. Review it again before you answer.'),
  requestChanged: () =>
    l10n.t('The agent changed this request after it asked. Review it again before you answer.'),
  callEnded: () => l10n.t('The agent reported that this call has ended, without waiting for your answer.'),
  lasting: () => l10n.t('Holds for later requests too'),
  optionsInFull: () => l10n.t('Options in full'),
  edit: () => l10n.t('Edit'),
  editHint: () => l10n.t('Edit the text before allowing it'),
  allowWords: () => l10n.t('Always Allow with These Words'),
  allowWordsHint: (commands: string) => l10n.t('Adds a rule to your settings that allows: {0}', commands),
  pressEnter: (option: string) => l10n.t('Press Enter to choose “{0}”', option),

  queue: () => l10n.t('Queued prompts'),
  resumeQueue: () => l10n.t('Resume Queue'),
  attachments: (count: number) =>
    plural(count, {
      one: l10n.t('{0} attachment', numberText(count)),
      other: l10n.t('{0} attachments', numberText(count)),
    }),
  moveUp: () => l10n.t('Move Up'),
  moveDown: () => l10n.t('Move Down'),
  editQueued: () => l10n.t('Edit'),
  removeQueued: () => l10n.t('Remove'),
  steer: () => l10n.t('Send Without Stopping'),
  followUp: () => l10n.t('Send to Be Answered Next'),
  sendNow: () => l10n.t('Send Now'),
  stopAndSend: () => l10n.t('Stop and Send Now'),

  extensionStatus: () => l10n.t('Extension status'),
  moreExtensionStatus: () => l10n.t('More extension status'),
};
