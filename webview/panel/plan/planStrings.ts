// The text of the agent's plan.
import * as l10n from '@vscode/l10n';
import { numberText } from '../../text/format.ts';

export const planStrings = {
  plan: () => l10n.t('Plan'),
  progress: (done: number, total: number) => l10n.t('{0} of {1}', numberText(done), numberText(total)),
  progressWithStep: (done: number, total: number, step: string) =>
    l10n.t('{0} of {1} · {2}', numberText(done), numberText(total), step),
  pending: () => l10n.t('To do'),
  inProgress: () => l10n.t('In progress'),
  completed: () => l10n.t('Done'),
  failed: () => l10n.t('Failed'),
  cancelled: () => l10n.t('Stopped'),
  /** Read out before a step. */
  stateOfStep: (state: string) =>
    l10n.t({ message: '{0}:', args: [state], comment: ['The state of a step, before its text'] }),
  openPlan: () => l10n.t('Open Plan'),
  openPlanHint: () => l10n.t('Open the plan beside the chat, to read it and to comment on its lines'),
  accepted: () => l10n.t({ message: 'Accepted', comment: ['State of a plan'] }),
  withdrawn: () => l10n.t({ message: 'Withdrawn', comment: ['State of a plan'] }),
  highPriority: () => l10n.t('high priority'),
};
