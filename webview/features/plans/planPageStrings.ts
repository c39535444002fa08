// The text of the page of a plan.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const planPageStrings = {
  plan: () => l10n.t('Plan'),
  waiting: (agent: string) => l10n.t('{0} waits for your answer', agent),
  accepted: () => l10n.t({ message: 'Accepted', comment: ['State of a plan'] }),
  rejected: () => l10n.t({ message: 'Not accepted', comment: ['State of a plan'] }),
  withdrawn: () => l10n.t({ message: 'Withdrawn', comment: ['State of a plan'] }),
  accept: () => l10n.t('Accept'),
  acceptAnd: () => l10n.t('Accept and…'),
  keepPlanning: () => l10n.t('Keep Planning'),
  sendComments: (count: number) =>
    plural(count, {
      one: l10n.t('Send {0} Comment', numberText(count)),
      other: l10n.t('Send {0} Comments', numberText(count)),
    }),
  sendCommentsHint: () => l10n.t('Send the plan back with your comments'),
  noComments: () => l10n.t('Send Comments'),
  exportPlan: () => l10n.t('Export…'),
  exportHint: () => l10n.t('Export the plan as Markdown'),
  emptyPlan: () => l10n.t('The plan is empty.'),
  sessionClosed: () => l10n.t('The session is closed.'),

  commentOnLine: (line: number) => l10n.t('Comment on line {0}', numberText(line)),
  commentOnPlan: () => l10n.t('Comment on the Whole Plan'),
  lines: () => l10n.t('Lines'),
  allLines: (start: number, end: number) =>
    start === end
      ? l10n.t('Line {0}', numberText(start))
      : l10n.t('Lines {0}–{1}', numberText(start), numberText(end)),
  lineOf: (line: number, text: string) => l10n.t('Line {0}: {1}', numberText(line), text),
  comment: () => l10n.t({ message: 'Comment', comment: ['Noun: a comment of the user on a plan'] }),
  placeholder: () => l10n.t('Write a comment for the agent; it is sent with the others.'),
  addComment: () => l10n.t('Add Comment'),
  save: () => l10n.t('Save'),
  cancel: () => l10n.t('Cancel'),
  edit: () => l10n.t('Edit'),
  delete: () => l10n.t('Delete'),
  notSent: () => l10n.t('Not sent'),
  wholePlan: () => l10n.t('Whole plan'),
  outdated: (quote: string) => l10n.t('The plan has changed since: {0}', quote),
};
