// How a permission request was answered, for the tool card.
import { ownValue } from '../../../src/core/base/ownValue.ts';
import { localizedRuleLabel } from '../../../src/core/permissions/policy/ruleLabel.ts';
import type { PermissionDecision } from '../../../src/core/session/permission/permissionDecision.ts';
import { toolCallStrings } from './toolCallStrings.ts';

const ANSWERS: Readonly<Record<string, () => string>> = {
  allow_once: toolCallStrings.allowedOnce,
  allow_always: toolCallStrings.alwaysAllowed,
  reject_once: toolCallStrings.rejected,
  reject_always: toolCallStrings.alwaysRejected,
};

/** What became of the text that the user edited before they allowed it. */
const EDITS: Readonly<Record<NonNullable<PermissionDecision['edit']>, () => string>> = {
  waiting: toolCallStrings.edited,
  written: toolCallStrings.edited,
  unused: toolCallStrings.editsNotUsed,
};

/** One line: the answer, and the rule that gave it or the edits of the user. */
export function decisionLabel({ by, option, rule, edit, isWithdrawn }: PermissionDecision): string {
  switch (by) {
    case 'user':
      return edit === undefined ? answerLabel(option) : `${answerLabel(option)} · ${EDITS[edit]()}`;
    case 'rule': {
      // A rule that rejects may find no option for it.
      const answer = option === undefined ? toolCallStrings.rejected() : answerLabel(option);
      const source =
        rule === undefined
          ? toolCallStrings.byUnnamedRule()
          : toolCallStrings.byRule(localizedRuleLabel(rule));
      return `${answer} · ${source}`;
    }
    case 'cancelled':
      return isWithdrawn === true ? toolCallStrings.withdrawn() : toolCallStrings.notAnswered();
  }
}

/** An option of neither of ACP's kinds is named by the agent. */
function answerLabel(option: PermissionDecision['option']): string {
  if (option === undefined) return toolCallStrings.answered();
  return ownValue(ANSWERS, option.kind)?.() ?? toolCallStrings.chose(option.name);
}
