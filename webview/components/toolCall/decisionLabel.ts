// Who answered a permission request and how, in words for the tool card.
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { PermissionDecision } from '../../../src/core/session/permissionDecision.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  allow_once: 'Allowed once',
  allow_always: 'Allowed always',
  reject_once: 'Rejected',
  reject_always: 'Rejected always',
};

/** What became of the text that the user edited before they allowed it. */
const EDITS: Readonly<Record<NonNullable<PermissionDecision['edit']>, string>> = {
  waiting: ', with your edits',
  written: ', with your edits',
  unused: '. Your edits were not used: the agent wrote something else',
};

/** One line. A rule is named, an option that is neither of ACP's kinds by its own name. */
export function decisionLabel({ by, option, rule, edit }: PermissionDecision): string {
  switch (by) {
    case 'user':
      return `${answerText(option)} by you${edit === undefined ? '' : EDITS[edit]}`;
    case 'rule': {
      // A rule that rejects may find no option to say so with.
      const answer = option === undefined ? 'Rejected' : answerText(option);
      return rule === undefined ? `${answer} by a rule` : `${answer} by rule: ${rule}`;
    }
    case 'cancelled':
      return 'Not answered: the request was withdrawn';
  }
}

function answerText(option: PermissionDecision['option']): string {
  if (option === undefined) return 'Answered';
  return ownValue(ANSWERS, option.kind) ?? `“${option.name}” chosen`;
}
