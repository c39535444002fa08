// The text of the queue.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../../src/core/text/localization.ts';
import { numberText } from '../../../text/format.ts';

export const queueStrings = {
  untilTurnEnds: (count: number) =>
    plural(count, {
      one: l10n.t('{0} queued until the turn ends', numberText(count)),
      other: l10n.t('{0} queued until the turn ends', numberText(count)),
    }),
  untilReady: (count: number) => l10n.t('{0} queued until the agent is ready', numberText(count)),
  untilSignIn: (count: number) => l10n.t('{0} queued: the agent requires you to sign in', numberText(count)),
  notRunning: (count: number) => l10n.t('{0} queued: the agent isn’t running', numberText(count)),
  paused: (count: number, reason: string | undefined) =>
    reason === undefined
      ? l10n.t('Queue paused ({0} waiting)', numberText(count))
      : l10n.t({
          message: 'Queue paused: {0} ({1} waiting)',
          args: [reason, numberText(count)],
          comment: ['A reason, such as “the turn was stopped”; how many prompts wait.'],
        }),
  turnStopped: () => l10n.t({ message: 'the turn was stopped', comment: ['After “Queue paused:”'] }),
  turnFailed: () => l10n.t({ message: 'the turn failed', comment: ['After “Queue paused:”'] }),
  editing: () => l10n.t({ message: 'you are editing a prompt', comment: ['After “Queue paused:”'] }),
  readOnly: () => l10n.t({ message: 'the session is read-only', comment: ['After “Queue paused:”'] }),
  movedTo: (place: number, count: number) =>
    l10n.t('Moved to position {0} of {1}', numberText(place), numberText(count)),
  dragHint: () => l10n.t('Drag to reorder (Alt+Up, Alt+Down)'),
  editPrompt: () => l10n.t('Edit queued prompt'),
  save: () => l10n.t('Save (Enter)'),
  cancelEdit: () => l10n.t('Cancel Edit (Escape)'),
};
